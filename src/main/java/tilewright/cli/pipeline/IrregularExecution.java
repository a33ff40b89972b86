package tilewright.cli.pipeline;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import tilewright.codegen.Templates;
import tilewright.codegen.irregular.IrregularFile;
import tilewright.dependence.Certificate;
import tilewright.dependence.Law;
import tilewright.dependence.Laws;
import tilewright.dependence.StatementLaws;
import tilewright.device.Code;
import tilewright.device.HostCompiler;
import tilewright.device.HostLibrary;
import tilewright.model.ArrayData;
import tilewright.model.Data;
import tilewright.model.LoopNest;
import tilewright.model.UserError;

/** An irregular nest as sequential C, compiled and run on a user's data, and the certificates of its results. */
public final class IrregularExecution {
    private final LoopNest nest;
    private final Map<String, Long> sizes;
    private final Data data;

    public IrregularExecution(LoopNest nest, Map<String, Long> sizes, Data data) {
        this.nest = nest;
        this.sizes = sizes;
        this.data = data;
    }

    /**
     * What came of a run.
     *
     * @param passes of each repetition, -1 where one was given up
     * @param certificates one per array that can be asked
     */
    public record Outcome(double seconds, List<Long> passes, List<Certificate> certificates) {
        public boolean gaveUp() {
            return passes.contains(-1L);
        }

        public boolean isRight() {
            return !gaveUp() && certificates.stream().allMatch(Certificate::holds);
        }
    }

    /**
     * Runs the nest; the data become the result.
     *
     * @throws UserError (exit code 3) without a C compiler, (2) where a subscript leaves its array
     */
    public Outcome run(Templates templates) throws IOException {
        Map<String, ArrayData> initial = new HashMap<>();
        for (String array : Certificate.arrays(nest)) {
            initial.put(array, data.array(array).copy());
        }
        int repetitions = IrregularFile.repetitions(nest);
        Path folder = Files.createTempDirectory("tilewright-run");
        try {
            String source = IrregularFile.print(templates, nest, Code.HOST_FUNCTION, mostPasses());
            Path library = HostCompiler.find().compileReference("nest", source, folder);
            List<Object> arrays =
                    data.arrays().values().stream().map(ArrayData::elements).toList();
            List<Integer> parameters = nest.parameters().stream()
                    .map(p -> Math.toIntExact(Objects.requireNonNull(sizes.get(p))))
                    .toList();
            HostLibrary.runOnHeap(library, Code.HOST_FUNCTION, arrays, parameters);
            long[] told = HostLibrary.exported(library, IrregularFile.PASSES, repetitions + 3);
            requireSound(told[repetitions], told[repetitions + 1]);
            List<Long> passes = new ArrayList<>();
            for (int r = 0; r < repetitions; r++) {
                passes.add(told[r]);
            }
            boolean done = !passes.contains(-1L);
            return new Outcome(told[repetitions + 2] * 1e-9, passes, done ? certificates(initial) : List.of());
        } finally {
            delete(folder);
        }
    }

    /** Runs the nest on a GPU, loop by loop; the data become the result. */
    public Outcome runOnDevice(Templates templates) {
        Map<String, ArrayData> initial = new HashMap<>();
        for (String array : Certificate.arrays(nest)) {
            initial.put(array, data.array(array).copy());
        }
        DeviceLoops.Outcome outcome = new DeviceLoops(nest, sizes, data).run(templates, mostPasses());
        requireSound(outcome.outside(), 0);
        boolean done = !outcome.passes().contains(-1L);
        return new Outcome(outcome.seconds(), outcome.passes(), done ? certificates(initial) : List.of());
    }

    private List<Certificate> certificates(Map<String, ArrayData> initial) {
        return Certificate.arrays(nest).stream()
                .map(a -> Certificate.of(nest, sizes, data, a, Objects.requireNonNull(initial.get(a))))
                .toList();
    }

    /** A relaxation ends within as many passes as its array has elements, or never. */
    private long mostPasses() {
        long most = 0;
        for (StatementLaws each : Laws.of(nest)) {
            if (each.hold(Law.CHAOTIC)) {
                most = Math.max(
                        most, data.array(each.statement().target().array()).size() + 1L);
            }
        }
        return most == 0 ? Long.MAX_VALUE : most;
    }

    private void requireSound(long outside, long zero) {
        String file = nest.statements().getFirst().statement().position().file();
        if (outside != 0) {
            throw UserError.badInput(
                    file + ":" + outside + ": error: a subscript here leaves its array with these data; the results"
                            + " are worthless. Declare the ranges of index arrays by 'assume', so that"
                            + " they are checked before");
        }
        if (zero != 0) {
            throw UserError.badInput(file + ":" + zero + ": error: an integer is divided by zero; check the data");
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.deleteIfExists(file);
            }
        }
        Files.deleteIfExists(folder);
    }
}
