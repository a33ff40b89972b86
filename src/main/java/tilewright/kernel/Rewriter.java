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
        return statement(statement.rewritten(this));
    }

    public final List<HostStep> steps(List<HostStep> steps) {
        return steps.stream().flatMap(s -> whole(s).stream()).toList();
    }

    private List<HostStep> whole(HostStep step) {
        return step(
                switch (step) {
                    case HostStep.Loop l ->
                        new HostStep.Loop(l.variable(), whole(l.first()), whole(l.last()), steps(l.body()), l.apart());
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
                    case HostStep.InStream s ->
                        new HostStep.InStream(whole(s.number()), s.streams(), whole(s.condition()), steps(s.body()));
                    case HostStep.Transfer t ->
                        new HostStep.Transfer(
                                t.in(), rows(t.host()), rows(t.device()), whole(t.rows()), whole(t.columns()));
                    case HostStep.Fill f -> new HostStep.Fill(f.array(), whole(f.value()));
                    case HostStep.Read r -> new HostStep.Read(r.variable(), r.array(), whole(r.index()));
                    case HostStep.Assign a -> new HostStep.Assign(a.variable(), whole(a.value()));
                    case HostStep.Join _ -> step;
                });
    }

    private HostStep.Rows rows(HostStep.Rows r) {
        return new HostStep.Rows(r.array(), whole(r.first()), whole(r.pitch()));
    }

    final List<Argument> arguments(List<Argument> arguments) {
        return arguments.stream().map(a -> argument(a.rewritten(this))).toList();
    }

    final @Nullable Expression orNull(@Nullable Expression expression) {
        return expression == null ? null : whole(expression);
    }

    final List<Expression> expressions(List<Expression> expressions) {
        return expressions.stream().map(this::whole).toList();
    }

    /** An expression with everything in it. */
    public final Expression whole(Expression expression) {
        return expression(expression.rewritten(this));
    }

    /** A place with everything in it. */
    public final Place whole(Place place) {
        return place(place.rewritten(this));
    }
}
