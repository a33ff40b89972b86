package tilewright.tiling.text;

import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import tilewright.kernel.text.Lines;
import tilewright.kernel.text.Words;
import tilewright.model.Condition;
import tilewright.tiling.plan.TimeTile;

/** Blocks that run several iterations of a time loop, as text. */
final class TimeTileText {
    private final Lines lines;

    TimeTileText(Lines lines) {
        this.lines = lines;
    }

    void print(TimeTile tile) {
        lines.block("tile " + Words.quoted(tile.role()), () -> {
            TimeTile.Time time = tile.time();
            lines.line("time " + AffineText.name(time.variable()) + PieceText.range(time.first(), time.last())
                    + (time.turn() == null ? "" : " turn " + AffineText.name(time.turn()))
                    + (time.ends().equals(Condition.TRUE) ? "" : " ends " + AffineText.of(time.ends())));
            tile.dimensions().forEach(this::dimension);
            lines.line("interior " + AffineText.of(tile.interior()));
            tile.arrays().forEach(this::array);
            tile.statements().forEach(this::statement);
        });
    }

    private void dimension(TimeTile.Dimension d) {
        lines.line("dimension " + AffineText.name(d.variable()) + " = " + AffineText.of(d.base()) + " size "
                + d.extent() + " low " + d.low() + " own " + d.own() + " thread " + d.thread() + " block "
                + AffineText.name(d.block()) + " .. " + AffineText.of(d.lastBlock())
                + (d.whole() ? " whole" : ""));
    }

    private void array(TimeTile.HeldArray a) {
        String written = a.written().equals(Condition.FALSE) ? "" : " written " + AffineText.of(a.written());
        lines.line("array " + AffineText.name(a.array()) + " " + Words.of(a.transfer()) + written
                + neighbours(a.neighbours()));
    }

    static String neighbours(List<List<Integer>> offsets) {
        return offsets.stream().map(AffineText::numbers).collect(Collectors.joining(", ", " neighbours (", ")"));
    }

    private void statement(TimeTile.TimedStatement s) {
        String head = "statement " + AffineText.name(s.statement().id()) + (s.bulk() ? " bulk" : "")
                + PieceText.coordinates(s.coordinates()) + PieceText.where(s.domain());
        lines.block(
                head,
                () -> new TreeMap<>(s.offsets())
                        .forEach((access, offset) -> lines.line(access + " at " + AffineText.numbers(offset))));
    }
}
