package tilewright.tiling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.parse.NestParser;
import tilewright.tiling.check.PlanCheck;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.space.Candidate;

/** Which launches become the prologue of later blocks, and that the check of plans tells right from wrong ones. */
class ProloguesTest {
    static final String ARRAYS = """
        param n, m
        double precision c(n, n)
        double precision a(n, m)
        double precision b(m, n)
        double precision d(n, n)
        assume associative(+)
        """;

    static final Candidate PRODUCT_BLOCKS =
            new Candidate(List.of(8, 4, 8), List.of(1, 1, 1), new Candidate.Options(4, 1));

    static final String PRODUCT = """
        do i = 1, n
          do k = 1, m
            do j = 1, n
              c(i,j) = c(i,j) + a(i,k) * b(k,j)
            enddo
          enddo
        enddo
        """;

    /** Each line: what stands before the product, then the statements of every launch, those of a prologue before a colon, those of an epilogue behind a semicolon. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "c(i,j) = 0 | S1:S2",
                "c(i,j) = 3 * c(i,j) + d(j,i) | S1:S2",
                // Written twice.
                "c(i,j) = d(i,j); c(i,j) = 2 * c(i,j) | S1,S2:S3",
                // Read in between, where the first launch ends.
                "c(i,j) = 0; d(i,j) = c(j,i) | S1;S2 S3",
                // Not touched in between.
                "c(i,j) = 0; d(i,j) = 1 | S2 S1:S3",
                // What it reads is written in between.
                "c(i,j) = d(j,i); d(i,j) = 1 | S1 S2 S3",
                // Another point's element.
                "c(j,i) = 0 | S1:S2",
                // Half of the elements: the product loads the others.
                "if (i >= j) c(i,j) = 0 | S1:S2",
                // Set everywhere, scaled in part; and the other way round.
                "c(i,j) = 1; if (i >= j) c(i,j) = 2 * c(i,j) | S1,S2:S3",
                "if (i >= j) c(i,j) = 1; c(i,j) = 2 * c(i,j) | S1,S2:S3",
                // What the product reads as a factor.
                "d(i,j) = 0 | S1 S2"
            })
    void launches(String before, String launches) {
        try (Context context = new Context()) {
            Dependences dependences = dependences(context, nest(before));
            Plan plan = plan(dependences, PRODUCT_BLOCKS);
            assertEquals(launches, text(plan));
            assertEquals(new PlanCheck.Result.Proved(), new PlanCheck(dependences).check(plan));
        }
    }

    /** What compares plans with the nest's order runs prologues too. */
    @Test
    void executionsRunWhatStandsBeforeTheLoops() {
        try (Context context = new Context()) {
            Plan plan = plan(dependences(context, nest("c(i,j) = 0")), PRODUCT_BLOCKS);
            Map<String, Integer> runs = new TreeMap<>();
            new PlanExecution(plan, Map.of("n", 9L, "m", 5L), 1, (id, _) -> runs.merge(id, 1, Integer::sum)).run();
            assertEquals(Map.of("S1", 81, "S2", 405), runs);
        }
    }

    private static String nest(String before) {
        return ARRAYS + loops(before) + PRODUCT;
    }

    /** Loops over all elements around each of some statements. */
    static String loops(String statements) {
        StringBuilder loops = new StringBuilder();
        for (String statement : statements.split(";")) {
            loops.append("do i = 1, n\n  do j = 1, n\n    ").append(block(statement.strip()));
            loops.append("  enddo\nenddo\n");
        }
        return loops.toString();
    }

    private static String block(String statement) {
        return statement.startsWith("if")
                ? statement.replaceFirst("\\) c\\(", ") then\n      c(") + "\n    endif\n"
                : statement + "\n";
    }

    /** What a block keeps and the prologue does not set is not stored by blocks without iterations. */
    @Test
    void otherElementsAreStoredByIterationsAlone() {
        try (Context context = new Context()) {
            Dependences dependences = dependences(
                    context,
                    nest("c(i,j) = 0")
                            .replace("a(i,k) * b(k,j)", "a(i,k) * b(k,j)\n      d(i,j) = max(d(i,j), c(i,j))"));
            Plan plan = plan(dependences, PRODUCT_BLOCKS);
            assertEquals("S1:S2,S3", text(plan));
            assertEquals(new PlanCheck.Result.Proved(), new PlanCheck(dependences).check(plan));
        }
    }

    /** The first lane has the element; blocks without iterations store it as well. */
    @Test
    void sumsOfLanesBeginWithTheirFirstLane() {
        try (Context context = new Context()) {
            Dependences dependences = dependences(context, """
                param n, m
                double precision y(n)
                double precision a(n, m)
                assume associative(+)
                do i = 1, n
                  y(i) = 2 * y(i)
                enddo
                do i = 1, n
                  do j = 1, m
                    y(i) = y(i) + a(i,j)
                  enddo
                enddo
                """);
            Plan plan = plan(dependences, new Candidate(List.of(2, 32), List.of(1, 1), new Candidate.Options(1, 1)));
            assertEquals("S1:S2", text(plan));
            Piece piece = plan.launches().getFirst().pieces().getFirst();
            assertTrue(piece.tiles().getFirst().loaded());
            assertEquals(Condition.TRUE, piece.member());
            assertEquals(new PlanCheck.Result.Proved(), new PlanCheck(dependences).check(plan));
        }
    }

    /** What the check finds in plans whose prologue is not right. */
    @ParameterizedTest
    @CsvSource({
        "later, no launch runs",
        "half, not loaded",
        "stored, is not stored",
        "interior, unguarded",
        "tile, names"
    })
    void wrongProloguesAreRefused(String fault, String said) {
        try (Context context = new Context()) {
            boolean half = fault.equals("half");
            Dependences dependences = dependences(context, nest(half ? "if (i >= j) c(i,j) = 0" : "c(i,j) = 0"));
            Plan plan = plan(dependences, PRODUCT_BLOCKS);
            assertEquals(
                    half,
                    plan.launches()
                            .getFirst()
                            .pieces()
                            .getFirst()
                            .tiles()
                            .getFirst()
                            .loaded());
            PlanCheck.Result.Violated wrong = assertInstanceOf(
                    PlanCheck.Result.Violated.class,
                    new PlanCheck(dependences).check(changed(plan, p -> withFault(p, fault))));
            assertTrue(wrong.message().contains(said), wrong::message);
        }
    }

    private static Piece withFault(Piece piece, String fault) {
        Piece.PlannedStatement first = piece.prologue().getFirst();
        Condition half = Condition.and(List.of(
                first.domain(),
                new Condition.Compare(Affine.variable("i"), Condition.Relation.GE, Affine.variable("j"))));
        Piece.RegisterTile tile = piece.tiles().getFirst();
        return switch (fault) {
            // Where a block has no iterations, nothing would set its elements.
            case "later" -> copy(piece, piece.member(), piece.interior(), piece.tiles(), List.of());
            case "half" ->
                copy(
                        piece,
                        piece.member(),
                        piece.interior(),
                        List.of(new Piece.RegisterTile(tile.array(), tile.indices(), false, tile.stored(), null)),
                        piece.prologue());
            case "stored" ->
                copy(
                        piece,
                        piece.member(),
                        piece.interior(),
                        List.of(new Piece.RegisterTile(tile.array(), tile.indices(), false, half, null)),
                        piece.prologue());
            case "interior" -> copy(piece, piece.member(), Condition.TRUE, piece.tiles(), piece.prologue());
            default -> copy(piece, piece.member(), piece.interior(), piece.tiles(), List.of(elsewhere(first)));
        };
    }

    private static Piece copy(
            Piece p,
            Condition member,
            Condition interior,
            List<Piece.RegisterTile> tiles,
            List<Piece.PlannedStatement> prologue) {
        return new Piece(
                p.role(),
                p.grid(),
                member,
                interior,
                p.sequential(),
                p.points(),
                tiles,
                prologue,
                p.statements(),
                p.epilogue(),
                false);
    }

    /** An access to the element of the neighbour. */
    private static Piece.PlannedStatement elsewhere(Piece.PlannedStatement s) {
        Piece.PlannedAccess target = s.access(1);
        List<Affine> indices = new ArrayList<>(target.indices());
        indices.set(0, indices.getFirst().plus(1));
        return new Piece.PlannedStatement(
                s.statement(),
                s.coordinates(),
                s.domain(),
                List.of(new Piece.PlannedAccess(target.access(), target.strategy(), indices, target.tile())));
    }

    static Plan changed(Plan plan, UnaryOperator<Piece> change) {
        List<HostStep> host = new ArrayList<>();
        for (HostStep step : plan.host()) {
            HostStep.Launch launch = assertInstanceOf(HostStep.Launch.class, step);
            host.add(launch.with(launch.pieces().stream().map(change).toList()));
        }
        return new Plan(plan.written(), plan.nest(), plan.candidate(), plan.family(), plan.rule(), host);
    }

    static String text(Plan plan) {
        return plan.launches().stream()
                .map(l -> l.pieces().stream()
                        .map(p -> ids(p.prologue())
                                + (p.prologue().isEmpty() ? "" : ":")
                                + ids(p.statements())
                                + (p.epilogue().isEmpty() ? "" : ";")
                                + ids(p.epilogue()))
                        .collect(Collectors.joining("+")))
                .collect(Collectors.joining(" "));
    }

    private static String ids(List<Piece.PlannedStatement> statements) {
        return statements.stream().map(s -> s.statement().id()).collect(Collectors.joining(","));
    }

    static Dependences dependences(Context context, String nest) {
        return DependenceAnalysis.analyze(context, NestParser.parse("test.nest", nest));
    }

    static Plan plan(Dependences dependences, Candidate candidate) {
        return assertInstanceOf(Verdict.Legal.class, new Tiler(dependences).plan(candidate))
                .plan();
    }
}
