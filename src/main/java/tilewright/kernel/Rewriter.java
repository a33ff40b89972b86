package tilewright.kernel;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes a program out of another, part by part: inner parts first, then each method gets a part whose own parts are new already,
 * and gives what stands in its place. A pass overrides what it changes.
 *
 * <pre>
 * new Rewriter() {
 *     {@literal @}Override
 *     protected List&lt;Statement&gt; statement(Statement s) {
 *         return s instanceof Statement.Barrier ? List.of() : List.of(s); // drops all barriers
 *     }
 * }.program(program)
 * </pre>
 */
public abstract class Rewriter {
    /** What stands for an expression. */
    protected Expression expression(Expression expression) {
        return expression;
    }

    /** What stands for a place that is read, written, copied or updated. */
    protected Place place(Place place) {
        return place;
    }

    /** What stands for a statement: any number of them. */
    protected List<Statement> statement(Statement statement) {
        return List.of(statement);
    }

    protected Argument argument(Argument argument) {
        return argument;
    }

    protected Function function(Function function) {
        return function;
    }

    /** What stands for a step of the host: any number of them. */
    protected List<HostStep> step(HostStep step) {
        return List.of(step);
    }

    public final Program program(Program program) {
        return new Program(
                program.name(),
                program.header(),
                program.sizes(),
                program.arrays(),
                program.counters(),
                program.functions().stream().map(this::whole).toList(),
                steps(program.host()));
    }

    /** A function with everything in it. */
    public final Function whole(Function f) {
        return function(
                new Function(f.name(), f.kind(), f.comment(), f.parameters(), f.shared(), statements(f.body())));
    }

    public final List<Statement> statements(List<Statement> statements) {
        return statements.stream().flatMap(s -> whole(s).stream()).toList();
    }

    /** A statement with everything in it. */
    public final List<Statement> whole(Statement statement) {
        return statement(
                switch (statement) {
                    case Statement.Declare d -> new Statement.Declare(d.variable(), orNull(d.value()), d.constant());
                    case Statement.DeclareArray d ->
                        new Statement.DeclareArray(d.array(), d.values() == null ? null : expressions(d.values()));
                    case Statement.Assign a -> new Statement.Assign(whole(a.target()), whole(a.value()));
                    case Statement.Evaluate e -> new Statement.Evaluate(whole(e.value()));
                    case Statement.Copy c -> new Statement.Copy(c.width(), whole(c.to()), whole(c.from()), c.way());
                    case Statement.Multiply m ->
                        new Statement.Multiply(
                                m.shape(),
                                m.sums().stream().map(this::whole).toList(),
                                expressions(m.left()),
                                expressions(m.right()));
                    case Statement.For f ->
                        new Statement.For(
                                f.variable(),
                                orNull(f.start()),
                                whole(f.condition()),
                                whole(f.step()),
                                f.unroll(),
                                statements(f.body()));
                    case Statement.While w -> new Statement.While(whole(w.condition()), statements(w.body()));
                    case Statement.If i ->
                        new Statement.If(whole(i.condition()), statements(i.then()), statements(i.otherwise()));
                    case Statement.Scope s -> new Statement.Scope(statements(s.body()));
                    case Statement.Call c -> new Statement.Call(c.function(), arguments(c.arguments()));
                    case Statement.BarrierOr b -> new Statement.BarrierOr(b.variable(), whole(b.condition()));
                    case Statement.ParallelFor p ->
                        new Statement.ParallelFor(
                                p.variable(), whole(p.start()), whole(p.end()), whole(p.when()), statements(p.body()));
                    case Statement.Comment _,
                            Statement.AwaitCopies _,
                            Statement.Return _,
                            Statement.Break _,
                            Statement.Barrier _,
                            Statement.GridBarrier _,
                            Statement.Hide _ -> statement;
                });
    }

    public final List<HostStep> steps(List<HostStep> steps) {
        return steps.stream().flatMap(s -> whole(s).stream()).toList();
    }

    private List<HostStep> whole(HostStep step) {
        return step(
                switch (step) {
                    case HostStep.Loop l ->
                        new HostStep.Loop(l.variable(), whole(l.first()), whole(l.last()), steps(l.body()));
                    case HostStep.While w -> new HostStep.While(whole(w.condition()), steps(w.body()));
                    case HostStep.Launch l ->
                        new HostStep.Launch(
                                l.function(),
                                l.description(),
                                whole(l.blocks()),
                                l.threads(),
                                l.sharedBytes(),
                                arguments(l.arguments()),
                                l.ahead(),
                                l.meets());
                    case HostStep.LaunchTogether l ->
                        new HostStep.LaunchTogether(
                                l.function(), l.description(), l.threads(), l.sharedBytes(), arguments(l.arguments()));
                    case HostStep.Fill f -> new HostStep.Fill(f.array(), whole(f.value()));
                    case HostStep.Read r -> new HostStep.Read(r.variable(), r.array(), whole(r.index()));
                    case HostStep.Assign a -> new HostStep.Assign(a.variable(), whole(a.value()));
                    case HostStep.Swap _ -> step;
                });
    }

    private List<Argument> arguments(List<Argument> arguments) {
        return arguments.stream()
                .map(a -> argument(
                        switch (a) {
                            case Argument.Value v -> new Argument.Value(whole(v.value()));
                            case Argument.Base b -> b;
                            case Argument.Either e ->
                                new Argument.Either(whole(e.condition()), e.then(), e.otherwise());
                        }))
                .toList();
    }

    private @Nullable Expression orNull(@Nullable Expression expression) {
        return expression == null ? null : whole(expression);
    }

    private List<Expression> expressions(List<Expression> expressions) {
        return expressions.stream().map(this::whole).toList();
    }

    /** An expression with everything in it. */
    public final Expression whole(Expression expression) {
        return expression(
                switch (expression) {
                    case Expression.IntegerLiteral _, Expression.RealLiteral _, Expression.Own _ -> expression;
                    case Expression.Read r -> new Expression.Read(whole(r.place()));
                    case Expression.Unary u -> new Expression.Unary(u.operator(), whole(u.operand()));
                    case Expression.Binary b -> new Expression.Binary(b.operator(), whole(b.left()), whole(b.right()));
                    case Expression.Conditional c ->
                        new Expression.Conditional(whole(c.condition()), whole(c.then()), whole(c.otherwise()));
                    case Expression.Convert c -> new Expression.Convert(c.type(), whole(c.operand()));
                    case Expression.Bits b -> new Expression.Bits(b.type(), whole(b.operand()));
                    case Expression.Call c -> new Expression.Call(c.function(), c.of(), expressions(c.operands()));
                    case Expression.Mathematical m ->
                        new Expression.Mathematical(m.function(), m.of(), expressions(m.operands()));
                    case Expression.Shuffle s ->
                        new Expression.Shuffle(s.lane(), whole(s.value()), whole(s.which()), s.width());
                    case Expression.Voted v -> new Expression.Voted(v.vote(), whole(v.condition()));
                    case Expression.Reduced r -> new Expression.Reduced(r.update(), whole(r.value()));
                    case Expression.Atomic a ->
                        new Expression.Atomic(
                                a.update(), whole(a.place()), whole(a.operand()), orNull(a.expected()), a.ordered());
                    case Expression.Counted c -> new Expression.Counted(c.counter(), whole(c.value()));
                });
    }

    /** A place with everything in it. */
    public final Place whole(Place place) {
        return place(
                switch (place) {
                    case Place.Scalar s -> s;
                    case Place.Register r -> new Place.Register(r.array(), expressions(r.indices()));
                    case Place.Shared s -> new Place.Shared(s.array(), expressions(s.indices()), s.access());
                    case Place.Global g -> new Place.Global(g.array(), g.as(), whole(g.offset()), g.access());
                    case Place.Pair p -> new Place.Pair(whole(p.first()));
                });
    }
}
