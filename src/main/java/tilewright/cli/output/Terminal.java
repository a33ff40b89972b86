package tilewright.cli.output;

/** The terminals that standard output and standard error are, if they are. */
public final class Terminal {
    /** Set by the launcher, which can ask; narrower ones are none. */
    private static final String OUTPUT = "tilewright.columns";

    private static final String ERRORS = "tilewright.columns.errors";

    private static final int LEAST = 20;

    private Terminal() {}

    /** Characters of a line of standard output; {@link Integer#MAX_VALUE} where output goes to a file or to another program. */
    public static int columns() {
        return columns(OUTPUT);
    }

    /** The same of standard error. */
    public static int errorColumns() {
        return columns(ERRORS);
    }

    private static int columns(String property) {
        int columns = Integer.getInteger(property, 0);
        return columns < LEAST ? Integer.MAX_VALUE : columns;
    }
}
