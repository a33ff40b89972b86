package tilewright.parse.fortran;

import java.util.List;
import tilewright.model.SourcePosition;

/** The statements between {@code !$tilewright scop} and {@code !$tilewright endscop}. */
record Scop(int number, ProgramUnit unit, List<SourceLine> lines, SourcePosition position) {
    Scop {
        lines = List.copyOf(lines);
    }

    boolean isCalled(String scop) {
        return scop.equals(Integer.toString(number)) || scop.equalsIgnoreCase(unit.name());
    }
}
