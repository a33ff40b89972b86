package tilewright.parse.fortran;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A subroutine, function, main program or module.
 *
 * @param name in lower case; {@code main} of a program without a name
 * @param host the unit that contains it, whose declarations it sees; null where none does
 * @param lines its statements without those of contained units, directives too, its first and last line left out
 * @param arguments names of its dummy arguments in order, in lower case
 * @param result the name of a function's result, in lower case; null where it is none
 * @param begin the number of its first statement in the file
 */
record ProgramUnit(
        String name,
        @Nullable ProgramUnit host,
        List<SourceLine> lines,
        List<String> arguments,
        @Nullable String result,
        int begin) {
    ProgramUnit(String name, @Nullable ProgramUnit host, List<String> arguments, @Nullable String result, int begin) {
        this(name, host, new ArrayList<>(), arguments, result, begin);
    }
}
