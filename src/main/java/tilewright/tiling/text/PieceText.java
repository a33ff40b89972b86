package tilewright.tiling.text;

import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tilewright.kernel.text.Lines;
import tilewright.kernel.text.Words;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.tiling.plan.Piece;

/** Blocks that run the same code, as text. */
final class PieceText {
    private final Lines lines;

    PieceText(Lines lines) {
        this.lines = lines;
    }

    void print(Piece piece) {
        String head = "piece " + Words.quoted(piece.role()) + (piece.barriers() ? " barriers" : "");
        lines.block(head, () -> {
            piece.grid().forEach(g -> lines.line("grid " + AffineText.name(g.variable()) + range(g.first(), g.last())));
            lines.line("member " + AffineText.of(piece.member()));
            lines.line("interior " + AffineText.of(piece.interior()));
            piece.sequential().forEach(this::loop);
            piece.points().forEach(this::point);
            for (int tile = 0; tile < piece.tiles().size(); tile++) {
                lines.line("tile " + tile + " " + tile(piece.tiles().get(tile)));
            }
            if (!piece.prologue().isEmpty()) {
                lines.block("prologue", () -> piece.prologue().forEach(this::statement));
            }
            piece.statements().forEach(this::statement);
            if (!piece.epilogue().isEmpty()) {
                lines.block("epilogue", () -> piece.epilogue().forEach(this::statement));
            }
        });
    }

    static String range(Affine first, Affine last) {
        return " = " + AffineText.of(first) + " .. " + AffineText.of(last);
    }

    private void loop(Piece.SequentialLoop l) {
        lines.line("loop " + AffineText.name(l.variable()) + range(l.first(), l.last()) + " from "
                + AffineText.of(l.blockFirst()) + " k-tile " + l.chunk());
    }

    private void point(Piece.PointDimension p) {
        lines.line("point " + AffineText.name(p.variable()) + " = " + AffineText.of(p.base()) + " size " + p.extent()
                + " thread " + p.thread() + (p.lanes() ? " lanes" : ""));
    }

    private static String tile(Piece.RegisterTile t) {
        return AffineText.element(t.array(), t.indices())
                + (t.loaded() ? " loaded" : "")
                + (t.partial() == null
                        ? ""
                        : " partial " + Words.quoted(t.partial().notation()))
                + (t.stored().equals(Condition.FALSE) ? "" : " stored " + AffineText.of(t.stored()));
    }

    private void statement(Piece.PlannedStatement s) {
        String head =
                "statement " + AffineText.name(s.statement().id()) + coordinates(s.coordinates()) + where(s.domain());
        lines.block(head, () -> s.accesses().forEach(this::access));
    }

    private void access(Piece.PlannedAccess a) {
        lines.line(a.access().index() + " " + AffineText.element(a.access().array(), a.indices()) + " "
                + Words.of(a.strategy()) + (a.tile() == null ? "" : " tile " + a.tile()));
    }

    static String where(Condition domain) {
        return domain.equals(Condition.TRUE) ? "" : " where " + AffineText.of(domain);
    }

    /** In the order of names: a plan keeps none. */
    static String coordinates(Map<String, Affine> coordinates) {
        return new TreeMap<>(coordinates)
                .entrySet().stream()
                        .map(e -> AffineText.name(e.getKey()) + " = " + AffineText.of(e.getValue()))
                        .collect(Collectors.joining(", ", " at (", ")"));
    }
}
