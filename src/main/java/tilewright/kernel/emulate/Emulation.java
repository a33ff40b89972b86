package tilewright.kernel.emulate;

import java.util.List;
import java.util.Map;

/**
 * What a run of a program came to.
 *
 * @param faults in the order in which they were seen; a run with faults may have ended early
 * @param counts of what was executed
 * @param arrays the caller's, as the program left them
 * @param unreached functions, and statements with the functions that they stand in, that no thread came to: other sizes may
 */
public record Emulation(List<Fault> faults, Counts counts, Map<String, ArrayContents> arrays, List<String> unreached) {
    public Emulation {
        faults = List.copyOf(faults);
        unreached = List.copyOf(unreached);
        arrays = Map.copyOf(arrays);
    }
}
