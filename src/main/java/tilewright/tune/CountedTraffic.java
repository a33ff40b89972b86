package tilewright.tune;

import java.io.IOException;
import java.util.EnumMap;
import java.util.LinkedHashMap;
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
import tilewright.tiling.PlannedTraffic;

/**
 * What the program of a plan loads from arrays and stores to them when it runs: its C form counts every access, and is run
 * once. {@link PlannedTraffic} says how many there should be.
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
     * Compiles and runs the program in this process.
     *
     * @param source C source of the program that counts
     * @param predicted by array and kind
     * @throws IOException when files cannot be written
     */
    public static CountedTraffic of(
            LoopNest nest,
            KernelProgram program,
            String source,
            SequencedMap<String, Long> sizes,
            Map<String, Map<PlannedTraffic.Kind, Long>> predicted)
            throws IOException {
        ProgramInstance instance = new ProgramResolver(program).at(sizes);
        PlannedTraffic.Kind[] kinds = PlannedTraffic.Kind.values();
        try (Scratch scratch = Scratch.create("tilewright-count");
                GuardedArrays arrays =
                        GuardedArrays.of(DataInitializer.fill(nest, instance.sizes(), 1), instance.arrays())) {
            HostLibrary library = HostLibrary.load(
                    HostCompiler.find().compileReference("counting", source, scratch.folder()),
                    Code.HOST_FUNCTION,
                    instance.arrays().size(),
                    nest.parameters().size());
            library.run(arrays.memories(), instance.parameters());
            long[] counts = library.integers(CDialect.COUNTS, instance.arrays().size() * kinds.length);
            Map<String, Map<PlannedTraffic.Kind, Row>> rows = new LinkedHashMap<>();
            for (int a = 0; a < instance.arrays().size(); a++) {
                ArrayShape shape = instance.arrays().get(a);
                Map<PlannedTraffic.Kind, Row> own = new EnumMap<>(PlannedTraffic.Kind.class);
                for (PlannedTraffic.Kind kind : kinds) {
                    long counted = counts[AccessCounters.position(a, kind)];
                    long expected =
                            predicted.getOrDefault(shape.name(), Map.of()).getOrDefault(kind, 0L);
                    if (counted != 0 || expected != 0) {
                        own.put(kind, new Row(shape.name(), kind, expected, counted));
                    }
                }
                rows.put(shape.name(), own);
            }
            return new CountedTraffic(
                    sizes,
                    rows.values().stream().flatMap(r -> r.values().stream()).toList());
        }
    }
}
