package tilewright.kernel.print;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.HostStep;
import tilewright.kernel.Program;
import tilewright.kernel.Variable;

/** What the host does, as source text of a language in which launches are calls. */
final class HostPrinter {
    private final Dialect dialect;
    private final StringBuilder lines = new StringBuilder();
    private final Set<Variable> declared = new HashSet<>();

    private HostPrinter(Dialect dialect) {
        this.dialect = dialect;
    }

    /** The steps, a line each; not indented. */
    static String body(Dialect dialect, Program program) {
        HostPrinter printer = new HostPrinter(dialect);
        printer.print(program.host());
        return printer.lines.toString();
    }

    private void print(List<HostStep> steps) {
        steps.forEach(this::print);
    }

    private void print(HostStep step) {
        switch (step) {
            case HostStep.Loop l -> {
                String name = l.variable().name();
                Expression condition = Expressions.lessEqual(l.variable().read(), l.last());
                line("for (" + l.variable().type().cName() + " " + name + " = " + of(l.first()) + "; " + of(condition)
                        + "; ++" + name + ") {");
                print(l.body());
                line("}");
            }
            case HostStep.While w -> {
                line("while (" + of(w.condition()) + ") {");
                print(w.body());
                line("}");
            }
            case HostStep.Launch l -> line(dialect.invocation(l.function(), Printer.arguments(dialect, l.arguments())));
            case HostStep.Assign a -> {
                // The first assignment of a variable declares it.
                boolean first = declared.add(a.variable());
                line((first ? a.variable().type().cName() + " " : "")
                        + a.variable().name() + " = " + of(a.value()) + ";");
            }
            case HostStep.LaunchTogether _,
                    HostStep.Fill _,
                    HostStep.Read _,
                    HostStep.Transfer _,
                    HostStep.InStream _,
                    HostStep.Join _ -> throw new UnsupportedOperationException(step + " on the host alone");
        }
    }

    private String of(Expression expression) {
        return Printer.expression(dialect, expression);
    }

    private void line(String text) {
        lines.append(text).append('\n');
    }
}
