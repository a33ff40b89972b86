package tilewright.codegen.print;

import tilewright.codegen.ir.Axis;

/**
 * The identifiers that go with one axis of a block's points.
 *
 * @param variable global coordinate, e.g. {@code i}
 * @param base its first value in the block, {@code i_base}
 * @param in offset from the base, {@code i_in}
 * @param own offset of the thread's first point, {@code i_own}
 * @param register index into the thread's points, {@code mi}
 */
record AxisNames(Axis axis, String variable, String base, String in, String own, String register) {
    static AxisNames of(Axis axis, CNames names) {
        String v = axis.variable();
        String suffix = v.length() == 1 ? v : "_" + v;
        return new AxisNames(
                axis,
                names.of(v),
                names.fresh(v + "_base"),
                names.fresh(v + "_in"),
                names.fresh(v + "_own"),
                names.fresh("m" + suffix));
    }

    /** The register index as text: 0 where a thread owns one point. */
    String index() {
        return axis.perThread() == 1 ? "0" : register;
    }

    /**
     * Offset of a register's point from the base.
     *
     * @param step the registers are visited {@code step} at a time, from 0: 1 or the axis' vector width
     */
    String offset(int step) {
        int groups = axis.perThread() / axis.vector();
        int stride = axis.threads() * axis.vector();
        String group = groups == 1 ? "" : groupOffset(stride, step);
        String within = axis.vector() == 1 || step == axis.vector()
                ? ""
                : groups == 1 ? register : register + " % " + axis.vector();
        String text = join(axis.threads() == 1 ? "" : own, join(group, within));
        return text.isEmpty() ? "0" : text;
    }

    private String groupOffset(int stride, int step) {
        if (axis.threads() == 1 && step == 1 && axis.vector() > 1) {
            return axis.vector() + " * (" + register + " / " + axis.vector() + ")";
        }
        boolean wholeGroups = axis.vector() == 1 || step == axis.vector();
        if (wholeGroups) {
            return axis.threads() == 1 ? register : axis.threads() + " * " + register;
        }
        return stride + " * (" + register + " / " + axis.vector() + ")";
    }

    private static String join(String left, String right) {
        return left.isEmpty() ? right : right.isEmpty() ? left : left + " + " + right;
    }
}
