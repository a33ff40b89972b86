package tilewright.tiling.rewrite;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.parse.NestParser;
import tilewright.tiling.Eliminations;
import tilewright.tiling.Tiler;
import tilewright.tiling.check.ExpansionCheck;
import tilewright.tiling.check.PlanCheck;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Strategy;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.LoopRole;
import tilewright.tiling.text.PlanRoundTrip;

@Order(1)
@Execution(ExecutionMode.CONCURRENT)
class NodeSplittingTest {
    /** All of them in blocks, and one in panels besides: those of the others take minutes to prove. */
    static List<Arguments> eliminations() {
        List<Arguments> all = new ArrayList<>();
        Eliminations.all().forEach(nest -> all.add(Arguments.of(nest, new Candidate.Options(4, 2))));
        all.add(Arguments.of(Eliminations.gaussJordan(), new Candidate.Options(4, 2, 4)));
        return all;
    }

    @Test
    void theOwnersOfRowAndColumnCopyThemFirst() {
        try (Context context = new Context()) {
            LoopNest split = split(context, Eliminations.all().getLast());

            assertEquals(
                    List.of(
                            "steps_k(k,i) = steps(i,j)",
                            "steps_k_2(k,j) = steps(i,j)",
                            "w_k(k,i) = w(i,j)",
                            "w_k_2(k,j) = w(i,j)",
                            "steps(i,j) = merge(steps_k(k,i) + steps_k_2(k,j), steps(i,j), min(w_k(k,i), w_k_2(k,j)) >"
                                    + " w(i,j))",
                            "w(i,j) = max(min(w_k(k,i), w_k_2(k,j)), w(i,j))"),
                    split.statements().stream()
                            .map(p -> p.statement().toString())
                            .toList());
            assertEquals("S2", split.statements().getLast().statement().id(), "statements as written keep their names");
        }
    }

    /** What an iteration changes itself is copied behind the part that does so, where nothing changes it after that. */
    @Test
    void copiesOfWhatAnIterationChangesComeBehindThat() {
        String text = """
            param n
            real a(n,n)
            do k = 1, n
              do j = 1, n
                a(k,j) = 2.0 * a(k,j)
              enddo
              do i = 1, n
                do j = 1, n
                  if (i /= k) a(i,j) = a(i,j) - a(k,j)
                enddo
              enddo
            enddo
            """;
        try (Context context = new Context()) {
            LoopNest split = split(context, NestParser.parse("nest", text));
            assertEquals(
                    List.of("a(k,j) = 2.0 * a(k,j)", "a_k(k,j) = a(i,j)", "a(i,j) = a(i,j) - a_k(k,j)"),
                    split.statements().stream()
                            .map(p -> p.statement().toString())
                            .toList());
            assertEquals(Optional.empty(), difference(context, NestParser.parse("nest", text), split));
            assertEquals(
                    Optional.empty(),
                    NodeSplitting.of(DependenceAnalysis.analyze(
                            context, NestParser.parse("nest", text.replace("if (i /= k) ", "")))));
        }
    }

    @ParameterizedTest
    @MethodSource("eliminations")
    void eliminationsOverTheWholeSquareHaveBlocks(LoopNest nest, Candidate.Options options) {
        try (Context context = new Context()) {
            Dependences dependences = DependenceAnalysis.analyze(context, nest);
            Tiler tiler = new Tiler(dependences);

            assertEquals(
                    List.of(LoopRole.HOST_BLOCKS, LoopRole.PARALLEL, LoopRole.PARALLEL),
                    tiler.families().getFirst().roles());
            Candidate candidate = new Candidate(List.of(8, 8, 8), List.of(1, 2, 4), options);
            Plan plan =
                    assertInstanceOf(Verdict.Legal.class, tiler.plan(candidate)).plan();

            assertInstanceOf(PlanCheck.Result.Proved.class, new PlanCheck(dependences).check(plan));
            PlanRoundTrip.check(plan);
        }
    }

    /** A block that makes a copy reads what is behind it: here all but one access, so that it is read too late. */
    @Test
    void readingBehindACopyThatAnotherBlockMakesIsFound() {
        try (Context context = new Context()) {
            LoopNest nest = Eliminations.gaussJordan();
            Dependences dependences = DependenceAnalysis.analyze(context, nest);
            Candidate candidate = new Candidate(List.of(8, 8, 8), List.of(1, 2, 4), new Candidate.Options(4, 1));
            Plan plan = ((Verdict.Legal) new Tiler(dependences).plan(candidate)).plan();
            Plan wrong = new Plan(
                    plan.written(),
                    plan.nest(),
                    candidate,
                    plan.family(),
                    plan.rule(),
                    HostStep.map(
                            plan.host(),
                            l -> l.with(l.pieces().stream()
                                    .map(p -> behind(p, plan.nest()))
                                    .toList())));

            assertNotEquals(plan, wrong);
            assertInstanceOf(PlanCheck.Result.Violated.class, new PlanCheck(dependences).check(wrong));
        }
    }

    /** Staged accesses to copies, as accesses to the elements. */
    private static Piece behind(Piece piece, LoopNest nest) {
        KeptCopies copies = KeptCopies.of(nest);
        return piece.withStatements(piece.statements().stream()
                .map(s -> new Piece.PlannedStatement(
                        s.statement(),
                        s.coordinates(),
                        s.domain(),
                        s.accesses().stream()
                                .map(a -> a.strategy() != Strategy.STAGED
                                        ? a
                                        : copies.behind(a.access())
                                                .map(e -> new Piece.PlannedAccess(
                                                        e,
                                                        Strategy.STAGED,
                                                        e.indices().stream()
                                                                .map(i -> i.substitute(s.coordinates()))
                                                                .toList(),
                                                        null))
                                                .orElse(a))
                                .toList()))
                .toList());
    }

    @Test
    void aCopyThatComesTooLateIsFound() {
        try (Context context = new Context()) {
            LoopNest nest = Eliminations.gaussJordan();
            LoopNest split = split(context, nest);
            Node.Loop outermost = (Node.Loop) split.body().getFirst();
            List<Node> late = new ArrayList<>(outermost.body());
            late.add(late.removeFirst());
            LoopNest wrong = withBody(
                    split,
                    List.of(new Node.Loop(
                            outermost.variable(),
                            outermost.lower(),
                            outermost.upper(),
                            outermost.step(),
                            late,
                            outermost.position())));

            assertEquals(Optional.empty(), difference(context, nest, split));
            assertEquals(Optional.of("a(k,j) of S1 gets another value"), difference(context, nest, wrong));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // every point reads neighbours of its own
                "real a(0:n+1)\ndo t = 1, n\ndo i = 1, n\na(i) = a(i) + a(i+1)\nenddo\nenddo\n",
                // what is read is final
                "real a(n,n)\ndo k = 1, n\ndo i = k+1, n\ndo j = k+1, n\n"
                        + "a(i,j) = a(i,j) - a(i,k) * a(k,j)\nenddo\nenddo\nenddo\n"
            })
    void refused(String text) {
        try (Context context = new Context()) {
            LoopNest nest = NestParser.parse("nest", "param n\n" + text);
            assertEquals(Optional.empty(), NodeSplitting.of(DependenceAnalysis.analyze(context, nest)));
        }
    }

    /** Where the host runs nothing step by step, there is nothing to gain. */
    @Test
    void closedSemiringsNeedNoCopies() {
        try (Context context = new Context()) {
            LoopNest nest = NestParser.parse(java.nio.file.Path.of("loopnests", "floyd-warshall.nest"));
            Candidate candidate = new Candidate(List.of(8, 8, 8), List.of(1, 2, 4), new Candidate.Options(4, 1));
            Plan plan = ((Verdict.Legal) new Tiler(DependenceAnalysis.analyze(context, nest)).plan(candidate)).plan();

            assertTrue(plan.scratch().isEmpty());
        }
    }

    private static LoopNest split(Context context, LoopNest nest) {
        return NodeSplitting.of(DependenceAnalysis.analyze(context, nest)).orElseThrow();
    }

    private static Optional<String> difference(Context context, LoopNest before, LoopNest after) {
        return new ExpansionCheck(
                        DependenceAnalysis.analyze(context, before), DependenceAnalysis.analyze(context, after, false))
                .difference();
    }

    private static LoopNest withBody(LoopNest nest, List<Node> body) {
        return new LoopNest(nest.name(), nest.parameters(), nest.arrays(), nest.assumptions(), List.of(), body);
    }
}
