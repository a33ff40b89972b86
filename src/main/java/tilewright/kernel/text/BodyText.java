package tilewright.kernel.text;

import java.util.List;
import java.util.stream.Collectors;
import tilewright.kernel.Argument;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Infix;
import tilewright.kernel.Memory;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;

/** Statements as text. */
final class BodyText {
    private final Lines lines;

    BodyText(Lines lines) {
        this.lines = lines;
    }

    void print(List<Statement> statements) {
        statements.forEach(this::print);
    }

    private void print(Statement statement) {
        switch (statement) {
            case Statement.Comment c -> lines.line(Words.marked("#", c.text()));
            case Statement.Declare d ->
                lines.line((d.constant() ? "let " : "var ")
                        + declared(d.variable())
                        + (d.value() == null ? "" : " = " + ValueText.of(d.value())));
            case Statement.DeclareArray d -> lines.line(array(d));
            case Statement.Assign a -> lines.line(ValueText.of(a.target()) + " = " + ValueText.of(a.value()));
            case Statement.Evaluate e -> lines.line("do " + ValueText.of(e.value()));
            case Statement.Copy c ->
                lines.line("copy " + c.width() + way(c.way()) + " " + ValueText.of(c.to()) + " <- "
                        + ValueText.of(c.from()));
            case Statement.Multiply m ->
                lines.line("multiply " + m.shape().word() + " ("
                        + m.sums().stream().map(ValueText::of).collect(Collectors.joining(", ")) + ") += ("
                        + ValueText.join(m.left()) + ") * (" + ValueText.join(m.right()) + ")");
            case Statement.AwaitCopies a -> lines.line("await" + (a.later() > 0 ? " later " + a.later() : ""));
            case Statement.For f -> block("for " + counted(f.variable()) + range(f) + step(f) + unroll(f), f.body());
            case Statement.While w -> block("while " + ValueText.of(w.condition()), w.body());
            case Statement.If i -> branch(i);
            case Statement.Scope s -> block("scope", s.body());
            case Statement.Call c -> lines.line("call " + ValueText.name(c.function()) + arguments(c.arguments()));
            case Statement.Return _ -> lines.line("return");
            case Statement.Break _ -> lines.line("break");
            case Statement.Barrier _ -> lines.line("barrier");
            case Statement.BarrierOr b ->
                lines.line("let " + declared(b.variable()) + " = barrier or " + ValueText.of(b.condition()));
            case Statement.GridBarrier _ -> lines.line("grid barrier");
            case Statement.Await a -> lines.line("await " + ValueText.of(a.place()) + " >= " + ValueText.of(a.least()));
            case Statement.Hide h ->
                lines.line("hide "
                        + h.variables().stream()
                                .map(v -> ValueText.name(v.name()))
                                .collect(Collectors.joining(", ")));
            case Statement.SumInVectors s ->
                lines.line("sum in vectors " + ValueText.name(s.sum().name()));
            case Statement.ParallelFor p -> block(parallel(p), p.body());
        }
    }

    private void block(String head, List<Statement> body) {
        lines.block(head, () -> print(body));
    }

    private void branch(Statement.If first) {
        lines.open("if " + ValueText.of(first.condition()));
        Statement.If last = first;
        print(last.then());
        while (last.otherwise().size() == 1 && last.otherwise().getFirst() instanceof Statement.If next) {
            lines.between("else if " + ValueText.of(next.condition()));
            print(next.then());
            last = next;
        }
        if (!last.otherwise().isEmpty()) {
            lines.between("else");
            print(last.otherwise());
        }
        lines.close();
    }

    /** {@code n: i32}. */
    static String declared(Variable variable) {
        return ValueText.name(variable.name()) + ": " + variable.type().notation();
    }

    /** A loop's variable; without its type where that is i32. */
    static String counted(Variable variable) {
        return variable.type() == ScalarType.I32 ? ValueText.name(variable.name()) : declared(variable);
    }

    private static String array(Statement.DeclareArray d) {
        Memory.Register a = d.array();
        String align = a.alignment() == a.type().bytes() ? "" : " align " + a.alignment();
        String values = d.values() == null ? "" : " = {" + ValueText.join(d.values()) + "}";
        return "register " + ValueText.name(a.name()) + ": " + a.type().notation() + extents(a.shape()) + align
                + values;
    }

    static String extents(List<Integer> shape) {
        return shape.stream().map(e -> "[" + e + "]").collect(Collectors.joining());
    }

    private static String way(Statement.Way way) {
        return switch (way) {
            case WIDE -> "";
            case ASYNCHRONOUS -> " async";
            case LOAD_APART -> " load_apart";
            case STORE_APART -> " store_apart";
        };
    }

    private static String range(Statement.For f) {
        if (f.start() != null
                && f.condition() instanceof Expression.Binary(Infix operator, Expression left, Expression end)
                && (operator == Infix.LT || operator == Infix.LE)
                && left.equals(f.variable().read())) {
            return " in " + ValueText.of(f.start()) + (operator == Infix.LT ? " .. " : " ..= ") + ValueText.of(end);
        }
        String start = f.start() == null ? "" : " from " + ValueText.of(f.start());
        return start + " while " + ValueText.of(f.condition());
    }

    private static String step(Statement.For f) {
        return f.step().equals(Expressions.integer(1)) ? "" : " step " + ValueText.of(f.step());
    }

    private static String unroll(Statement.For f) {
        return switch (f.unroll()) {
            case Statement.For.ANY -> "";
            case Statement.For.ALL -> " unroll all";
            default -> " unroll " + f.unroll();
        };
    }

    private static String parallel(Statement.ParallelFor p) {
        String when = p.when().equals(Expressions.integer(1)) ? "" : " when " + ValueText.of(p.when());
        return "parallel for " + counted(p.variable())
                + (p.sharing() == Statement.ParallelFor.Sharing.EVENLY ? " evenly" : "") + " in "
                + ValueText.of(p.start()) + " .. "
                + ValueText.of(p.end()) + when;
    }

    static String arguments(List<Argument> arguments) {
        return arguments.stream().map(BodyText::argument).collect(Collectors.joining(", ", "(", ")"));
    }

    private static String argument(Argument argument) {
        return switch (argument) {
            case Argument.Value v -> ValueText.of(v.value());
            case Argument.Base b -> "&" + ValueText.name(b.array());
            case Argument.Window w ->
                "&" + ValueText.name(w.array()) + "[" + ValueText.of(w.base()) + ", " + ValueText.of(w.first()) + ", "
                        + ValueText.of(w.elements()) + "]";
            case Argument.Either e ->
                "&(" + ValueText.condition(e.condition()) + " ? " + ValueText.name(e.then()) + " : "
                        + ValueText.name(e.otherwise()) + ")";
        };
    }
}
