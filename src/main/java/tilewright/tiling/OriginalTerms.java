package tilewright.tiling;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.FreshName;
import tilewright.model.LoopNest;
import tilewright.model.PlacedStatement;
import tilewright.tiling.plan.Blocks;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.plan.TimeTile;
import tilewright.tiling.rewrite.KeptCopies;
import tilewright.tiling.rewrite.Rewriting;

/** Puts plans of a rewritten nest back in terms of the nest before: its statements, its loop variables. */
final class OriginalTerms {
    private final LoopNest written;
    private final Rewriting form;
    private final KeptCopies copies;
    private final Set<String> kernels = new HashSet<>();

    OriginalTerms(LoopNest written, Rewriting form) {
        this.written = written;
        this.form = form;
        this.copies = KeptCopies.of(written);
    }

    List<HostStep> steps(List<HostStep> steps) {
        return HostStep.map(
                steps,
                l -> new HostStep.Launch(
                        unique(l.name()),
                        l.description(),
                        l.blocks().stream().map(this::blocks).toList(),
                        l.lane(),
                        l.follows()),
                this::tile);
    }

    private Blocks blocks(Blocks blocks) {
        return switch (blocks) {
            case Piece p -> piece(p);
            case TimeTile t -> tile(t);
        };
    }

    private String unique(String wanted) {
        return FreshName.numbered(wanted, "_", kernels::add);
    }

    private Piece piece(Piece piece) {
        return piece.mapStatements(this::statement);
    }

    private TimeTile tile(TimeTile tile) {
        List<TimeTile.TimedStatement> statements = tile.statements().stream()
                .map(s -> new TimeTile.TimedStatement(
                        placed(s.statement().id()).statement(),
                        coordinates(s.statement().id(), s.coordinates()),
                        s.domain(),
                        s.bulk(),
                        s.offsets()))
                .toList();
        return new TimeTile(tile.role(), tile.time(), tile.dimensions(), tile.interior(), tile.arrays(), statements);
    }

    private PlacedStatement placed(String id) {
        return written.statement(form.written(id));
    }

    /** The written statement's loop variables, given those of the rewritten one. */
    private Map<String, Affine> coordinates(String id, Map<String, Affine> rewritten) {
        Map<String, Affine> coordinates = new HashMap<>();
        Map<String, Affine> values = form.original().getOrDefault(id, Map.of());
        for (String variable : placed(id).loopVariables()) {
            coordinates.put(
                    variable,
                    values.getOrDefault(variable, Affine.variable(variable)).substitute(rewritten));
        }
        return coordinates;
    }

    private Piece.PlannedStatement statement(Piece.PlannedStatement planned) {
        String id = planned.statement().id();
        PlacedStatement placed = placed(id);
        Map<String, Affine> coordinates = coordinates(id, planned.coordinates());
        List<Piece.PlannedAccess> accesses = new ArrayList<>();
        List<Access> own = placed.statement().accesses();
        for (Piece.PlannedAccess access : planned.accesses()) {
            Access same = own.get(access.access().index() - 1);
            boolean behind = !access.access().array().equals(same.array());
            accesses.add(new Piece.PlannedAccess(
                    behind ? copies.behind(same).orElseThrow() : same,
                    access.strategy(),
                    access.indices(),
                    access.tile()));
        }
        return new Piece.PlannedStatement(placed.statement(), coordinates, planned.domain(), accesses);
    }
}
