package tilewright.kernel.emulate;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import tilewright.kernel.Function;
import tilewright.kernel.Program;

/**
 * Runs kernel programs on the host as devices do, one block after another in random order, or by turns where they wait for each other, and
 * reports what a program must not do even where a device would let it pass. For small sizes: some ten million operations of
 * threads a second.
 */
public final class Emulator {
    private Emulator() {}

    /**
     * How to run.
     *
     * @param seed of the order of blocks and threads
     * @param together blocks that run at the same time where a launch asks for as many as there can be
     * @param mostFaults after so many the run ends
     * @param mostIterations of loops, thread by thread; a run with more counts as endless
     */
    public record Options(long seed, int together, int mostFaults, long mostIterations) {
        public static final Options USUAL = new Options(1, 3, 20, 200_000_000);

        public Options withSeed(long other) {
            return new Options(other, together, mostFaults, mostIterations);
        }
    }

    /**
     * Runs a program.
     *
     * @param sizes a value for each of the program's sizes
     * @param arrays contents of the caller's arrays, padding included; they are not changed
     * @throws IllegalArgumentException where the program is not well formed: a name that stands for nothing, an operation
     *     that its types do not have
     */
    public static Emulation run(
            Program program, Map<String, ? extends Number> sizes, Map<String, ArrayContents> arrays, Options options) {
        Run run = new Run(
                new Order(),
                new Faults(options.mostFaults()),
                new Counters(),
                new SplittableRandom(options.seed()),
                new Run.Budget(options.mostIterations()),
                new Run.Phase(Orders.readsOutdated(program)),
                new Run.Reached(),
                options.together());
        Host host = new Host(program, run, sizes, arrays);
        try {
            host.run();
            arrays.forEach((name, contents) -> requireSet(host.array(name), contents.set(), run.faults()));
        } catch (Faults.Stopped _) {
            // What was found says why.
        }
        Map<String, ArrayContents> results = new LinkedHashMap<>();
        arrays.keySet().forEach(name -> results.put(name, contents(host.array(name))));
        return new Emulation(run.faults().found(), run.counters().counts(), results, unreached(program, run.reached()));
    }

    /** Functions that no launch came to, and statements of the others. */
    private static List<String> unreached(Program program, Run.Reached reached) {
        List<String> unreached = new ArrayList<>();
        program.functions().stream()
                .map(Function::name)
                .filter(f -> !reached.knows(f))
                .forEach(f -> unreached.add(f));
        reached.unreached().forEach(s -> unreached.add(s.function() + ": " + s.text()));
        return unreached;
    }

    private static ArrayContents contents(GlobalArray array) {
        BitSet set = new BitSet();
        for (int i = 0; i < array.elements(); i++) {
            set.set(i, array.origin[i] == Lanes.SET);
        }
        return new ArrayContents(array.type, array.bits, set);
    }

    /** What had a value before must have one afterwards. */
    private static void requireSet(GlobalArray array, BitSet before, Faults faults) {
        for (int i = before.nextSetBit(0); i >= 0; i = before.nextSetBit(i + 1)) {
            if (array.origin[i] != Lanes.SET) {
                Site read = faults.site(array.origin[i]);
                faults.result(read, array.element(i));
                return;
            }
        }
    }
}
