package tilewright.tiling.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import tilewright.model.Access;
import tilewright.model.LoopNest;
import tilewright.parse.WithoutPositions;
import tilewright.tiling.plan.Family;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.TimeTile;
import tilewright.tiling.rewrite.KeptCopies;

/** A plan's text holds the plan. */
public final class PlanRoundTrip {
    private PlanRoundTrip() {}

    /** Fails where the text of a plan gives another plan; of expanded nests, source positions apart, and of families, what their pieces say of places. */
    public static void check(Plan whole) {
        Plan plan = withoutPlaces(whole);
        String text = PlanText.print(whole);
        Plan read = PlanReader.parse(plan.written().name(), text, plan.written());
        if (plan.nest().equals(plan.written())) {
            assertEquals(plan, read, text);
        } else {
            assertEquals(ofOwnNest(plan), ofOwnNest(read), text);
        }
        assertEquals(text, PlanText.print(read));
    }

    private static Plan withoutPlaces(Plan plan) {
        Family family = plan.family();
        List<Family.Level> levels = family.levels().stream()
                .map(l -> new Family.Level(
                        l.description(),
                        l.pieces().stream()
                                .map(p ->
                                        new Family.PieceShape(p.freeLoops(), p.exchanged(), p.statements(), List.of()))
                                .toList()))
                .toList();
        return new Plan(
                plan.written(),
                plan.nest(),
                plan.candidate(),
                new Family(
                        family.name(),
                        family.roles(),
                        levels,
                        family.constraints(),
                        family.rule(),
                        family.time(),
                        family.inRows()),
                plan.rule(),
                plan.host(),
                plan.coalesced());
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
