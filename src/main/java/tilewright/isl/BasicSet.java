package tilewright.isl;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A set of integer points given by one conjunction of affine constraints. */
public final class BasicSet extends IslObject {
    BasicSet(Context context, long pointer) {
        super(Type.BASIC_SET, context, pointer);
    }

    /** Reads isl's notation. */
    public static BasicSet parse(Context context, String text) {
        return context.read(Type.BASIC_SET, text);
    }

    public int dim(Dim type) {
        return size("isl_basic_set_dim", this, type);
    }

    public @Nullable String getDimName(Dim type, int position) {
        return name("isl_basic_set_get_dim_name", this, type, position);
    }

    public List<Constraint> getConstraintList() {
        return list(Type.CONSTRAINT, "isl_basic_set_get_constraint_list", this);
    }

    /**
     * All constraints at once, much faster than one coefficient after the other: rows of isl's PolyLib notation. Columns:
     * 0 for an equality and 1 for an inequality, set dimensions, integer divisions, parameters, the constant.
     *
     * @throws IslException when a coefficient does not fit
     */
    public List<long[]> constraintRows() {
        String[] words = context()
                .printed(this, "isl_printer_print_basic_set", Context.FORMAT_POLYLIB)
                .strip()
                .split("\\s+");
        try {
            int columns = Integer.parseInt(words[1]);
            List<long[]> rows = new ArrayList<>();
            for (int next = 2; next < words.length; next += columns) {
                long[] row = new long[columns];
                for (int c = 0; c < columns; c++) {
                    row[c] = Long.parseLong(words[next + c]);
                }
                rows.add(row);
            }
            return rows;
        } catch (NumberFormatException tooLarge) {
            throw new IslException("isl_printer_print_basic_set: " + tooLarge.getMessage());
        }
    }

    public Aff getDiv(int position) {
        return keep(Type.AFF, "isl_basic_set_get_div", this, position);
    }

    public Set toSet() {
        return take(Type.SET, "isl_set_from_basic_set", this);
    }
}
