package tilewright.device;

import java.util.List;

/**
 * What a device says of itself while a program runs again and again.
 *
 * @param joules of one run, by the device's own meter
 * @param watts mean power meanwhile
 * @param multiprocessorHertz clock of the multiprocessors at the end
 * @param memoryHertz clock of the memory at the end
 * @param celsius temperature at the end
 * @param throttled what held the clocks down, in words; empty where nothing did
 */
public record Observed(
        double joules,
        double watts,
        double multiprocessorHertz,
        double memoryHertz,
        int celsius,
        List<String> throttled) {
    public Observed {
        throttled = List.copyOf(throttled);
    }
}
