package tilewright.tune;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import tilewright.codegen.Lowering;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.threads.DeviceProgram;
import tilewright.dependence.DependenceAnalysis;
import tilewright.device.ProgramResolver;
import tilewright.isl.Context;
import tilewright.kernel.Program;
import tilewright.kernel.count.ProgramCounts;
import tilewright.kernel.emulate.Emulator;
import tilewright.model.LoopExtents;
import tilewright.model.LoopNest;
import tilewright.model.UserError;
import tilewright.parse.NestParser;
import tilewright.parse.c.CParser;
import tilewright.parse.c.unit.COptions;
import tilewright.tiling.PublishedNests;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.schedule.Schedule;
import tilewright.tiling.space.Candidate;
import tilewright.tune.verify.EmulatedCase;

/** Programs for CUDA as the tool makes them, with blocks small enough to be emulated. */
public record EmulatedPrograms(LoopNest nest, Plan plan, KernelProgram lowered, Program program) {
    /** Not multiples of any block size here, largest first. */
    private static final List<Long> AWKWARD = List.of(37L, 29L, 19L, 13L, 11L, 7L, 5L, 3L);

    private static final long MOST_OPERATIONS = 20_000;

    public static LoopNest nest(Path file) {
        return file.toString().endsWith(".c")
                ? CParser.parse(file, COptions.NONE).nest()
                : NestParser.parse(file);
    }

    /** Blocks of eight behind the first {@code ones} loops, threads of two and four points along the last loops. */
    static Candidate candidate(int loops, int ones, Candidate.Options options) {
        List<Integer> block = new ArrayList<>();
        List<Integer> thread = new ArrayList<>();
        for (int loop = 0; loop < loops; loop++) {
            int size = loop < ones ? 1 : 8;
            block.add(size);
            thread.add(Math.min(size, loop == loops - 1 ? 4 : 2));
        }
        return new Candidate(block, thread, options);
    }

    /** With two buffers and steps, with one buffer; where both do not fit the nest, with blocks of one iteration of outer loops. */
    public static List<EmulatedPrograms> of(LoopNest nest) {
        List<EmulatedPrograms> programs = new ArrayList<>();
        each(nest, (_, program) -> programs.add(program));
        return programs;
    }

    /** The same while what they were made of can be asked; how many there were. */
    static int each(LoopNest nest, BiConsumer<Tiler, EmulatedPrograms> check) {
        int[] programs = {0};
        PublishedNests.check(nest, analysed -> {
            Tiler tiler = analysed.tiler();
            Consumer<EmulatedPrograms> found = program -> {
                programs[0]++;
                check.accept(tiler, program);
            };
            int loops = tiler.ranked().loops().size();
            of(nest, tiler, candidate(loops, 0, new Candidate.Options(4, 2, 4))).ifPresent(found);
            of(nest, tiler, candidate(loops, 0, new Candidate.Options(4, 1))).ifPresent(found);
            for (int ones = 1; ones <= loops && programs[0] == 0; ones++) {
                of(nest, tiler, candidate(loops, ones, new Candidate.Options(4, 1)))
                        .ifPresent(found);
            }
        });
        return programs[0];
    }

    /** What the program says it does, without a run. */
    ProgramCounts counts(SequencedMap<String, Long> sizes) {
        Map<String, Long> named = new LinkedHashMap<>();
        for (int p = 0; p < nest.parameters().size(); p++) {
            named.put(program.sizes().get(p).name(), sizes.get(nest.parameters().get(p)));
        }
        return ProgramCounts.of(program, named);
    }

    /** The program of one candidate. */
    public static EmulatedPrograms of(LoopNest nest, Candidate candidate) {
        return of(nest, new Schedule.Auto(), candidate);
    }

    /** The same of a schedule. */
    public static EmulatedPrograms of(LoopNest nest, Schedule schedule, Candidate candidate) {
        try (Context context = new Context()) {
            Tiler tiler = new Tiler(DependenceAnalysis.analyze(context, nest), schedule);
            return of(nest, tiler, candidate).orElseThrow();
        }
    }

    private static Optional<EmulatedPrograms> of(LoopNest nest, Tiler tiler, Candidate candidate) {
        try {
            if (tiler.plan(candidate) instanceof Verdict.Legal(Plan plan)) {
                KernelProgram lowered = Lowering.lowerForDevice(plan);
                return Optional.of(new EmulatedPrograms(nest, plan, lowered, DeviceProgram.of(lowered)));
            }
        } catch (UserError e) {
            // These block sizes do not fit the nest.
        }
        return Optional.empty();
    }

    /** Two awkward sizes at which the nest has few operations: the largest one and the next but one. */
    List<SequencedMap<String, Long>> sizes() {
        return AWKWARD.stream()
                .map(this::same)
                .filter(s -> nest.assumptions().stream().allMatch(a -> a.permits(s)))
                .filter(s -> new LoopExtents(nest, s).operations() <= MOST_OPERATIONS)
                .gather(java.util.stream.Gatherers.windowFixed(2))
                .map(List::getFirst)
                .limit(2)
                .toList();
    }

    public SequencedMap<String, Long> same(long size) {
        SequencedMap<String, Long> sizes = new LinkedHashMap<>();
        nest.parameters().forEach(p -> sizes.put(p, size));
        return sizes;
    }

    EmulatedCase.Result run(SequencedMap<String, Long> sizes, long seed) {
        return run(program, sizes, seed);
    }

    /** Another program in the place of this one. */
    EmulatedCase.Result run(Program other, SequencedMap<String, Long> sizes, long seed) {
        return EmulatedCase.run(
                nest,
                other,
                new ProgramResolver(lowered, program).at(sizes),
                seed,
                Emulator.Options.USUAL.withSeed(seed));
    }

    @Override
    public String toString() {
        return nest.name() + " " + plan.candidate();
    }
}
