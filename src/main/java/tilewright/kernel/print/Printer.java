package tilewright.kernel.print;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.Argument;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Function;
import tilewright.kernel.Infix;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;

/** The body of one function as C-like source text. */
public final class Printer {
    private static final int TERNARY = 0;
    private static final int UNARY = Infix.MUL.level() + 1;
    private static final int PRIMARY = UNARY + 1;

    private record Text(String text, int level) {}

    private final Dialect dialect;
    /** The variable that leads to the block's arrays; empty where each is a variable of its own. */
    private final String shared;

    private final StringBuilder lines = new StringBuilder();

    private Printer(Dialect dialect, String shared) {
        this.dialect = dialect;
        this.shared = shared;
    }

    /** The statements of a function, a line each; not indented. */
    public static String body(Dialect dialect, Function function) {
        String shared = function.shared() == null ? "" : function.shared().name();
        Printer printer = new Printer(dialect, shared);
        printer.print(function.body());
        return printer.lines.toString();
    }

    /** An expression without accesses to a block's memory, as text that may stand as an argument. */
    public static String expression(Dialect dialect, Expression expression) {
        return new Printer(dialect, "").text(expression).text;
    }

    private void line(String text) {
        lines.append(text).append('\n');
    }

    private void print(List<Statement> statements) {
        statements.forEach(this::print);
    }

    private void print(Statement statement) {
        switch (statement) {
            case Statement.Comment c -> line("// " + c.text());
            case Statement.Declare d -> declare(d);
            case Statement.DeclareArray d -> line(declaration(d.array(), d.values()) + ";");
            case Statement.Assign a -> assign(a);
            case Statement.Evaluate e -> line(of(e.value()) + ";");
            case Statement.Copy c ->
                line(dialect.copy(c.way(), c.width(), c.from().type(), "&" + place(c.to()), "&" + place(c.from())));
            case Statement.Multiply m ->
                line(dialect.multiply(
                        m.shape(),
                        m.sums().stream().map(this::place).toList(),
                        m.left().stream().map(this::of).toList(),
                        m.right().stream().map(this::of).toList()));
            case Statement.AwaitCopies a -> line(dialect.awaitCopies(a.later()));
            case Statement.For f -> loop(f);
            case Statement.While w -> block("while (" + of(w.condition()) + ")", w.body());
            case Statement.If i -> {
                String access = guardedAccess(i);
                if (access == null) {
                    branch("", i);
                } else {
                    line(access);
                }
            }
            case Statement.Scope s -> block("", s.body());
            case Statement.Call c ->
                line(dialect.invocation(
                        c.function(), c.arguments().stream().map(this::argument).toList()));
            case Statement.Return _ -> line("return;");
            case Statement.Break _ -> line("break;");
            case Statement.Barrier _ -> line(dialect.barrier());
            case Statement.BarrierOr b ->
                line("const " + b.variable().type().cName() + " " + b.variable().name() + " = "
                        + dialect.barrierOr(of(b.condition())) + ";");
            case Statement.GridBarrier _ -> line(dialect.gridBarrier());
            case Statement.Await a ->
                block("while (" + of(Expressions.less(new Expression.Read(a.place()), a.least())) + ")", List.of());
            case Statement.Hide h -> line(dialect.hide(h.variables()));
            case Statement.SumInVectors s -> line(dialect.sumInVectors(s.sum().name()));
            case Statement.ParallelFor p -> parallel(p);
        }
    }

    private void declare(Statement.Declare d) {
        String value = d.value() == null ? "" : " = " + of(d.value());
        line((d.constant() ? "const " : "") + d.variable().type().cName() + " "
                + d.variable().name() + value + ";");
    }

    private String declaration(Memory.Register array, @Nullable List<Expression> values) {
        StringBuilder text = new StringBuilder(dialect.aligned(array.alignment()));
        text.append(values == null || values.isEmpty() ? " " : " const ")
                .append(array.type().cName());
        text.append(' ').append(array.name());
        array.shape().forEach(e -> text.append('[').append(e).append(']'));
        if (values != null) {
            text.append(" = {");
            text.append(String.join(", ", values.stream().map(this::of).toList()));
            text.append('}');
        }
        return text.toString();
    }

    private void assign(Statement.Assign a) {
        if (a.target() instanceof Place.Global g && g.access() != Place.Access.PLAIN) {
            line(dialect.store(g.access(), g.type(), "&" + element(g), of(a.value())));
        } else {
            line(place(a.target()) + " = " + of(a.value()) + ";");
        }
    }

    private void loop(Statement.For f) {
        String unroll = dialect.unroll(f.unroll());
        if (unroll != null) {
            line(unroll);
        }
        String name = f.variable().name();
        String start = f.start() == null ? "" : f.variable().type().cName() + " " + name + " = " + of(f.start());
        String step = Expressions.isInteger(f.step(), 1) ? "++" + name : name + " += " + of(f.step());
        block("for (" + start + "; " + of(f.condition()) + "; " + step + ")", f.body());
    }

    private void parallel(Statement.ParallelFor p) {
        line(dialect.parallel(p, of(p.when())));
        String name = p.variable().name();
        String start = p.variable().type().cName() + " " + name + " = " + of(p.start());
        String condition = of(Expressions.less(p.variable().read(), p.end()));
        block("for (" + start + "; " + condition + "; ++" + name + ")", p.body());
        String end = dialect.endParallel(p);
        if (!end.isEmpty()) {
            line(end);
        }
    }

    /** A load or store alone under a condition, between memory and what the thread has, as the dialect says it without a branch; or null. */
    private @Nullable String guardedAccess(Statement.If i) {
        if (i.otherwise().isEmpty()
                && i.then().size() == 1
                && i.then().getFirst() instanceof Statement.Copy c
                && c.expressions().stream().allMatch(Printer::isAtHand)) {
            return dialect.copyIf(
                    of(i.condition()), c.way(), c.width(), c.from().type(), "&" + place(c.to()), "&" + place(c.from()));
        }
        if (!i.otherwise().isEmpty()
                || i.then().size() != 1
                || !(i.then().getFirst() instanceof Statement.Assign(Place target, Expression value))) {
            return null;
        }
        if (target instanceof Place.Global g && isAtHand(g.offset()) && isAtHand(value)) {
            return dialect.storeIf(of(i.condition()), g.access(), g.type(), "&" + element(g), of(value));
        }
        return value instanceof Expression.Read(Place.Global g)
                        && isAtHand(g.offset())
                        && target.type() == g.type()
                        && isAtHand(new Expression.Read(target))
                ? dialect.loadIf(of(i.condition()), g.access(), g.type(), place(target), "&" + element(g))
                : null;
    }

    /** Whether a value may be computed although nobody wants it: it is made of the thread's variables and registers without quotients. */
    private static boolean isAtHand(Expression value) {
        boolean[] plain = {Expressions.isOfThread(value)};
        Expressions.visit(
                value,
                e -> plain[0] &= Expressions.isOfThread(e)
                        && !(e instanceof Expression.Read(Place.Global _))
                        && !(e instanceof Expression.Read(Place.Shared _))
                        && !(e instanceof Expression.Binary b
                                && (b.operator() == Infix.DIV || b.operator() == Infix.REM)));
        return plain[0];
    }

    private void branch(String before, Statement.If i) {
        line(before + "if (" + of(i.condition()) + ") {");
        print(i.then());
        if (i.otherwise().size() == 1 && i.otherwise().getFirst() instanceof Statement.If next) {
            branch("} else ", next);
            return;
        }
        if (!i.otherwise().isEmpty()) {
            line("} else {");
            print(i.otherwise());
        }
        line("}");
    }

    private void block(String head, List<Statement> body) {
        line(head.isEmpty() ? "{" : head + " {");
        print(body);
        line("}");
    }

    /** What a call or a launch passes, as text. */
    static List<String> arguments(Dialect dialect, List<Argument> arguments) {
        Printer printer = new Printer(dialect, "");
        return arguments.stream().map(printer::argument).toList();
    }

    private String argument(Argument argument) {
        return switch (argument) {
            case Argument.Value v -> of(v.value());
            case Argument.Base b -> b.array();
            case Argument.Window w -> w.array() + " + " + operand(w.base(), UNARY);
            case Argument.Either e -> operand(e.condition(), TERNARY + 1) + " ? " + e.then() + " : " + e.otherwise();
        };
    }

    private String of(Expression expression) {
        return text(expression).text;
    }

    private String operand(Expression expression, int level) {
        Text text = text(expression);
        return text.level >= level ? text.text : "(" + text.text + ")";
    }

    private Text text(Expression expression) {
        return switch (expression) {
            case Expression.IntegerLiteral l -> integer(l);
            case Expression.RealLiteral l -> new Text(real(l), l.text().startsWith("-") ? UNARY : PRIMARY);
            case Expression.Read r -> read(r.place());
            case Expression.Own o -> new Text(dialect.own(o.coordinate()), UNARY);
            case Expression.Unary u -> new Text(u.operator().sign() + operand(u.operand(), PRIMARY), UNARY);
            case Expression.Binary b -> binary(b);
            case Expression.Conditional c ->
                new Text(
                        operand(c.condition(), TERNARY + 1) + " ? " + operand(c.then(), TERNARY + 1) + " : "
                                + operand(c.otherwise(), TERNARY),
                        TERNARY);
            case Expression.Convert c -> new Text(cast(c) + operand(c.operand(), UNARY), UNARY);
            case Expression.Bits b ->
                new Text(dialect.bits(b.type(), b.operand().type(), of(b.operand())), PRIMARY);
            case Expression.Call c ->
                new Text(dialect.call(c, c.operands().stream().map(this::of).toList()), PRIMARY);
            case Expression.Mathematical m ->
                new Text(
                        m.function().cName(m.of() == ScalarType.F32) + "("
                                + m.operands().stream().map(this::of).collect(Collectors.joining(", ")) + ")",
                        PRIMARY);
            case Expression.Shuffle s ->
                new Text(dialect.shuffle(s.lane(), of(s.value()), of(s.which()), s.width()), PRIMARY);
            case Expression.Voted v -> new Text(dialect.vote(v.vote(), of(v.condition())), PRIMARY);
            case Expression.Reduced r -> new Text(dialect.reduce(r.update(), r.type(), of(r.value())), PRIMARY);
            case Expression.Counted c -> new Text(dialect.counted(c.counter(), of(c.value())), PRIMARY);
            case Expression.Atomic a -> new Text(dialect.atomic(a, "&" + element(a.place()), of(a.operand())), PRIMARY);
        };
    }

    /** CUDA's numbers of 16 bits convert to single precision and from floating-point numbers; what lies between changes no result. */
    private static String cast(Expression.Convert convert) {
        ScalarType from = convert.operand().type();
        boolean between = from == ScalarType.F16 && convert.type() != ScalarType.F32
                || convert.type() == ScalarType.F16 && !from.isFloating();
        return "(" + convert.type().cName() + ")" + (between ? "(" + ScalarType.F32.cName() + ")" : "");
    }

    private static Text integer(Expression.IntegerLiteral literal) {
        String suffix = switch (literal.type()) {
            case U32 -> "u";
            case I64 -> "ll";
            case U64 -> "ull";
            case U8, I8, I16, U16, I32, F16, F32, F64 -> "";
        };
        // The least integers have no literal of their own.
        if (literal.value() == Integer.MIN_VALUE && literal.type() == ScalarType.I32) {
            return new Text("(-2147483647 - 1)", PRIMARY);
        }
        String digits = literal.type() == ScalarType.U64
                ? Long.toUnsignedString(literal.value())
                : Long.toString(literal.value());
        return new Text(digits + suffix, literal.value() < 0 ? UNARY : PRIMARY);
    }

    private String real(Expression.RealLiteral literal) {
        if (literal.text().equals("INFINITY")) {
            return converted(literal, dialect.infinity(literal.type().promoted()));
        }
        boolean floating = literal.text().chars().anyMatch(c -> c == '.' || c == 'e' || c == 'E');
        String text = floating ? literal.text() : literal.text() + ".0";
        return converted(literal, literal.type() == ScalarType.F64 ? text : text + "f");
    }

    /** There are no literals of 16 bits. */
    private static String converted(Expression.RealLiteral literal, String text) {
        return literal.type() == ScalarType.F16 ? "((" + literal.type().cName() + ")" + text + ")" : text;
    }

    private Text read(Place place) {
        if (place instanceof Place.Global g && g.access() != Place.Access.PLAIN) {
            return new Text(dialect.load(g.access(), g.type(), "&" + element(g)), PRIMARY);
        }
        if (place instanceof Place.Shared s && s.access() != Place.Access.PLAIN) {
            return new Text(dialect.loadShared(s.type(), "&" + place(s)), PRIMARY);
        }
        return new Text(place(place), PRIMARY);
    }

    /** Operators of C's grammar whose mixture compilers warn of get parentheses. */
    private Text binary(Expression.Binary b) {
        int level = b.operator().level();
        boolean mixed = level < Infix.ADD.level() && !b.operator().isComparison();
        int left = mixed && !isSame(b.left(), b.operator()) ? lowest(b.operator()) : level;
        int right = mixed ? lowest(b.operator()) : level + 1;
        return new Text(operand(b.left(), left) + " " + b.operator().sign() + " " + operand(b.right(), right), level);
    }

    private static boolean isSame(Expression e, Infix operator) {
        return e instanceof Expression.Binary b && b.operator() == operator;
    }

    /** What an operand may be without parentheses: comparisons of conditions, sums of comparisons and shifts, else no operation. */
    private static int lowest(Infix operator) {
        return operator == Infix.AND_THEN || operator == Infix.OR_ELSE ? Infix.EQ.level() : UNARY;
    }

    private String place(Place place) {
        return switch (place) {
            case Place.Scalar s -> s.variable().name();
            case Place.Register r -> subscripted(r.array().name(), r.indices());
            case Place.Shared s ->
                subscripted(
                        shared.isEmpty()
                                ? s.array().name()
                                : dialect.member(shared, s.array().name()),
                        s.indices());
            case Place.Global g -> element(g);
            case Place.Pair p -> dialect.pair(place(p.first()));
        };
    }

    /** An element that has an address. */
    private String element(Place place) {
        if (place instanceof Place.Global g) {
            String base = g.as() == g.array().type()
                    ? g.array().name()
                    : dialect.view(g.as(), g.array().name());
            return base + "[" + of(g.offset()) + "]";
        }
        return place(place);
    }

    private String subscripted(String name, List<Expression> indices) {
        List<String> subscripts = new ArrayList<>();
        indices.forEach(i -> subscripts.add("[" + of(i) + "]"));
        return name + String.join("", subscripts);
    }
}
