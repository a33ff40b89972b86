package tilewright.tiling.text;

import java.util.stream.Collectors;
import tilewright.kernel.text.Lines;
import tilewright.kernel.text.Words;
import tilewright.tiling.plan.Family;
import tilewright.tiling.plan.TimeShape;

/** What a plan is one of, as text. */
final class FamilyText {
    private final Lines lines;

    FamilyText(Lines lines) {
        this.lines = lines;
    }

    /** @param rule of the plan; the family's is left out where it is the same */
    void print(Family family, String rule) {
        lines.block("family " + Words.quoted(family.name()), () -> {
            if (!family.rule().equals(rule)) {
                lines.line("rule " + Words.quoted(family.rule()));
            }
            lines.line("roles " + family.roles().stream().map(Words::of).collect(Collectors.joining(", ", "(", ")")));
            family.levels().forEach(this::level);
            family.constraints().forEach(c -> lines.line("size " + c.divisor() + " divides " + c.multiple()));
            if (family.time() != null) {
                time(family.time());
            }
        });
    }

    private void level(Family.Level level) {
        lines.block(
                "level " + Words.quoted(level.description()),
                () -> level.pieces()
                        .forEach(p -> lines.line(
                                "piece free " + AffineText.numbers(p.freeLoops()) + (p.exchanged() ? " exchanged" : "")
                                        + " statements " + AffineText.names(p.statements()))));
    }

    private void time(TimeShape time) {
        lines.block((time.isSweep() ? "planes " : "time ") + AffineText.names(time.dimensions()), () -> {
            time.arrays()
                    .forEach(a -> lines.line("array " + AffineText.name(a.name()) + " of " + Words.of(a.type()) + " "
                            + Words.of(a.transfer()) + TimeTileText.neighbours(a.neighbours())));
            time.sweeps().forEach(s -> lines.line(sweep(s)));
        });
    }

    private static String sweep(TimeShape.Sweep s) {
        String reads = s.reads().stream()
                .map(r -> " from " + AffineText.name(r.array()) + " " + AffineText.numbers(r.offset()))
                .collect(Collectors.joining());
        return "sweep " + AffineText.name(s.statement()) + " to " + AffineText.name(s.target()) + reads;
    }
}
