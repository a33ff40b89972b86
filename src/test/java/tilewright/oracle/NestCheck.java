package tilewright.oracle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.commons.math3.fraction.BigFraction;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.dependence.SilentWrites;
import tilewright.isl.Context;
import tilewright.isl.IslLimitException;
import tilewright.locality.ExactCount;
import tilewright.locality.ExactVolumes;
import tilewright.locality.RhoCheck;
import tilewright.locality.VolumeCounter;
import tilewright.locality.VolumeFormulas;
import tilewright.locality.Volumes;
import tilewright.model.Data;
import tilewright.model.DataInitializer;
import tilewright.model.Interpreter;
import tilewright.model.LoopNest;
import tilewright.model.NestPrinter;
import tilewright.model.SequentialOrder;
import tilewright.model.UserError;
import tilewright.tiling.PlanExecution;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Family;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.LoopRole;

/** Everything that the analysis says of a nest against executions of it. */
final class NestCheck {
    /** Steps of isl; nests that need more are given up, as the tool does with a higher limit. */
    private static final long MOST_OPERATIONS = 40_000;

    private final LoopNest nest;
    private final Dependences dependences;
    private final Random random;

    private NestCheck(LoopNest nest, Dependences dependences, Random random) {
        this.nest = nest;
        this.dependences = dependences;
        this.random = random;
    }

    /**
     * Compares dependences, volumes, rho, bands and plans; every few seeds also the formulas.
     *
     * @param seed of the sizes, blocks and data
     * @return false where the integer sets were too complex to say anything
     * @throws AssertionError where analysis and execution differ
     */
    static boolean agrees(LoopNest nest, long seed) {
        Random random = new Random(seed);
        try (Context context = new Context()) {
            context.setMaxOperations(MOST_OPERATIONS);
            NestCheck check =
                    new NestCheck(nest, DependenceAnalysis.analyze(context, nest, random.nextBoolean()), random);
            context.setMaxOperations(20 * MOST_OPERATIONS);
            check.all(context);
            return true;
        } catch (IslLimitException tooComplex) {
            return false;
        }
    }

    private void all(Context context) {
        Map<String, Long> sizes = sizes(2 + random.nextInt(3));
        new AnalysisCheck(nest, context, dependences).dependencesAgree(sizes);
        volumes(sizes);
        RhoCheck.of(dependences);
        new BandCheck(dependences, sizes).bandsKeepResults(1 + random.nextInt(3));
        if (random.nextInt(5) == 0) {
            plans(sizes);
        }
        if (random.nextInt(10) == 0) {
            formulas();
        }
    }

    private Map<String, Long> sizes(long n) {
        Map<String, Long> sizes = new HashMap<>();
        nest.parameters().forEach(p -> sizes.put(p, n));
        return sizes;
    }

    private void volumes(Map<String, Long> sizes) {
        List<Integer> block = new ArrayList<>();
        dependences.loops().forEach(_ -> block.add(1 + random.nextInt(4)));
        Volumes counted = new VolumeCounter(dependences, sizes).count(block);
        assertEquals(
                CutTrace.of(dependences, sizes).blocks(block),
                new CutTrace.Moved(counted.reads(), counted.writes()),
                () -> where(sizes) + " volumes of blocks " + block);
    }

    private String where(Map<String, Long> sizes) {
        return NestPrinter.print(nest) + sizes;
    }

    /** Formulas at a size that was not used to find them. */
    private void formulas() {
        ExactVolumes volumes = VolumeFormulas.of(dependences);
        for (ExactVolumes.Cut cut : volumes.cuts()) {
            if (cut.reads() instanceof ExactCount.Known reads && cut.writes() instanceof ExactCount.Known writes) {
                long r = least(reads);
                Map<String, Long> sizes = sizes(4 * r);
                if (4 * r <= 16) {
                    int z = nest.statement(cut.statement()).loopVariables().indexOf(cut.loop());
                    CutTrace.Moved moved = CutTrace.of(dependences, sizes).cut(cut.statement(), cut.access(), z, r);
                    sizes.put("r" + (z + 1), r);
                    assertEquals(
                            new BigFraction(moved.reads()), reads.value().evaluate(sizes), () -> where(sizes) + cut);
                    assertEquals(
                            new BigFraction(moved.writes()), writes.value().evaluate(sizes), () -> where(sizes) + cut);
                }
            }
            inParts(cut);
        }
    }

    /** The formula for all sizes, at sizes that blocks do not divide. */
    private void inParts(ExactVolumes.Cut cut) {
        if (cut.inParts().reads() instanceof ExactCount.Known reads
                && cut.inParts().writes() instanceof ExactCount.Known writes
                && reads.conditions().stream().noneMatch(c -> c.contains(" | "))) {
            long r = least(reads);
            int z = nest.statement(cut.statement()).loopVariables().indexOf(cut.loop());
            for (long n = 3 * r + 1; n <= 4 * r && n <= 14; n++) {
                Map<String, Long> sizes = sizes(n);
                CutTrace trace = CutTrace.of(dependences, sizes);
                long parts = Math.ceilDiv(trace.reach(z), r);
                boolean meant = parts >= 3 && trace.reach(z) - (parts - 1) * r >= lastPart(reads, writes);
                if (meant) {
                    CutTrace.Moved moved = trace.cut(cut.statement(), cut.access(), z, r);
                    sizes.put("r" + (z + 1), r);
                    sizes.put("Q" + (z + 1), parts);
                    assertEquals(
                            new BigFraction(moved.reads()), reads.value().evaluate(sizes), () -> where(sizes) + cut);
                    assertEquals(
                            new BigFraction(moved.writes()), writes.value().evaluate(sizes), () -> where(sizes) + cut);
                }
            }
        }
    }

    /** The least last part for which both formulas hold. */
    private static long lastPart(ExactCount.Known reads, ExactCount.Known writes) {
        return Stream.concat(reads.conditions().stream(), writes.conditions().stream())
                .filter(c -> c.startsWith("last part >= "))
                .mapToLong(c -> Long.parseLong(c.substring("last part >= ".length())))
                .max()
                .orElse(1);
    }

    /** The least block size for which a formula holds. */
    private static long least(ExactCount.Known known) {
        return known.conditions().stream()
                .filter(c -> c.startsWith("r") && c.contains(" >= "))
                .mapToLong(c -> Long.parseLong(c.substring(c.indexOf(" >= ") + 4)))
                .max()
                .orElse(1);
    }

    /** Plans that the tiler calls legal, with blocks and points in random order. */
    private void plans(Map<String, Long> sizes) {
        Tiler tiler;
        try {
            tiler = new Tiler(dependences);
        } catch (UserError noPlan) {
            return;
        }
        for (Family family : tiler.families()) {
            List<Integer> block = new ArrayList<>();
            for (LoopRole role : family.roles()) {
                block.add(role == LoopRole.HOST ? 1 : 2);
            }
            Candidate candidate =
                    new Candidate(block, Collections.nCopies(block.size(), 1), new Candidate.Options(2, 1));
            if (verdict(tiler, candidate) instanceof Verdict.Legal legal) {
                execute(legal, sizes, family + " " + candidate);
            }
        }
    }

    private static Verdict verdict(Tiler tiler, Candidate candidate) {
        try {
            return tiler.plan(candidate);
        } catch (UserError unfit) {
            return new Verdict.Illegal(unfit.getMessage(), null);
        }
    }

    private void execute(Verdict.Legal legal, Map<String, Long> sizes, String what) {
        Data expected = DataInitializer.fill(nest, sizes, 1);
        // A plan's nest may have copies of initial contents beside the nest's own statements.
        LoopNest planned = legal.plan().nest();
        Data actual = DataInitializer.fill(planned, sizes, 1);
        new Interpreter(nest, sizes, expected).run();
        Interpreter interpreter = new Interpreter(planned, sizes, actual);
        Set<Operation> left = new HashSet<>();
        new SequentialOrder(planned, sizes).forEach((s, j) -> left.add(Operation.of(s.id(), j)));
        new PlanExecution(legal.plan(), sizes, random.nextLong(), (statement, iteration) -> {
                    assertTrue(
                            left.remove(Operation.of(statement, iteration)),
                            () -> where(sizes) + what + ": " + statement + Arrays.toString(iteration)
                                    + " runs twice or is no operation");
                    interpreter.execute(statement, iteration);
                })
                .run();
        for (SilentWrites silent : dependences.silent()) {
            IslPoints.of(silent.iterations(), sizes).forEach(j -> left.remove(new Operation(silent.statement(), j)));
        }
        assertTrue(left.isEmpty(), () -> where(sizes) + what + " leaves out " + left);
        expected.arrays().forEach((array, values) -> {
            for (int e = 0; e < values.size(); e++) {
                double wanted = values.valueAt(e);
                assertEquals(
                        wanted,
                        actual.array(array).valueAt(e),
                        1e-5 * Math.abs(wanted),
                        () -> where(sizes) + what + " changes " + array);
            }
        });
    }
}
