package tilewright.tiling.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import tilewright.model.Access;
import tilewright.model.LoopNest;
import tilewright.parse.WithoutPositions;
import tilewright.tiling.HostStep;
import tilewright.tiling.KeptCopies;
import tilewright.tiling.Piece;
import tilewright.tiling.Plan;
import tilewright.tiling.TimeTile;

/** A plan's text holds the plan. */
public final class PlanRoundTrip {
    private PlanRoundTrip() {}

    /** Fails where the text of a plan gives another plan; of expanded nests, source positions apart. */
    public static void check(Plan plan) {
        String text = PlanText.print(plan);
        Plan read = PlanText.parse(plan.written().name(), text, plan.written());
        if (plan.nest().equals(plan.written())) {
            assertEquals(plan, read, text);
        } else {
            assertEquals(ofOwnNest(plan), ofOwnNest(read), text);
        }
        assertEquals(text, PlanText.print(read));
    }

    /** The plan with statements that stand nowhere. */
    private static Plan ofOwnNest(Plan plan) {
        LoopNest nest = WithoutPositions.of(plan.nest());
        return new Plan(plan.written(), nest, plan.candidate(), plan.family(), plan.rule(), steps(plan.host(), nest));
    }

    private static List<HostStep> steps(List<HostStep> steps, LoopNest nest) {
        return HostStep.map(
                steps,
                l -> l.with(l.blocks().stream()
                        .map(b -> switch (b) {
                            case Piece p -> piece(p, nest);
                            case TimeTile t -> tile(t, nest);
                        })
                        .toList()));
    }

    private static Piece piece(Piece piece, LoopNest nest) {
        return piece.mapStatements(s -> new Piece.PlannedStatement(
                nest.statement(s.statement().id()).statement(),
                s.coordinates(),
                s.domain(),
                s.accesses().stream()
                        .map(a -> new Piece.PlannedAccess(
                                access(
                                        nest,
                                        nest.statement(s.statement().id())
                                                .statement()
                                                .accesses()
                                                .get(a.access().index() - 1),
                                        a.access().array()),
                                a.strategy(),
                                a.indices(),
                                a.tile()))
                        .toList()));
    }

    /** The statement's access, or the one behind the copy that it reads. */
    private static Access access(LoopNest nest, Access own, String array) {
        return own.array().equals(array) ? own : KeptCopies.of(nest).behind(own).orElseThrow();
    }

    private static TimeTile tile(TimeTile tile, LoopNest nest) {
        return new TimeTile(
                tile.role(),
                tile.time(),
                tile.dimensions(),
                tile.interior(),
                tile.arrays(),
                tile.statements().stream()
                        .map(s -> new TimeTile.TimedStatement(
                                nest.statement(s.statement().id()).statement(),
                                s.coordinates(),
                                s.domain(),
                                s.bulk(),
                                s.offsets()))
                        .toList());
    }
}
