package tilewright.device;

import java.util.List;

/** A device's meters. */
interface Sensors {
    /** Energy since some time in the past, in joules; it moves in steps of some hundredths of a second. */
    double joules();

    /** Clock of the multiprocessors. */
    double multiprocessorHertz();

    /** Clock of the memory. */
    double memoryHertz();

    /** Temperature. */
    int celsius();

    /** What holds the clocks down at this moment, in words. */
    List<String> throttled();
}
