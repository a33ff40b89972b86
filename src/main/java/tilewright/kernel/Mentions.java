package tilewright.kernel;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The names of variables and register arrays that statements mention without declaring them. */
public final class Mentions {
    private Mentions() {}

    public static Set<String> in(List<Statement> statements) {
        Set<String> names = new HashSet<>();
        for (Statement statement : statements.reversed()) {
            names.removeAll(declared(statement));
            names.addAll(in(statement));
        }
        return names;
    }

    /** What a statement mentions; its own declaration is not taken out. */
    public static Set<String> in(Statement statement) {
        Set<String> names = new HashSet<>();
        Statements.bodies(statement).forEach(b -> names.addAll(in(b)));
        Statements.expressions(statement).forEach(e -> add(e, names));
        switch (statement) {
            case Statement.For f
            when f.start() != null -> {
                names.remove(f.variable().name());
                add(f.start(), names);
            }
            case Statement.For f -> names.add(f.variable().name());
            case Statement.ParallelFor p -> names.remove(p.variable().name());
            case Statement.Assign a -> add(a.target(), names);
            case Statement.Copy c -> {
                add(c.to(), names);
                add(c.from(), names);
            }
            case Statement.Multiply m -> m.sums().forEach(s -> add(s, names));
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
                    Statement.Hide _ -> {}
        }
        return names;
    }

    /** The names that statements after this one see. */
    public static Set<String> declared(Statement statement) {
        return switch (statement) {
            case Statement.Declare d -> Set.of(d.variable().name());
            case Statement.DeclareArray d -> Set.of(d.array().name());
            case Statement.BarrierOr b -> Set.of(b.variable().name());
            case Statement.Comment _,
                    Statement.Assign _,
                    Statement.Evaluate _,
                    Statement.Multiply _,
                    Statement.Copy _,
                    Statement.AwaitCopies _,
                    Statement.For _,
                    Statement.While _,
                    Statement.If _,
                    Statement.Scope _,
                    Statement.Call _,
                    Statement.Return _,
                    Statement.Break _,
                    Statement.Barrier _,
                    Statement.GridBarrier _,
                    Statement.Hide _,
                    Statement.ParallelFor _ -> Set.of();
        };
    }

    private static void add(Expression expression, Set<String> names) {
        Expressions.visit(expression, e -> {
            if (e instanceof Expression.Read read) {
                name(read.place(), names);
            } else if (e instanceof Expression.Atomic atomic) {
                name(atomic.place(), names);
            }
        });
    }

    private static void add(Place place, Set<String> names) {
        name(place, names);
        Expressions.indices(place).forEach(i -> add(i, names));
    }

    private static void name(Place place, Set<String> names) {
        switch (place) {
            case Place.Scalar s -> names.add(s.variable().name());
            case Place.Register r -> names.add(r.array().name());
            case Place.Pair p -> name(p.first(), names);
            case Place.Shared _, Place.Global _ -> {}
        }
    }
}
