package tilewright.isl;

/** The groups of dimensions of a space, {@code enum isl_dim_type}. The dimensions of a set are its {@link #SET}. */
public enum Dim {
    CST,
    PARAM,
    IN,
    OUT,
    DIV,
    ALL;

    /** The dimensions of a set: isl gives them the number of a map's output dimensions. */
    public static final Dim SET = OUT;
}
