package tilewright.parse.fortran;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tilewright.model.SourcePosition;
import tilewright.model.UserError;
import tilewright.parse.Diagnostics;

/** Finds the scops of a file. */
final class Scops {
    static final String BEGIN = "scop";
    static final String END = "endscop";

    private final Diagnostics diagnostics;
    private final List<Scop> found = new ArrayList<>();

    private Scops(Diagnostics diagnostics) {
        this.diagnostics = diagnostics;
    }

    /** All scops of the units, in order. */
    static List<Scop> of(ProgramUnits units, Diagnostics diagnostics) {
        Scops scops = new Scops(diagnostics);
        units.all().forEach(scops::find);
        return scops.found;
    }

    /** As {@code end do}, the end of a scop may be written in two words. */
    static String keyword(String directive) {
        return directive.replaceFirst("^end\\s+scop$", END);
    }

    private void find(ProgramUnit unit) {
        SourceLine open = null;
        List<SourceLine> lines = new ArrayList<>();
        for (SourceLine line : unit.lines()) {
            String word = line.directive() ? keyword(line.lower()) : "";
            if (word.equals(BEGIN)) {
                if (open != null) {
                    diagnostics.error(
                            open.position(), "this scop is not ended before the next one; add '!$tilewright endscop'");
                }
                open = line;
                lines.clear();
            } else if (word.equals(END)) {
                if (open == null) {
                    diagnostics.error(
                            line.position(),
                            "'!$tilewright endscop' without '!$tilewright scop' before it in '" + unit.name()
                                    + "'; remove it or add that");
                } else {
                    found.add(new Scop(found.size() + 1, unit, lines, open.position()));
                }
                open = null;
            } else if (open != null && !line.directive()) {
                lines.add(line);
            }
        }
        if (open != null) {
            diagnostics.error(
                    open.position(),
                    "this scop is never ended in '" + unit.name()
                            + "'; add '!$tilewright endscop' after its last statement");
        }
    }

    /**
     * The scop that the user means.
     *
     * @param wanted number or program unit, or null for the only one
     * @throws UserError where there is no such scop, or several
     */
    static Scop choose(String file, List<Scop> scops, @Nullable String wanted) {
        List<Scop> fitting =
                scops.stream().filter(s -> wanted == null || s.isCalled(wanted)).toList();
        if (fitting.size() == 1) {
            return fitting.getFirst();
        }
        if (scops.isEmpty()) {
            throw UserError.badInput(new SourcePosition(file, 1, 1)
                    + ": error: there is no scop here; put '!$tilewright scop' before the loops and '!$tilewright"
                    + " endscop' after them");
        }
        String choices = scops.stream()
                .map(s -> s.number() + " (" + s.unit().name() + ", line "
                        + s.position().line() + ")")
                .collect(Collectors.joining(", "));
        String what = wanted == null
                ? "the file has " + scops.size() + " scops; choose one by --scop"
                : "--scop " + wanted + " names " + (fitting.isEmpty() ? "no scop" : "several scops")
                        + "; give one of these numbers";
        throw UserError.badInput(scops.getFirst().position() + ": error: " + what + ": " + choices);
    }
}
