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
            names.removeAll(statement.declared());
            names.addAll(in(statement));
        }
        return names;
    }

    /** What a statement mentions; its own declaration is not taken out. */
    public static Set<String> in(Statement statement) {
        Set<String> names = new HashSet<>();
        statement.bodies().forEach(b -> names.addAll(in(b)));
        own(statement, names);
        return names;
    }

    /** The same where it is known what the statements within it mention. */
    public static Set<String> of(Statement statement, Set<String> within) {
        Set<String> names = new HashSet<>(within);
        own(statement, names);
        return names;
    }

    /** What a statement itself mentions, the statements within it left out. */
    public static Set<String> beside(Statement statement) {
        Set<String> names = new HashSet<>();
        own(statement, names);
        return names;
    }

    /** @param names to which they are added, those of the statements within it among them */
    private static void own(Statement statement, Set<String> names) {
        statement.expressions().forEach(e -> add(e, names));
        switch (statement) {
            case Statement.For f
            when f.start() != null -> {
                names.remove(f.variable().name());
                add(f.start(), names);
            }
            case Statement.For f -> names.add(f.variable().name());
            case Statement.ParallelFor p -> names.remove(p.variable().name());
            case Statement.Assignment a -> {
                a.written().forEach(p -> name(p, names));
                a.copied().forEach(p -> name(p, names));
            }
            case Statement.While _,
                    Statement.If _,
                    Statement.Scope _,
                    Statement.Declaration _,
                    Statement.Invocation _,
                    Statement.Synchronization _,
                    Statement.Jump _,
                    Statement.Remark _ -> {}
        }
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

    private static void name(Place place, Set<String> names) {
        switch (place) {
            case Place.Scalar s -> names.add(s.variable().name());
            case Place.Register r -> names.add(r.array().name());
            case Place.Pair p -> name(p.first(), names);
            case Place.Shared _, Place.Global _ -> {}
        }
    }
}
