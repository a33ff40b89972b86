package tilewright.kernel;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Walks over statements. */
public final class Statements {
    private Statements() {}

    /** The lists of statements inside a statement. */
    public static List<List<Statement>> bodies(Statement statement) {
        return switch (statement) {
            case Statement.For f -> List.of(f.body());
            case Statement.While w -> List.of(w.body());
            case Statement.If i -> List.of(i.then(), i.otherwise());
            case Statement.Scope s -> List.of(s.body());
            case Statement.ParallelFor p -> List.of(p.body());
            case Statement.Comment _,
                    Statement.Declare _,
                    Statement.DeclareArray _,
                    Statement.Assign _,
                    Statement.Evaluate _,
                    Statement.Copy _,
                    Statement.AwaitCopies _,
                    Statement.Call _,
                    Statement.Return _,
                    Statement.Break _,
                    Statement.Barrier _,
                    Statement.BarrierOr _,
                    Statement.GridBarrier _,
                    Statement.Multiply _,
                    Statement.Hide _ -> List.of();
        };
    }

    /** The statement with each list of statements inside of it changed. */
    public static Statement withBodies(Statement statement, UnaryOperator<List<Statement>> change) {
        return switch (statement) {
            case Statement.For f -> f.withBody(change.apply(f.body()));
            case Statement.While w -> new Statement.While(w.condition(), change.apply(w.body()));
            case Statement.If i -> new Statement.If(i.condition(), change.apply(i.then()), change.apply(i.otherwise()));
            case Statement.Scope s -> new Statement.Scope(change.apply(s.body()));
            case Statement.ParallelFor p ->
                new Statement.ParallelFor(p.variable(), p.start(), p.end(), p.when(), change.apply(p.body()));
            case Statement.Comment _,
                    Statement.Declare _,
                    Statement.DeclareArray _,
                    Statement.Assign _,
                    Statement.Evaluate _,
                    Statement.Copy _,
                    Statement.AwaitCopies _,
                    Statement.Call _,
                    Statement.Return _,
                    Statement.Break _,
                    Statement.Barrier _,
                    Statement.BarrierOr _,
                    Statement.GridBarrier _,
                    Statement.Multiply _,
                    Statement.Hide _ -> statement;
        };
    }

    /**
     * The places that a statement itself changes, first places of copies; not what it declares, and not what statements inside or called
     * functions change.
     */
    public static List<Place> written(Statement statement) {
        return switch (statement) {
            case Statement.Assign a -> List.of(a.target());
            case Statement.Copy c -> List.of(c.to());
            case Statement.Multiply m -> m.sums();
            case Statement.For f -> List.of(f.variable().place());
            case Statement.ParallelFor p -> List.of(p.variable().place());
            case Statement.Comment _,
                    Statement.Declare _,
                    Statement.DeclareArray _,
                    Statement.Evaluate _,
                    Statement.AwaitCopies _,
                    Statement.While _,
                    Statement.If _,
                    Statement.Scope _,
                    Statement.Call _,
                    Statement.Return _,
                    Statement.Break _,
                    Statement.Barrier _,
                    Statement.BarrierOr _,
                    Statement.GridBarrier _,
                    Statement.Hide _ -> List.of();
        };
    }

    /** The variables that statements change, those inside of them too. */
    public static Set<Variable> changed(List<Statement> statements) {
        Set<Variable> changed = new HashSet<>();
        visit(
                statements,
                s -> written(s).forEach(p -> {
                    if (p instanceof Place.Scalar(Variable v)) {
                        changed.add(v);
                    }
                }));
        return changed;
    }

    /** The expressions that a statement itself evaluates, indices of its target included; not those of statements inside. */
    public static List<Expression> expressions(Statement statement) {
        return switch (statement) {
            case Statement.Declare d -> d.value() == null ? List.of() : List.of(d.value());
            case Statement.DeclareArray d -> d.values() == null ? List.of() : d.values();
            case Statement.Assign a ->
                Stream.concat(Expressions.indices(a.target()).stream(), Stream.of(a.value()))
                        .toList();
            case Statement.Evaluate e -> List.of(e.value());
            case Statement.Copy c ->
                Stream.concat(Expressions.indices(c.to()).stream(), Expressions.indices(c.from()).stream())
                        .toList();
            case Statement.Multiply m -> {
                List<Expression> found = new ArrayList<>();
                m.sums().forEach(s -> found.addAll(Expressions.indices(s)));
                found.addAll(m.left());
                found.addAll(m.right());
                yield found;
            }
            case Statement.For f -> {
                List<Expression> found = new ArrayList<>();
                if (f.start() != null) {
                    found.add(f.start());
                }
                found.add(f.condition());
                found.add(f.step());
                yield found;
            }
            case Statement.While w -> List.of(w.condition());
            case Statement.If i -> List.of(i.condition());
            case Statement.Call c ->
                c.arguments().stream().flatMap(Statements::values).toList();
            case Statement.BarrierOr b -> List.of(b.condition());
            case Statement.Hide h ->
                h.variables().stream().map(v -> (Expression) v.read()).toList();
            case Statement.ParallelFor p -> List.of(p.start(), p.end(), p.when());
            case Statement.Comment _,
                    Statement.AwaitCopies _,
                    Statement.Scope _,
                    Statement.Return _,
                    Statement.Break _,
                    Statement.Barrier _,
                    Statement.GridBarrier _ -> List.of();
        };
    }

    /** The expressions of an argument. */
    public static Stream<Expression> values(Argument argument) {
        return switch (argument) {
            case Argument.Value v -> Stream.of(v.value());
            case Argument.Base _ -> Stream.of();
            case Argument.Either e -> Stream.of(e.condition());
        };
    }

    /** Calls the visitor for every statement, outer ones before what they contain. */
    public static void visit(List<Statement> statements, Consumer<Statement> visitor) {
        for (Statement statement : statements) {
            visitor.accept(statement);
            bodies(statement).forEach(b -> visit(b, visitor));
        }
    }

    /** Calls the visitor for every expression in the statements and every part of one. */
    public static void visitExpressions(List<Statement> statements, Consumer<Expression> visitor) {
        visit(statements, s -> expressions(s).forEach(e -> Expressions.visit(e, visitor)));
    }
}
