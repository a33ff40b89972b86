package tilewright.kernel.pass;

import static tilewright.kernel.Expressions.isInteger;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.Expression;
import tilewright.kernel.Function;
import tilewright.kernel.Infix;
import tilewright.kernel.Mentions;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;

/**
 * Finds what the factors of a loop's products are read and computed by: which of its statements write registers that lead to a factor, and
 * whether another lane could run them for the elements that it has in a product of matrices.
 */
final class FactorFinder {
    private final Statement.For loop;
    private final ProductUpdate update;
    private final Function function;
    private final ThreadValues values;
    private final Uniformity uniformity;
    private final List<Statement> body;
    private final Set<String> arrays = new HashSet<>();
    private final Set<String> variables = new HashSet<>();

    FactorFinder(
            Statement.For loop, ProductUpdate update, Function function, ThreadValues values, Uniformity uniformity) {
        this.loop = loop;
        this.update = update;
        this.function = function;
        this.values = values;
        this.uniformity = uniformity;
        this.body = loop.body().subList(0, loop.body().size() - 1);
        for (Statement statement : body) {
            if (statement instanceof Statement.DeclareArray) {
                arrays.addAll(statement.declared());
            } else {
                variables.addAll(statement.declared());
            }
        }
    }

    /** Both factors; empty where some statement of an iteration does something else. */
    Optional<Both> both() {
        List<Statement> ofRows = leadingTo(update.left());
        List<Statement> ofColumns = leadingTo(update.right());
        for (Statement statement : body) {
            boolean row = ofRows.contains(statement);
            boolean column = ofColumns.contains(statement);
            boolean ofBoth = statement instanceof Statement.Comment || statement instanceof Statement.Declare;
            if (!isStep(statement, column) || row == column && !ofBoth) {
                return Optional.empty();
            }
        }
        FreeNames names = new FreeNames(function);
        Optional<ProductFactors> left = factors(ofRows, false, names);
        Optional<ProductFactors> right = factors(ofColumns, true, names);
        return left.isPresent() && right.isPresent()
                ? Optional.of(new Both(left.get(), right.get(), names))
                : Optional.empty();
    }

    record Both(ProductFactors left, ProductFactors right, FreeNames names) {}

    private List<Statement> leadingTo(Expression factor) {
        Set<String> needed = Mentions.in(new Statement.Evaluate(factor));
        List<Statement> items = new ArrayList<>();
        for (Statement statement : body.reversed()) {
            if (written(statement).stream().anyMatch(needed::contains)) {
                items.add(statement);
                needed.addAll(Mentions.in(statement));
            }
        }
        return items.reversed();
    }

    private static Set<String> written(Statement statement) {
        Set<String> names = new HashSet<>(statement.declared());
        Statements.visit(
                List.of(statement),
                s -> s.written().forEach(p -> {
                    if (p instanceof Place.Register r) {
                        names.add(r.array().name());
                    }
                }));
        return names;
    }

    /** Whether a statement only writes registers that the iteration declares, by loops over a thread's sums. */
    private boolean isStep(Statement statement, boolean column) {
        return switch (statement) {
            case Statement.DeclareArray d -> d.values() == null && d.array().type() == ScalarType.F64;
            case Statement.For f -> isLevel(f, column) && f.body().stream().allMatch(s -> isStep(s, column));
            case Statement.Scope s -> s.body().stream().allMatch(i -> isStep(i, column));
            case Statement.Declare d -> d.constant() && d.value() != null && isPlain(d.value());
            case Statement.Assign a -> isOwn(a.target(), column) && isPlain(a.value());
            case Statement.Copy c ->
                column
                        && c.way() == Statement.Way.WIDE
                        && c.width() == ProductFactors.PAIR
                        && isOwn(c.to(), true)
                        && c.from() instanceof Place.Shared from
                        && from.indices().stream().allMatch(this::isPlain);
            case Statement.Comment _ -> true;
            case Statement.While _,
                    Statement.If _,
                    Statement.ParallelFor _,
                    Statement.Assignment _,
                    Statement.Invocation _,
                    Statement.Synchronization _,
                    Statement.Jump _,
                    Statement.Hide _,
                    Statement.SumInVectors _ -> false;
        };
    }

    /** A loop over rows, columns or what is outside of both; over pairs of columns too. */
    private boolean isLevel(Statement.For loop, boolean column) {
        String other =
                (column ? update.rowLevel() : update.columnLevel()).variable().name();
        boolean columns = loop.variable().equals(update.columnLevel().variable());
        return loop.start() != null
                && isInteger(loop.start(), 0)
                && !loop.variable().name().equals(other)
                && (isInteger(loop.step(), 1) || columns && isInteger(loop.step(), ProductFactors.PAIR))
                && loop.condition() instanceof Expression.Binary end
                && end.operator() == Infix.LT
                && end.left().equals(loop.variable().read())
                && end.right() instanceof Expression.IntegerLiteral count
                && (!columns || count.value() == update.columnLevel().count());
    }

    /** A register that the iteration declares; of columns it is indexed by the column alone, and last. */
    private boolean isOwn(Place place, boolean column) {
        if (!(place instanceof Place.Register r) || !arrays.contains(r.array().name())) {
            return false;
        }
        return !column
                || r.indices().isEmpty()
                || r.array().shape().getLast() != update.columnLevel().count()
                || ProductFactors.isRead(
                        r.indices().getLast(), update.columnLevel().variable().name());
    }

    /** Whether it reads memory, such registers and variables, and computes; nothing that other threads notice. */
    private boolean isPlain(Expression value) {
        boolean own = switch (value) {
            case Expression.Read r ->
                switch (r.place()) {
                    case Place.Register g -> isOwn(g, true) || isOwn(g, false);
                    case Place.Scalar _, Place.Shared _ -> true;
                    case Place.Global g -> g.access() == Place.Access.PLAIN;
                    case Place.Pair _ -> false;
                };
            case Expression.Own _, Expression.Atomic _, Expression.OfWarp _, Expression.Counted _ -> false;
            case Expression.Literal _, Expression.Operation _ -> true;
        };
        return own && value.operands().stream().allMatch(this::isPlain);
    }

    private Optional<ProductFactors> factors(List<Statement> items, boolean column, FreeNames names) {
        Set<String> thread = new TreeSet<>();
        Set<String> used = new TreeSet<>(Mentions.in(items));
        Expression factor = column ? update.right() : update.left();
        Set<String> ofFactor = Mentions.in(new Statement.Evaluate(factor));
        // The factor itself is computed outside of what a lane does for its iteration.
        if (ofFactor.stream()
                .anyMatch(n -> variables.contains(n) || n.equals(loop.variable().name()))) {
            return Optional.empty();
        }
        used.addAll(ofFactor);
        for (String name : used) {
            if (arrays.contains(name) || variables.contains(name) || isLevelVariable(name) || isLoopVariable(name)) {
                continue;
            }
            if (values.has(name)) {
                thread.add(name);
            } else if (!isUniform(name)) {
                return Optional.empty();
            }
        }
        boolean threadInFactor = ofFactor.stream().anyMatch(thread::contains);
        boolean sharedDeclarations = body.stream()
                .filter(Statement.Declare.class::isInstance)
                .anyMatch(d -> Mentions.in(d).stream().anyMatch(values::has));
        return threadInFactor || sharedDeclarations
                ? Optional.empty()
                : ProductFactors.of(loop.variable(), update, column, items, thread, values, names);
    }

    private boolean isLevelVariable(String name) {
        return update.levels().stream().anyMatch(l -> l.variable().name().equals(name));
    }

    private boolean isLoopVariable(String name) {
        return name.equals(loop.variable().name());
    }

    private boolean isUniform(String name) {
        @Nullable Boolean[] found = {null};
        Statements.visitExpressions(List.of(loop), e -> {
            if (e instanceof Expression.Read r
                    && r.place() instanceof Place.Scalar v
                    && v.variable().name().equals(name)) {
                found[0] = uniformity.isUniform(function, e);
            }
        });
        return Boolean.TRUE.equals(found[0]);
    }
}
