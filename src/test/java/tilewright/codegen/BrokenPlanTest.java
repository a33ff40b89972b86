package tilewright.codegen;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.model.Condition;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;
import tilewright.tiling.Tiler;
import tilewright.tiling.check.PlanCheck;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Strategy;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.Candidate;

/** Plans broken on purpose: the check refuses each, and where the order of a run shows it, so does the program. */
class BrokenPlanTest {
    private static final List<Long> SIZES = List.of(13L, 17L, 23L);

    @TempDir
    Path folder;

    @TestFactory
    Stream<DynamicTest> theCheckRefuses() {
        return Stream.of(
                refused("two levels in one launch", BrokenPlanTest::merged),
                refused("two launches exchanged", BrokenPlanTest::swapped),
                refused("a statement left out", p -> pieces(p, x -> x.withStatements(dropLast(x.statements())))),
                refused(
                        "a wider domain",
                        p -> pieces(p, x -> x.withStatements(map(x.statements(), BrokenPlanTest::widened)))),
                refused("one host step too few", BrokenPlanTest::shorterHost),
                refused("host steps that are said to do without each other", BrokenPlanTest::apart),
                refused("no barrier", p -> pieces(p, BrokenPlanTest::staged)),
                refused(
                        "statements the other way",
                        p -> pieces(p, x -> x.withStatements(x.statements().reversed()))));
    }

    @Test
    void theCheckRefusesFrontsWithoutBarriers() {
        try (Context context = new Context()) {
            LoopNest nest = NestParser.parse(Path.of("src/test/resources/codegen/nests/sequence-alignment.nest"));
            Dependences dependences = DependenceAnalysis.analyze(context, nest);
            Candidate candidate = new Candidate(List.of(8, 8), List.of(1, 1), new Candidate.Options(8, 1));
            Plan right = assertInstanceOf(Verdict.Legal.class, new Tiler(dependences).plan(candidate))
                    .plan();
            PlanCheck check = new PlanCheck(dependences);
            assertInstanceOf(PlanCheck.Result.Proved.class, check.check(right));
            Plan broken = pieces(right, BrokenPlanTest::withoutBarriers);
            assertInstanceOf(PlanCheck.Result.Violated.class, check.check(broken));
        }
    }

    @Test
    void theCheckRefusesWindowsInAnotherOrder() {
        try (Context context = new Context()) {
            Dependences dependences = DependenceAnalysis.analyze(context, nest());
            Candidate candidate = new Candidate(List.of(8, 8, 8), List.of(1, 2, 4), new Candidate.Options(4, 1, 0, 16));
            Plan right = assertInstanceOf(Verdict.Legal.class, new Tiler(dependences).plan(candidate))
                    .plan();
            PlanCheck check = new PlanCheck(dependences);
            assertInstanceOf(PlanCheck.Result.Proved.class, check.check(right));
            for (UnaryOperator<Plan> fault : List.<UnaryOperator<Plan>>of(
                    BrokenPlanTest::swapped,
                    BrokenPlanTest::shorterHost,
                    p -> body(p, steps -> steps.subList(0, steps.size() - 1)))) {
                assertInstanceOf(PlanCheck.Result.Violated.class, check.check(fault.apply(right)));
            }
        }
    }

    @Test
    void runningThePlanShowsTheWrongLevel() throws IOException {
        differs("swapped", BrokenPlanTest::swapped);
    }

    @Test
    void runningThePlanShowsTheMissingBarrier() throws IOException {
        differs("staged", p -> pieces(p, BrokenPlanTest::staged));
    }

    @Test
    void runningThePlanShowsTheMissingHostStep() throws IOException {
        differs("shorter", BrokenPlanTest::shorterHost);
    }

    private static DynamicTest refused(String name, UnaryOperator<Plan> fault) {
        return DynamicTest.dynamicTest(name, () -> {
            try (Context context = new Context()) {
                Dependences dependences = DependenceAnalysis.analyze(context, nest());
                Plan broken = fault.apply(plan(dependences));
                PlanCheck.Result result = new PlanCheck(dependences).check(broken);
                assertInstanceOf(PlanCheck.Result.Violated.class, result);
            }
        });
    }

    private void differs(String name, UnaryOperator<Plan> fault) throws IOException {
        Path own = Files.createDirectories(folder.resolve(name));
        Plan broken;
        try (Context context = new Context()) {
            broken = fault.apply(plan(DependenceAnalysis.analyze(context, nest())));
        }
        assertThrows(AssertionError.class, () -> Comparison.ofProgram(broken, own, SIZES));
    }

    private static LoopNest nest() {
        return NestParser.parse(Path.of("loopnests/lu.nest"));
    }

    private static Plan plan(Dependences dependences) {
        Candidate candidate = new Candidate(List.of(4, 8, 8), List.of(1, 2, 4), new Candidate.Options(4, 1));
        return assertInstanceOf(Verdict.Legal.class, new Tiler(dependences).plan(candidate))
                .plan();
    }

    private static Plan host(Plan plan, UnaryOperator<HostStep.HostLoop> change) {
        HostStep.HostLoop loop =
                assertInstanceOf(HostStep.HostLoop.class, plan.host().getFirst());
        return new Plan(plan.nest(), plan.candidate(), plan.family(), plan.rule(), List.of(change.apply(loop)));
    }

    private static Plan body(Plan plan, UnaryOperator<List<HostStep>> change) {
        return host(plan, l -> new HostStep.HostLoop(l.variable(), l.first(), l.last(), change.apply(l.body())));
    }

    private static Plan merged(Plan plan) {
        return body(plan, steps -> {
            HostStep.Launch first = (HostStep.Launch) steps.get(0);
            HostStep.Launch second = (HostStep.Launch) steps.get(1);
            List<Piece> both = new ArrayList<>(first.pieces());
            both.addAll(second.pieces());
            List<HostStep> changed = new ArrayList<>(steps.subList(1, steps.size()));
            changed.set(0, new HostStep.Launch(first.name(), first.description(), both));
            return changed;
        });
    }

    private static Plan swapped(Plan plan) {
        return body(plan, steps -> {
            List<HostStep> changed = new ArrayList<>(steps);
            Collections.swap(changed, 0, 1);
            return changed;
        });
    }

    private static Plan shorterHost(Plan plan) {
        return host(
                plan,
                l -> new HostStep.HostLoop(l.variable(), l.first(), l.last().plus(-1), l.body()));
    }

    private static Plan apart(Plan plan) {
        return host(
                plan, l -> new HostStep.HostLoop(l.variable(), l.first(), l.last(), l.body(), null, null, null, true));
    }

    private static Plan pieces(Plan plan, UnaryOperator<Piece> change) {
        return body(plan, steps -> HostStep.map(steps, l -> l.with(map(l.pieces(), change))));
    }

    private static Piece withoutBarriers(Piece p) {
        return new Piece(
                p.role(),
                p.grid(),
                p.member(),
                p.interior(),
                p.sequential(),
                p.points(),
                p.tiles(),
                p.statements(),
                false);
    }

    private static List<Piece.PlannedStatement> dropLast(List<Piece.PlannedStatement> statements) {
        return statements.size() < 2 ? statements : statements.subList(0, statements.size() - 1);
    }

    private static Piece.PlannedStatement widened(Piece.PlannedStatement s) {
        return new Piece.PlannedStatement(s.statement(), s.coordinates(), Condition.TRUE, s.accesses());
    }

    /** Values that threads hand each other are taken from memory instead, so that no barrier is generated for them. */
    private static Piece staged(Piece piece) {
        return piece.withStatements(map(
                piece.statements(),
                s -> new Piece.PlannedStatement(
                        s.statement(),
                        s.coordinates(),
                        s.domain(),
                        map(
                                s.accesses(),
                                a -> a.strategy() == Strategy.EXCHANGED
                                        ? new Piece.PlannedAccess(a.access(), Strategy.STAGED, a.indices(), null)
                                        : a))));
    }

    private static <T> List<T> map(List<T> list, UnaryOperator<T> change) {
        return list.stream().map(change).toList();
    }
}
