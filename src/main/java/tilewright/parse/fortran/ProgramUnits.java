package tilewright.parse.fortran;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The program units of a file. Directives between two units belong to the one after them.
 *
 * @param all in the order of their first lines
 */
record ProgramUnits(List<ProgramUnit> all) {
    private static final String MAIN = "main";
    private static final Pattern PROCEDURE = Pattern.compile("(?:subroutine|function)\\s+(\\w+)\\s*(?:\\(([^)]*)\\))?");
    private static final Pattern RESULT = Pattern.compile("\\bresult\\s*\\(\\s*(\\w+)\\s*\\)");
    private static final Pattern OTHER =
            Pattern.compile("(?:program|module\\s+procedure|module|submodule\\s*\\([^)]*\\)|block\\s*data)\\s*(\\w*)");

    static ProgramUnits of(List<SourceLine> lines) {
        return new Reader().read(lines);
    }

    private static final class Reader {
        private final List<ProgramUnit> units = new ArrayList<>();
        private final Deque<ProgramUnit> open = new ArrayDeque<>();
        private List<SourceLine> waiting = new ArrayList<>();
        private boolean skipping;

        ProgramUnits read(List<SourceLine> lines) {
            for (int i = 0; i < lines.size(); i++) {
                add(lines.get(i), i);
            }
            if (!waiting.isEmpty() && !units.isEmpty()) {
                units.getLast().lines().addAll(waiting);
            } else if (!waiting.isEmpty()) {
                begin(MAIN, List.of(), null, lines.size());
            }
            return new ProgramUnits(units);
        }

        private void add(SourceLine line, int number) {
            LineKind kind = line.directive() ? LineKind.OTHER : LineKind.of(line);
            if (skipping) {
                skipping = kind != LineKind.END_INTERFACE && kind != LineKind.END_TYPE;
                return;
            }
            switch (kind) {
                case INTERFACE, TYPE_DEFINITION -> skipping = true;
                case UNIT -> start(line, number);
                case END_UNIT -> {
                    flush();
                    open.poll();
                }
                case CONTAINS -> flush();
                default -> statement(line, number);
            }
        }

        private void statement(SourceLine line, int number) {
            if (line.directive()) {
                waiting.add(line);
                return;
            }
            if (open.isEmpty()) {
                begin(MAIN, List.of(), null, number);
            }
            flush();
            open.element().lines().add(line);
        }

        /** Directives that waited belong to the unit that is open. */
        private void flush() {
            if (!open.isEmpty()) {
                open.element().lines().addAll(waiting);
                waiting = new ArrayList<>();
            }
        }

        private void begin(String name, List<String> arguments, @Nullable String result, int number) {
            ProgramUnit unit = new ProgramUnit(name, open.peek(), arguments, result, number);
            unit.lines().addAll(waiting);
            waiting = new ArrayList<>();
            units.add(unit);
            open.push(unit);
        }

        private void start(SourceLine line, int number) {
            String text = line.lower();
            Matcher procedure = PROCEDURE.matcher(text);
            if (procedure.find()) {
                Matcher result = RESULT.matcher(text);
                String name = procedure.group(1);
                boolean subroutine = procedure.group().startsWith("subroutine");
                begin(
                        name,
                        names(procedure.group(2)),
                        subroutine ? null : result.find() ? result.group(1) : name,
                        number);
                return;
            }
            Matcher other = OTHER.matcher(text);
            String name = other.lookingAt() ? other.group(1) : "";
            begin(name.isEmpty() ? MAIN : name, List.of(), null, number);
        }

        private static List<String> names(@Nullable String list) {
            return list == null
                    ? List.of()
                    : Arrays.stream(list.split(","))
                            .map(String::strip)
                            .filter(n -> !n.isEmpty())
                            .toList();
        }
    }
}
