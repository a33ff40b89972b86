package tilewright.irregular.host;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tilewright.codegen.Templates;
import tilewright.irregular.Fixpoint;
import tilewright.irregular.Relaxation;
import tilewright.irregular.Renumbering;
import tilewright.kernel.Program;
import tilewright.kernel.print.CDialect;
import tilewright.kernel.print.Printer;

/**
 * The C program of a schedule: one function whose pointers and integers are those of {@link #arguments}.
 *
 * @param order in which the arcs of a row stand
 */
public record HostProgram(HostSchedule schedule, String source, Renumbering.RowOrder order) {
    /** The function. */
    public static final String FUNCTION = "tilewright_fixpoint";
    /** The exported array of 64-bit integers: nanoseconds, steps, arcs looked at, and 1 where memory was missing. */
    public static final String RESULTS = "tilewright_results";

    private static final String TEMPLATE = "c/fixpoint.ftl";

    /** Prints the program. */
    public static HostProgram of(Templates templates, Fixpoint fixpoint, HostSchedule schedule, String name) {
        if (!HostSchedule.allowed(fixpoint, schedule)) {
            throw new IllegalArgumentException(schedule + " on " + fixpoint);
        }
        Relaxation relaxation = fixpoint.relaxation();
        CDialect dialect =
                new CDialect(new Program(name, List.of(), List.of(), List.of(), List.of(), List.of(), List.of()));
        Map<String, Object> model = new HashMap<>();
        model.put("name", name);
        model.put("what", schedule.toString());
        model.put("function", FUNCTION);
        model.put("results", RESULTS);
        model.put("type", relaxation.type().cName());
        model.put("wide", relaxation.type().promoted().cName());
        model.put("from", relaxation.from().name());
        model.put(
                "inputs",
                relaxation.inputs().stream()
                        .map(i -> Map.of("name", i.name(), "type", i.type().cName()))
                        .toList());
        model.put("made", Printer.expression(dialect, relaxation.value()));
        model.put("better", relaxation.least() ? "<" : ">");
        model.put("neutral", Printer.expression(dialect, fixpoint.neutralValue()));
        model.put("pull", fixpoint.symmetric());
        model.put("kind", schedule instanceof HostSchedule.Levels ? "levels" : "window");
        model.put("window", schedule instanceof HostSchedule.Window w && w.parts() > 0);
        model.put(
                "extremes",
                dialect.extremes().stream()
                        .map(e -> Map.of("name", e.name(), "type", e.type(), "relation", e.relation()))
                        .toList());
        return new HostProgram(schedule, templates.print(TEMPLATE, model), Renumbering.RowOrder.HEADS);
    }
}
