package tilewright.kernel.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.Argument;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Infix;
import tilewright.kernel.MatrixShape;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;

/** Statements from their parse trees. */
final class BodyBuilder extends KernelNotationBaseVisitor<Statement> {
    private final Scopes scopes;
    private final ValueBuilder values;
    private final TextErrors errors;

    BodyBuilder(Scopes scopes, ValueBuilder values, TextErrors errors) {
        this.scopes = scopes;
        this.values = values;
        this.errors = errors;
    }

    List<Statement> statements(List<KernelNotationParser.StatementContext> statements) {
        List<Statement> made = new ArrayList<>();
        statements.forEach(s -> made.add(s.accept(this)));
        return made;
    }

    private List<Statement> body(KernelNotationParser.BodyContext body) {
        return scopes.inside(() -> statements(body.statement()));
    }

    static Variable variable(KernelNotationParser.VariableContext ctx) {
        return new Variable(ValueBuilder.name(ctx.name()), ValueBuilder.type(ctx.type()));
    }

    static Variable counted(KernelNotationParser.CountedContext ctx) {
        ScalarType type = ctx.type() == null ? ScalarType.I32 : ValueBuilder.type(ctx.type());
        return new Variable(ValueBuilder.name(ctx.name()), type);
    }

    List<Integer> extents(List<KernelNotationParser.ExtentContext> extents) {
        return extents.stream().map(e -> values.number(e.INTEGER().getSymbol())).toList();
    }

    List<Argument> arguments(KernelNotationParser.ArgumentsContext arguments) {
        return arguments.argument().stream().map(a -> a.accept(new Arguments())).toList();
    }

    @Override
    public Statement visitComment(KernelNotationParser.CommentContext ctx) {
        return new Statement.Comment(WrittenWords.unmarked("#", ctx.TEXT().getText()));
    }

    @Override
    public Statement visitDeclare(KernelNotationParser.DeclareContext ctx) {
        Expression value = ctx.value() == null ? null : values.of(ctx.value());
        return new Statement.Declare(
                scopes.declare(variable(ctx.variable())),
                value,
                ctx.how.getText().equals("let"));
    }

    @Override
    public Statement visitBarrierOr(KernelNotationParser.BarrierOrContext ctx) {
        Expression condition = values.of(ctx.value());
        return new Statement.BarrierOr(scopes.declare(variable(ctx.variable())), condition);
    }

    @Override
    public Statement visitDeclareArray(KernelNotationParser.DeclareArrayContext ctx) {
        ScalarType type = ValueBuilder.type(ctx.type());
        int alignment = ctx.align == null ? type.bytes() : values.number(ctx.align);
        List<Expression> elements =
                ctx.getTokens(KernelNotationParser.ASSIGN).isEmpty() ? null : values.all(ctx.value());
        Memory.Register array =
                new Memory.Register(ValueBuilder.name(ctx.name()), type, extents(ctx.extent()), alignment);
        return new Statement.DeclareArray(scopes.declare(array), elements);
    }

    @Override
    public Statement visitAssign(KernelNotationParser.AssignContext ctx) {
        return new Statement.Assign(values.place(ctx.place()), values.of(ctx.value()));
    }

    @Override
    public Statement visitEvaluate(KernelNotationParser.EvaluateContext ctx) {
        return new Statement.Evaluate(values.of(ctx.value()));
    }

    @Override
    public Statement visitCopy(KernelNotationParser.CopyContext ctx) {
        return new Statement.Copy(values.number(ctx.width), values.place(ctx.to), values.place(ctx.from), way(ctx));
    }

    @Override
    public Statement visitMultiply(KernelNotationParser.MultiplyContext ctx) {
        MatrixShape shape = Arrays.stream(MatrixShape.values())
                .filter(s -> s.word().equals(ctx.shape.getText()))
                .findFirst()
                .orElseThrow(() -> errors.at(
                        ctx.shape.getStart(),
                        "no shape of matrices: " + ctx.shape.getText() + "; there are "
                                + Arrays.stream(MatrixShape.values())
                                        .map(MatrixShape::word)
                                        .collect(Collectors.joining(", "))));
        List<Place> sums = ctx.sums.place().stream().map(values::place).toList();
        List<Expression> left = values.all(ctx.left.value());
        List<Expression> right = values.all(ctx.right.value());
        if (sums.size() != shape.sums() || left.size() != shape.left() || right.size() != shape.right()) {
            throw errors.at(
                    ctx.shape.getStart(),
                    shape.word() + " takes " + shape.sums() + " sums, " + shape.left() + " and " + shape.right()
                            + " factors of a lane");
        }
        return new Statement.Multiply(shape, sums, left, right);
    }

    private static Statement.Way way(KernelNotationParser.CopyContext ctx) {
        return switch (ctx.way == null ? "" : ctx.way.getText()) {
            case "async" -> Statement.Way.ASYNCHRONOUS;
            case "load_apart" -> Statement.Way.LOAD_APART;
            case "store_apart" -> Statement.Way.STORE_APART;
            default -> Statement.Way.WIDE;
        };
    }

    @Override
    public Statement visitAwaitCopies(KernelNotationParser.AwaitCopiesContext ctx) {
        return new Statement.AwaitCopies(ctx.later == null ? 0 : Integer.parseInt(ctx.later.getText()));
    }

    @Override
    public Statement visitAwaitValue(KernelNotationParser.AwaitValueContext ctx) {
        Place place = values.place(ctx.place());
        if (!(place instanceof Place.Global global)
                || global.access() != Place.Access.ORDERED
                || global.type().isFloating()) {
            throw errors.at(
                    ctx.place().getStart(), "a thread waits for an ordered integer of an array in memory alone");
        }
        return new Statement.Await(global, values.of(ctx.value()));
    }

    @Override
    public Statement visitFor(KernelNotationParser.ForContext ctx) {
        Variable variable = counted(ctx.counted());
        Expression start = start(ctx.range());
        return scopes.inside(() -> {
            scopes.declare(variable);
            Expression condition = ctx.range().accept(new Condition(variable));
            Expression step = ctx.step() == null
                    ? Expressions.integer(1)
                    : values.of(ctx.step().value());
            return new Statement.For(variable, start, condition, step, unroll(ctx.unroll()), body(ctx.body()));
        });
    }

    private @Nullable Expression start(KernelNotationParser.RangeContext range) {
        KernelNotationParser.ValueContext start = switch (range) {
            case KernelNotationParser.BoundsContext b -> b.start;
            case KernelNotationParser.ConditionContext c -> c.start;
            default -> throw new IllegalArgumentException(range.getText());
        };
        return start == null ? null : values.of(start);
    }

    private int unroll(KernelNotationParser.@Nullable UnrollContext unroll) {
        if (unroll == null) {
            return Statement.For.ANY;
        }
        return unroll.all == null ? values.number(unroll.INTEGER().getSymbol()) : Statement.For.ALL;
    }

    /** When a loop goes on. */
    private final class Condition extends KernelNotationBaseVisitor<Expression> {
        private final Variable variable;

        Condition(Variable variable) {
            this.variable = variable;
        }

        @Override
        public Expression visitBounds(KernelNotationParser.BoundsContext ctx) {
            Infix operator = ctx.to.getText().equals("..") ? Infix.LT : Infix.LE;
            return new Expression.Binary(operator, variable.read(), values.of(ctx.end));
        }

        @Override
        public Expression visitCondition(KernelNotationParser.ConditionContext ctx) {
            return values.of(ctx.condition);
        }
    }

    @Override
    public Statement visitWhile(KernelNotationParser.WhileContext ctx) {
        return new Statement.While(values.of(ctx.value()), body(ctx.body()));
    }

    @Override
    public Statement visitIf(KernelNotationParser.IfContext ctx) {
        return branch(ctx.if_());
    }

    private Statement branch(KernelNotationParser.If_Context ctx) {
        Expression condition = values.of(ctx.value());
        List<Statement> then = body(ctx.then);
        List<Statement> otherwise =
                ctx.next != null ? List.of(branch(ctx.next)) : ctx.otherwise == null ? List.of() : body(ctx.otherwise);
        return new Statement.If(condition, then, otherwise);
    }

    @Override
    public Statement visitScope(KernelNotationParser.ScopeContext ctx) {
        return new Statement.Scope(body(ctx.body()));
    }

    @Override
    public Statement visitCall(KernelNotationParser.CallContext ctx) {
        return new Statement.Call(ValueBuilder.name(ctx.name()), arguments(ctx.arguments()));
    }

    @Override
    public Statement visitReturn(KernelNotationParser.ReturnContext ctx) {
        return new Statement.Return();
    }

    @Override
    public Statement visitBreak(KernelNotationParser.BreakContext ctx) {
        return new Statement.Break();
    }

    @Override
    public Statement visitBarrier(KernelNotationParser.BarrierContext ctx) {
        return new Statement.Barrier();
    }

    @Override
    public Statement visitGridBarrier(KernelNotationParser.GridBarrierContext ctx) {
        return new Statement.GridBarrier();
    }

    @Override
    public Statement visitHide(KernelNotationParser.HideContext ctx) {
        return new Statement.Hide(ctx.name().stream()
                .map(n -> scopes.variable(ValueBuilder.name(n), n))
                .toList());
    }

    @Override
    public Statement visitSumInVectors(KernelNotationParser.SumInVectorsContext ctx) {
        return new Statement.SumInVectors(scopes.variable(ValueBuilder.name(ctx.name()), ctx.name()));
    }

    @Override
    public Statement visitParallelFor(KernelNotationParser.ParallelForContext ctx) {
        Variable variable = counted(ctx.counted());
        Expression start = values.of(ctx.start);
        Expression end = values.of(ctx.end);
        Expression when = ctx.when == null ? Expressions.integer(1) : values.of(ctx.when);
        return scopes.inside(() -> {
            scopes.declare(variable);
            Statement.ParallelFor.Sharing sharing =
                    ctx.evenly == null ? Statement.ParallelFor.Sharing.IN_TURN : Statement.ParallelFor.Sharing.EVENLY;
            return new Statement.ParallelFor(variable, start, end, when, sharing, body(ctx.body()));
        });
    }

    private final class Arguments extends KernelNotationBaseVisitor<Argument> {
        @Override
        public Argument visitValueArgument(KernelNotationParser.ValueArgumentContext ctx) {
            return new Argument.Value(values.of(ctx.value()));
        }

        @Override
        public Argument visitBaseArgument(KernelNotationParser.BaseArgumentContext ctx) {
            return new Argument.Base(ValueBuilder.name(ctx.name()));
        }

        @Override
        public Argument visitWindowArgument(KernelNotationParser.WindowArgumentContext ctx) {
            return new Argument.Window(
                    ValueBuilder.name(ctx.name()), values.of(ctx.base), values.of(ctx.first), values.of(ctx.elements));
        }

        @Override
        public Argument visitEitherArgument(KernelNotationParser.EitherArgumentContext ctx) {
            return new Argument.Either(
                    values.of(ctx.value()), ValueBuilder.name(ctx.then), ValueBuilder.name(ctx.otherwise));
        }
    }
}
