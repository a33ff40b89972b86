package tilewright.cli;

/** The terminal that standard output is, if it is one. */
final class Terminal {
    /** Set by the launcher, which can ask; narrower ones are none. */
    private static final String PROPERTY = "tilewright.columns";

    private static final int LEAST = 20;

    private Terminal() {}

    /** Characters of a line; {@link Integer#MAX_VALUE} where output goes to a file or to another program. */
    static int columns() {
        int columns = Integer.getInteger(PROPERTY, 0);
        return columns < LEAST ? Integer.MAX_VALUE : columns;
    }
}
