package tilewright.codegen.threads;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Place;
import tilewright.kernel.Statement;

/**
 * What of a body may run before its block has waited for others: the statements at its start, in their order, that do not touch the arrays which others write meanwhile, write no memory that blocks
 * share, and do not need what a statement left behind does. Whatever waits, calls, jumps or changes memory of the device ends the start.
 *
 * <pre>
 * x_i = x[i]                                            l_ii = L[i][i]
 * l_ii = L[i][i]                                        r = 1.0 / l_ii
 * r = 1.0 / l_ii                                -&gt;      copy shared.l &lt;- L[i][j] asynchronous
 * copy shared.l &lt;- L[i][j] asynchronous                 (wait until others have written x)
 * await copies; ..                                      x_i = x[i]; await copies; ..
 * </pre>
 *
 * @param early runs before
 * @param late all else, in its order
 */
record EarlyStatements(List<Statement> early, List<Statement> late) {
    EarlyStatements {
        early = List.copyOf(early);
        late = List.copyOf(late);
    }

    /** @param others names of the arrays that other blocks write meanwhile */
    static EarlyStatements of(List<Statement> body, Set<String> others) {
        List<Statement> early = new ArrayList<>();
        List<Statement> late = new ArrayList<>();
        List<Statement> remarks = new ArrayList<>();
        Uses left = new Uses();
        for (int s = 0; s < body.size(); s++) {
            Statement statement = body.get(s);
            if (statement instanceof Statement.Remark) {
                remarks.add(statement);
                continue;
            }
            Uses uses = new Uses();
            uses.add(statement, new HashSet<>());
            if (uses.ends) {
                late.addAll(remarks);
                late.addAll(body.subList(s, body.size()));
                return new EarlyStatements(early, late);
            }
            boolean waits = !Collections.disjoint(uses.read, others) || uses.follows(left);
            if (waits) {
                left.add(uses);
            }
            List<Statement> place = waits ? late : early;
            place.addAll(remarks);
            place.add(statement);
            remarks.clear();
        }
        late.addAll(remarks);
        return new EarlyStatements(early, late);
    }

    /** The names that statements read and write, and whether they do more than that. */
    private static final class Uses {
        private final Set<String> read = new HashSet<>();
        private final Set<String> written = new HashSet<>();
        private boolean ends;

        void add(Uses other) {
            read.addAll(other.read);
            written.addAll(other.written);
        }

        /** Whether it reads or writes what others write, or writes what they read. */
        boolean follows(Uses others) {
            return !Collections.disjoint(read, others.written)
                    || !Collections.disjoint(written, others.written)
                    || !Collections.disjoint(written, others.read);
        }

        /** @param own names that are declared around the statement, inside of what is looked at */
        void add(Statement statement, Set<String> own) {
            switch (statement) {
                case Statement.Synchronization _, Statement.Invocation _, Statement.Jump _ -> ends = true;
                case Statement.Declaration _, Statement.Assignment _, Statement.Remark _, Statement.Compound _ -> {}
            }
            Set<String> inside = new HashSet<>(own);
            if (statement instanceof Statement.For loop && loop.start() != null) {
                inside.add(loop.variable().name());
            }
            statement
                    .expressions()
                    .forEach(e -> Expressions.visit(e, part -> {
                        ends |= !Expressions.isOfThread(part);
                        if (part instanceof Expression.Read(Place place)) {
                            use(read, place, inside);
                        }
                    }));
            if (statement instanceof Statement.Assignment assignment) {
                assignment.copied().forEach(p -> use(read, p, inside));
            }
            for (Place place : statement.written()) {
                ends |= place instanceof Place.Global;
                use(written, place, inside);
            }
            for (String name : statement.declared()) {
                if (!own.contains(name)) {
                    written.add(name);
                }
            }
            for (List<Statement> body : statement.bodies()) {
                Set<String> names = new HashSet<>(inside);
                for (Statement inner : body) {
                    Set<String> declared = inner.declared();
                    names.addAll(declared);
                    add(inner, names);
                }
            }
        }

        /** Arrays of the block have names of their own. */
        private static String name(Place place) {
            return switch (place) {
                case Place.Scalar s -> s.variable().name();
                case Place.Register r -> r.array().name();
                case Place.Shared s -> "shared." + s.array().name();
                case Place.Global g -> g.array().name();
                case Place.Pair p -> name(p.first());
            };
        }

        private static void use(Set<String> names, Place place, Set<String> own) {
            String used = name(place);
            if (!own.contains(used)) {
                names.add(used);
            }
        }
    }
}
