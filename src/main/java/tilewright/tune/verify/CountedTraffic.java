package tilewright.tune.verify;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.loops.AccessCounters;
import tilewright.device.ArrayShape;
import tilewright.device.Code;
import tilewright.device.GuardedArrays;
import tilewright.device.HostCompiler;
import tilewright.device.HostLibrary;
import tilewright.device.ProgramInstance;
import tilewright.device.ProgramResolver;
import tilewright.kernel.print.CDialect;
import tilewright.model.DataInitializer;
import tilewright.model.LoopNest;
import tilewright.tiling.property.PlannedTraffic;
import tilewright.tune.worker.Scratch;

/**
 * What the program of a plan loads from arrays and stores to them when it runs: its C form counts every access, and is run. {@link PlannedTraffic} says how many there should be.
 *
 * @param sizes at which it ran
 * @param rows one per array and kind of access that is predicted or was seen
 */
public record CountedTraffic(SequencedMap<String, Long> sizes, List<Row> rows) {
    /**
     * Accesses of one kind to one array.
     *
     * @param predicted from the plan alone
     * @param counted by the program
     */
    public record Row(String array, PlannedTraffic.Kind kind, long predicted, long counted) {}

    public CountedTraffic {
        rows = List.copyOf(rows);
    }

    /** Whether every number is what was predicted. */
    public boolean exact() {
        return rows.stream().allMatch(r -> r.predicted() == r.counted());
    }

    /**
     * A run of a program.
     *
     * @param predicted by array and kind
     */
    public record Run(SequencedMap<String, Long> sizes, Map<String, Map<PlannedTraffic.Kind, Long>> predicted) {}

    /**
     * Compiles the program and runs it in this process.
     *
     * @param source C source of the program that counts
     * @return one for each run
     * @throws IOException when files cannot be written
     */
    public static List<CountedTraffic> of(LoopNest nest, KernelProgram program, String source, List<Run> runs)
            throws IOException {
        try (Scratch scratch = Scratch.create("tilewright-count")) {
            Path file = HostCompiler.find().compileReference("counting", source, scratch.folder());
            List<CountedTraffic> counted = new ArrayList<>();
            // Counters go on from run to run.
            long[] before = {};
            for (Run run : runs) {
                ProgramInstance instance = new ProgramResolver(program).at(run.sizes);
                long[] after = counts(nest, instance, file);
                long[] own = after.clone();
                for (int c = 0; c < before.length; c++) {
                    own[c] -= before[c];
                }
                before = after;
                counted.add(new CountedTraffic(run.sizes, rows(instance.arrays(), own, run.predicted)));
            }
            return counted;
        }
    }

    /** What the library has counted after another run. */
    private static long[] counts(LoopNest nest, ProgramInstance instance, Path file) {
        int arrays = instance.arrays().size();
        HostLibrary library = HostLibrary.load(
                file, Code.HOST_FUNCTION, arrays, nest.parameters().size());
        try (GuardedArrays memory =
                GuardedArrays.of(DataInitializer.fill(nest, instance.sizes(), 1), instance.arrays())) {
            library.run(memory.memories(), instance.parameters());
            return library.integers(CDialect.COUNTS, arrays * PlannedTraffic.Kind.values().length);
        }
    }

    private static List<Row> rows(
            List<ArrayShape> arrays, long[] counts, Map<String, Map<PlannedTraffic.Kind, Long>> predicted) {
        List<Row> rows = new ArrayList<>();
        for (int a = 0; a < arrays.size(); a++) {
            String name = arrays.get(a).name();
            for (PlannedTraffic.Kind kind : PlannedTraffic.Kind.values()) {
                long counted = counts[AccessCounters.position(a, kind)];
                long expected = predicted.getOrDefault(name, Map.of()).getOrDefault(kind, 0L);
                if (counted != 0 || expected != 0) {
                    rows.add(new Row(name, kind, expected, counted));
                }
            }
        }
        return rows;
    }
}
