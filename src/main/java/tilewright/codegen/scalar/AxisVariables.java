package tilewright.codegen.scalar;

import static tilewright.kernel.Expressions.divide;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.multiply;
import static tilewright.kernel.Expressions.remainder;
import static tilewright.kernel.Expressions.sum;

import tilewright.codegen.ir.Axis;
import tilewright.kernel.Expression;
import tilewright.kernel.Variable;

/**
 * The variables that go with one axis of a block's points.
 *
 * @param variable global coordinate, e.g. {@code i}
 * @param base its first value in the block, {@code i_base}
 * @param in offset from the base, {@code i_in}
 * @param own offset of the thread's first point, {@code i_own}
 * @param register index into the thread's points, {@code mi}
 */
public record AxisVariables(Axis axis, Variable variable, Variable base, Variable in, Variable own, Variable register) {
    static AxisVariables of(Axis axis, CNames names) {
        String v = axis.variable();
        String suffix = v.length() == 1 ? v : "_" + v;
        return new AxisVariables(
                axis,
                Variable.integer(names.of(v)),
                Variable.integer(names.fresh(v + "_base")),
                Variable.integer(names.fresh(v + "_in")),
                Variable.integer(names.fresh(v + "_own")),
                Variable.integer(names.fresh("m" + suffix)));
    }

    /** The index of the current point's register: 0 where a thread owns one point. */
    public Expression index() {
        return axis.perThread() == 1 ? integer(0) : register.read();
    }

    /**
     * Offset of a register's point from the base.
     *
     * @param step the registers are visited {@code step} at a time, from 0: 1 or the axis' vector width
     */
    public Expression offset(int step) {
        int groups = axis.perThread() / axis.vector();
        Expression group = groups == 1 ? integer(0) : groupOffset(step);
        Expression within = axis.vector() == 1 || step == axis.vector()
                ? integer(0)
                : groups == 1 ? register.read() : remainder(register.read(), axis.vector());
        return sum(axis.threads() == 1 ? integer(0) : own.read(), sum(group, within));
    }

    private Expression groupOffset(int step) {
        boolean wholeGroups = axis.vector() == 1 || step == axis.vector();
        return wholeGroups
                ? multiply(integer(axis.threads()), register.read())
                : multiply(integer(axis.threads() * axis.vector()), divide(register.read(), axis.vector()));
    }
}
