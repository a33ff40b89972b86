package tilewright.tiling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tilewright.codegen.Lowering;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.kernel.pass.Passes;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.parse.NestParser;
import tilewright.tiling.check.PlanCheck;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;
import tilewright.tiling.schedule.Schedule;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.ConstantLoops;
import tilewright.tiling.space.LoopRole;

/** Values that a point makes anew in each iteration of a loop are in a register, not in memory of their own. */
class ValuesOfIterationsTest {
    private static final String WEIGHTS = """
        param n, m
        real x(n + 5, m), y(n, m), z(n, m)
        local real s, q, d, e
        do i = 1, n
          do j = 1, m
            s = 0
            q = 0
            do k = 1, 3
              d = 0
              do l = 1, 2
                d = d + (x(i+k,j) - x(i+l,j)) * x(i+l,j)
              enddo
              e = sqrt(1 + d * d) / (2 + d)
              s = s + e * x(i+k,j)
              q = q + e
            enddo
            y(i,j) = s
            z(i,j) = q
          enddo
        enddo
        """;

    private static final String COLUMNS = """
        param n, m
        real x(n, m), mean(m), var(m), skew(m)
        local real d
        assume associative(+)
        do j = 1, m
          mean(j) = 0
          do i = 1, n
            mean(j) = mean(j) + x(i,j)
          enddo
          var(j) = 0
          skew(j) = 0
          do i = 1, n
            d = sqrt(1 + (x(i,j) - mean(j)) * (x(i,j) - mean(j))) / (1 + x(i,j) * x(i,j))
            var(j) = var(j) + d * d
            skew(j) = skew(j) + d * d * d
          enddo
          var(j) = var(j) / n
          skew(j) = skew(j) / var(j)
        enddo
        """;

    private interface Use {
        void with(Dependences dependences, Plan plan);
    }

    private static void planned(String text, Schedule schedule, Use use) {
        try (Context context = new Context()) {
            Dependences dependences = DependenceAnalysis.analyze(context, NestParser.parse("weights.nest", text));
            Tiler tiler = new Tiler(dependences, schedule);
            List<LoopRole> roles = tiler.families().getFirst().roles();
            ConstantLoops constant = new ConstantLoops(tiler.ranked());
            Candidate candidate = new Candidate(
                    IntStream.range(0, roles.size())
                            .mapToObj(z -> roles.get(z) == LoopRole.UNROLLED ? constant.iterations(z) : 8)
                            .toList(),
                    roles.stream().map(_ -> 1).toList(),
                    new Candidate.Options(1, 1));
            use.with(
                    dependences,
                    assertInstanceOf(Verdict.Legal.class, tiler.plan(candidate)).plan());
        }
    }

    /** Register tiles of arrays that the nest as written does not have, with their subscripts. */
    private static String tiles(Plan plan) {
        return plan.launches().stream()
                .flatMap(l -> l.pieces().stream())
                .flatMap(p -> p.tiles().stream())
                .filter(t -> plan.temporaries().stream().anyMatch(a -> a.name().equals(t.array())))
                .map(t -> t.array() + t.indices())
                .sorted()
                .collect(Collectors.joining(" "));
    }

    @Test
    void aPointHasARegisterForAllIterations() {
        planned(WEIGHTS, new Schedule.Auto(), (dependences, plan) -> {
            assertEquals("d_i_k_j[i, k, j] e_i_k_j[i, k, j]", tiles(plan));
            assertEquals(new PlanCheck.Result.Proved(), new PlanCheck(dependences).check(plan));
            assertEquals(
                    List.of(), Lowering.lowerForDevice(plan, Passes.OF_DEVICES).scratch());
        });
    }

    /** Lanes share iterations out, a group of them at a time: each has the value of its own one. */
    @Test
    void aLaneHasARegisterForAllOfItsIterations() {
        String rows = COLUMNS.replace("x(n, m)", "x(m, n)").replace("x(i,j)", "x(j,i)");
        planned(rows, new Schedule.Rows(), (dependences, plan) -> {
            assertEquals("d_j_i[j, 8*ib + i_lane + 1]", tiles(plan));
            assertEquals(new PlanCheck.Result.Proved(), new PlanCheck(dependences).check(plan));
        });
    }

    /** Where columns lie beside each other, so do threads: what a lane keeps in a register lies nowhere. */
    @Test
    void registersDoNotSayAlongWhichLoopThreadsAreNeighbours() {
        planned(COLUMNS, new Schedule.Rows(), (_, plan) -> {
            assertEquals("1D rows with lanes across rows", plan.family().name());
            assertEquals("d_i_j[8*ib + i_lane + 1, j]", tiles(plan));
        });
    }

    /** No array has as many dimensions as there are loops: in memory it would take as much as a matrix. */
    @Test
    void lanesKeepWhatMemoryHasNoRoomFor() {
        String forces = """
            param n
            real x(n), f(n), g(n)
            local real d
            assume associative(+)
            do i = 1, n
              do j = 1, n
                d = 1 / sqrt(1 + (x(i) - x(j)) * (x(i) - x(j)))
                f(i) = f(i) + d
                g(i) = g(i) + d * d * d
              enddo
            enddo
            """;
        planned(forces, new Schedule.Auto(), (dependences, plan) -> {
            assertEquals("d_i_j[i, 8*jb + j_lane + 1]", tiles(plan));
            assertEquals(new PlanCheck.Result.Proved(), new PlanCheck(dependences).check(plan));
            assertEquals(
                    List.of(), Lowering.lowerForDevice(plan, Passes.OF_DEVICES).scratch());
        });
        // Not where others read it in another loop.
        String stored = forces.replace("local real d", "local real d, w(n, n)")
                .replace("    f(i) = f(i) + d\n", "    f(i) = f(i) + d\n    w(j,i) = d\n");
        planned(
                stored,
                new Schedule.Auto(),
                (_, plan) -> assertTrue(plan.scratch().stream().allMatch(a -> a.dimensions() <= 2), plan::toString));
    }

    /** What another launch reads has memory. */
    @Test
    void aValueThatOthersWantIsStored() {
        String other =
                WEIGHTS.replace("real x(n", "real w(n, m, 3), x(n").replace("  s = s", "  w(i,j,k) = e\n  s = s");
        planned(
                other,
                new Schedule.Auto(),
                (_, plan) -> assertTrue(
                        plan.launches().stream()
                                .flatMap(l -> l.pieces().stream())
                                .flatMap(p -> p.tiles().stream())
                                .noneMatch(t -> t.array().equals("w")),
                        () -> tiles(plan)));
    }

    /** @param fault what is wrong with the tile of {@code e} */
    @ParameterizedTest
    @CsvSource({
        "loaded, of which memory has some",
        "stored, of which memory has some",
        "an array of the nest, of which memory has some",
        "one element of two iterations, shares its register with other points or iterations"
    })
    void aWrongTileIsRefused(String fault, String message) {
        planned(WEIGHTS, new Schedule.Auto(), (dependences, plan) -> {
            PlanCheck.Result.Violated violated = assertInstanceOf(
                    PlanCheck.Result.Violated.class,
                    new PlanCheck(dependences).check(pieces(plan, p -> withFault(p, fault))));
            assertTrue(violated.message().contains(message), violated.message());
        });
    }

    /** A loop inside of one that the subscripts leave out: of the loop outside the register has one iteration's value after another one's. */
    @Test
    void iterationsOfAnInnerLoopAloneShareARegister() {
        planned(WEIGHTS, new Schedule.Auto(), (dependences, plan) -> {
            PlanCheck.Result.Violated violated = assertInstanceOf(
                    PlanCheck.Result.Violated.class,
                    new PlanCheck(dependences).check(pieces(plan, ValuesOfIterationsTest::turned)));
            assertTrue(
                    violated.message().contains("shares its register with other points or iterations"),
                    violated.message());
        });
    }

    private static Piece withFault(Piece piece, String fault) {
        if (fault.equals("an array of the nest")) {
            return piece.with(
                    piece.points(),
                    tiles(piece, t -> new Piece.RegisterTile("y", t.indices(), false, t.stored(), null)));
        }
        return piece.with(piece.points(), tiles(piece, t -> switch (fault) {
            case "loaded" -> new Piece.RegisterTile(t.array(), t.indices(), true, t.stored(), null);
            case "stored" -> new Piece.RegisterTile(t.array(), t.indices(), false, Condition.TRUE, null);
            default -> {
                List<Affine> indices = new ArrayList<>(t.indices());
                indices.set(1, indices.get(1).floorDiv(2));
                yield new Piece.RegisterTile(t.array(), indices, false, t.stored(), null);
            }
        }));
    }

    private static List<Piece.RegisterTile> tiles(Piece piece, UnaryOperator<Piece.RegisterTile> change) {
        return piece.tiles().stream()
                .map(t -> t.array().equals("e_i_k_j") ? change.apply(t) : t)
                .toList();
    }

    /** The loops inside a point the other way round. */
    private static Piece turned(Piece piece) {
        return new Piece(
                piece.role(),
                piece.grid(),
                piece.member(),
                piece.interior(),
                piece.sequential().reversed(),
                piece.points(),
                piece.tiles(),
                piece.statements(),
                piece.barriers());
    }

    private static Plan pieces(Plan plan, UnaryOperator<Piece> change) {
        List<HostStep> host = HostStep.map(
                plan.host(), l -> l.with(l.pieces().stream().map(change).toList()));
        return new Plan(plan.written(), plan.nest(), plan.candidate(), plan.family(), plan.rule(), host);
    }
}
