package tilewright.tune.build;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import tilewright.device.Binary;
import tilewright.device.Code;
import tilewright.device.CompileException;
import tilewright.model.DataInitializer;
import tilewright.model.IntegerDivisions;
import tilewright.model.LoopExtents;
import tilewright.model.LoopNest;
import tilewright.model.UserError;
import tilewright.tune.stored.Contender;
import tilewright.tune.stored.Outcome;
import tilewright.tune.stored.Status;
import tilewright.tune.worker.Case;

/**
 * Generates and compiles one candidate. Generating belongs to one thread, compiling to any.
 */
public final class Builder {
    /** The seed of the data at the sizes that were asked for. */
    public static final long FIRST_SEED = 1;

    private final LoopNest nest;
    private final SequencedMap<String, Long> sizes;
    private final Toolchain toolchain;
    private final HostileSizes hostileSizes;
    private final Judging judging;
    private final IntegerDivisions divisions;

    /** @param judging how results are judged */
    public Builder(LoopNest nest, SequencedMap<String, Long> sizes, Toolchain toolchain, Judging judging) {
        this.judging = judging;
        this.nest = nest;
        this.divisions = new IntegerDivisions(nest);
        this.sizes = sizes;
        this.toolchain = toolchain;
        hostileSizes = new HostileSizes(nest);
    }

    /** Generates now; the result compiles when it is asked. */
    public Supplier<Build> generate(Contender contender, ProgramSource programs) {
        return generate(
                contender,
                contender.candidate().toString(),
                () -> programs.generate(contender.candidate()),
                programs::staysWithinArrays);
    }

    /**
     * The same for one of several programs of a candidate.
     *
     * @param label of the program, another one for each
     * @param within whether the nest stays within its arrays at given sizes
     */
    public Supplier<Build> generate(
            Contender contender,
            String label,
            Supplier<ProgramSource.Program> generator,
            Predicate<SequencedMap<String, Long>> within) {
        try {
            ProgramSource.Program program = generator.get();
            String source = program.source();
            List<Case> cases = cases(contender, program, within);
            Case full = at(program, sizes, FIRST_SEED, true);
            return () -> compile(contender, label, program, source, cases, full);
        } catch (UserError | IllegalArgumentException e) {
            return () -> failed(contender, String.valueOf(e.getMessage()));
        } catch (RuntimeException e) {
            // A fault of the generator must not end a sweep of hundreds; it is in the results.
            return () -> failed(contender, "internal error: " + e);
        }
    }

    private Build compile(
            Contender contender,
            String label,
            ProgramSource.Program program,
            String source,
            List<Case> cases,
            Case full) {
        try {
            Binary binary = toolchain.compile("candidate-" + contender.fileName(label), source);
            return new Build.Ready(contender, new Code(label, binary, program.kernels()), cases, full, source);
        } catch (CompileException e) {
            return failed(contender, String.valueOf(e.getMessage()));
        }
    }

    private static Build failed(Contender contender, String message) {
        return new Build.Failed(contender, Outcome.failure(Status.COMPILE_ERROR, message));
    }

    /**
     * Every small size at which the nest stays within its arrays and divides by no zero, with data of its own, the largest one with two; none
     * where only the size that was asked for counts.
     */
    private List<Case> cases(
            Contender contender, ProgramSource.Program program, Predicate<SequencedMap<String, Long>> within) {
        List<Case> cases = new ArrayList<>();
        if (judging.onlyAsked()) {
            return cases;
        }
        List<SequencedMap<String, Long>> small =
                hostileSizes.of(contender.candidate()).stream().filter(within).toList();
        for (SequencedMap<String, Long> each : small) {
            cases.add(at(program, each, seed(each), false));
        }
        if (!small.isEmpty()) {
            cases.add(at(program, small.getLast(), seed(small.getLast()) + 1, false));
        }
        cases.removeIf(each -> divisions
                .fault(
                        each.instance().sizes(),
                        () -> DataInitializer.fill(nest, each.instance().sizes(), each.seed()))
                .isPresent());
        return cases;
    }

    /** Of the sizes alone: candidates that share sizes share their data, and a worker runs the nest once for all of them. */
    private static long seed(SequencedMap<String, Long> sizes) {
        return FIRST_SEED + sizes.values().stream().mapToLong(size -> size).sum();
    }

    /**
     * Refuses data on which the nest itself divides by zero, before a process ends by it.
     *
     * @throws UserError with the statement and its iteration
     */
    public static void requireNonzeroDivisors(LoopNest nest, SequencedMap<String, Long> sizes, long seed) {
        Optional<UserError> fault =
                new IntegerDivisions(nest).fault(sizes, () -> DataInitializer.fill(nest, sizes, seed));
        if (fault.isPresent()) {
            throw fault.get();
        }
    }

    private Case at(ProgramSource.Program program, SequencedMap<String, Long> values, long seed, boolean asked) {
        return new Case(
                program.at(values), seed, new LoopExtents(nest, values).reductionLength(), asked, judging.tolerance());
    }
}
