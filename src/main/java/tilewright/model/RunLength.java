package tilewright.model;

/**
 * From when on the length of a run is said before it starts, and asked for; commands and generated drivers go by it. The rates are orders of magnitude for want of a
 * prediction: no measurement stands behind them, and nothing but a question to the user hangs on them.
 */
public final class RunLength {
    /** What a thread of a processor does, one operation after the other. */
    public static final double SEQUENTIAL_RATE = 1e9;

    /** The same of a GPU, all of its threads together. */
    public static final double DEVICE_RATE = 1e12;

    /** A run of more seconds is said beforehand. */
    public static final int SAID_SECONDS = 60;

    /** A run of more minutes is started only where that is asked for. */
    public static final int MOST_MINUTES = 60;

    private RunLength() {}
}
