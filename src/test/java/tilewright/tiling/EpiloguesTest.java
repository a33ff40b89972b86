package tilewright.tiling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.tiling.check.PlanCheck;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Strategy;
import tilewright.tiling.space.Candidate;

/** Which launches become the epilogue of earlier blocks, and that the check of plans tells right from wrong ones. */
class EpiloguesTest {
    /** Each line: what stands after the product, then the statements of every launch, those of an epilogue behind a semicolon. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "c(i,j) = 2 * c(i,j) | S1;S2",
                "c(i,j) = max(c(i,j) + a(i,1), 0.0d0) | S1;S2",
                // To memory that the product does not touch, in the same order and in the other one.
                "d(i,j) = 2 * c(i,j) | S1;S2",
                "d(j,i) = c(i,j) | S1;S2",
                // Blocks would wait for an element of every point.
                "c(i,j) = c(i,j) + d(i,j) | S1 S2",
                "d(i,j) = c(i,j); c(i,j) = 0 | S1;S2,S3",
                // Half of the elements.
                "if (i >= j) c(i,j) = 2 * c(i,j) | S1;S2",
                // Takes what another point has, or writes it.
                "d(i,j) = c(i,j) + c(j,i) | S1 S2",
                "if (i > j) c(j,i) = c(i,j) | S1 S2",
                // Another launch is nearer.
                "d(i,j) = 1; c(i,j) = c(i,j) * d(i,j) | S1 S2;S3",
                // Nothing to do with each other.
                "d(i,j) = 1 | S1 S2"
            })
    void launches(String after, String launches) {
        try (Context context = new Context()) {
            Dependences dependences = ProloguesTest.dependences(
                    context, ProloguesTest.ARRAYS + ProloguesTest.PRODUCT + ProloguesTest.loops(after));
            Plan plan = ProloguesTest.plan(dependences, ProloguesTest.PRODUCT_BLOCKS);
            assertEquals(launches, ProloguesTest.text(plan));
            assertEquals(new PlanCheck.Result.Proved(), new PlanCheck(dependences).check(plan));
        }
    }

    /** The other half gets what the points of one half have summed: elements of the same array that no point keeps. */
    @Test
    void triangleIsMirrored() {
        try (Context context = new Context()) {
            Dependences dependences = ProloguesTest.dependences(context, """
                param n, m
                double precision c(n, n)
                double precision a(n, m)
                assume associative(+)
                do i = 1, n
                  do j = i + 1, n
                    c(i,j) = 0
                    do k = 1, m
                      c(i,j) = c(i,j) + a(i,k) * a(j,k)
                    enddo
                    c(j,i) = c(i,j)
                  enddo
                enddo
                """);
            Plan plan = ProloguesTest.plan(
                    dependences, new Candidate(List.of(8, 8, 4), List.of(1, 1, 1), new Candidate.Options(4, 1)));
            assertEquals("S1:S2;S3", ProloguesTest.text(plan));
            assertEquals(new PlanCheck.Result.Proved(), new PlanCheck(dependences).check(plan));
            Piece piece = plan.launches().getFirst().pieces().getFirst();
            assertEquals(1, piece.tiles().size());
            assertEquals(Strategy.DIRECT, piece.epilogue().getFirst().access(1).strategy());
        }
    }

    /** What the check finds in plans whose epilogue is not right. */
    @ParameterizedTest
    @CsvSource({
        "half, no launch runs",
        "more, what the nest does not have",
        "first, nothing inside the block keeps them in order",
        "every iteration, twice",
        "from memory, nothing inside the block keeps them in order",
        "unset, not loaded",
        "unguarded, unguarded"
    })
    void wrongEpiloguesAreRefused(String fault, String said) {
        try (Context context = new Context()) {
            Dependences dependences = ProloguesTest.dependences(
                    context, ProloguesTest.ARRAYS + ProloguesTest.PRODUCT + ProloguesTest.loops("c(i,j) = 2 * c(i,j)"));
            Plan plan = ProloguesTest.plan(dependences, ProloguesTest.PRODUCT_BLOCKS);
            PlanCheck.Result.Violated wrong = assertInstanceOf(
                    PlanCheck.Result.Violated.class,
                    new PlanCheck(dependences).check(ProloguesTest.changed(plan, p -> withFault(p, fault))));
            assertTrue(wrong.message().contains(said), wrong::message);
        }
    }

    private static Piece withFault(Piece piece, String fault) {
        Piece.PlannedStatement last = piece.epilogue().getFirst();
        Condition half = new Condition.Compare(Affine.variable("i"), Condition.Relation.GE, Affine.variable("j"));
        Piece.RegisterTile tile = piece.tiles().getFirst();
        return switch (fault) {
            case "half" ->
                copy(
                        piece,
                        piece.tiles(),
                        piece.interior(),
                        List.of(where(last, Condition.and(List.of(last.domain(), half)))));
            case "more" -> copy(piece, piece.tiles(), piece.interior(), List.of(where(last, half)));
            case "first" ->
                new Piece(
                        piece.role(),
                        piece.grid(),
                        piece.member(),
                        piece.interior(),
                        piece.sequential(),
                        piece.points(),
                        piece.tiles(),
                        piece.epilogue(),
                        piece.statements(),
                        List.of(),
                        false);
            case "every iteration" ->
                copy(piece, piece.tiles(), piece.interior(), List.of())
                        .withStatements(List.of(piece.statements().getFirst(), last));
            case "from memory" ->
                copy(
                        piece,
                        piece.tiles(),
                        piece.interior(),
                        List.of(new Piece.PlannedStatement(
                                last.statement(),
                                last.coordinates(),
                                last.domain(),
                                List.of(
                                        last.access(1),
                                        new Piece.PlannedAccess(
                                                last.access(2).access(),
                                                Strategy.DIRECT,
                                                last.access(2).indices(),
                                                null)))));
            case "unset" ->
                copy(
                        piece,
                        List.of(new Piece.RegisterTile(tile.array(), tile.indices(), false, tile.stored(), null)),
                        piece.interior(),
                        piece.epilogue());
            default -> copy(piece, piece.tiles(), Condition.TRUE, piece.epilogue());
        };
    }

    private static Piece.PlannedStatement where(Piece.PlannedStatement s, Condition domain) {
        return new Piece.PlannedStatement(s.statement(), s.coordinates(), domain, s.accesses());
    }

    private static Piece copy(
            Piece p, List<Piece.RegisterTile> tiles, Condition interior, List<Piece.PlannedStatement> epilogue) {
        return new Piece(
                p.role(),
                p.grid(),
                p.member(),
                interior,
                p.sequential(),
                p.points(),
                tiles,
                p.prologue(),
                p.statements(),
                epilogue,
                false);
    }
}
