package tilewright.kernel.pass;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongBinaryOperator;
import tilewright.kernel.Arithmetic;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Infix;
import tilewright.kernel.Place;
import tilewright.kernel.Statement;

/**
 * What of a thread's registers a loop of constant length reads before it has set it, found by going through its iterations: what the loop needs of the time before it.
 *
 * <p>Example: {@code for k in 0 .. 4 { s = s + x[k % 2]; x[(k + 1) % 2] = f[k] }} reads {@code s} and {@code x[0]} first, and sets {@code x[1]} first.
 */
final class FirstUses {
    private final Map<String, Long> known = new HashMap<>();
    private final Set<Place> set = new HashSet<>();
    private final Set<Place> first = new LinkedHashSet<>();
    private final Set<String> own = new HashSet<>();
    private boolean followed = true;

    private FirstUses() {}

    /** Variables and elements with numbers as indices, in the order of their use; nothing where a number that decides is not known. */
    static Optional<Set<Place>> of(Statement.For loop) {
        FirstUses uses = new FirstUses();
        uses.run(loop);
        return uses.followed ? Optional.of(uses.first) : Optional.empty();
    }

    private void run(List<Statement> body) {
        body.forEach(s -> run(s));
    }

    private void run(Statement statement) {
        if (statement instanceof Statement.For loop) {
            Optional<Iterations> iterations = Iterations.of(loop);
            followed &= iterations.isPresent();
            own.add(loop.variable().name());
            for (long i = 0; followed && i < iterations.orElseThrow().count(); i++) {
                known.put(loop.variable().name(), iterations.orElseThrow().value(i));
                run(loop.body());
            }
            return;
        }
        if (statement instanceof Statement.If branch) {
            read(branch.condition());
            OptionalLong holds = value(branch.condition());
            if (holds.isPresent()) {
                run(holds.getAsLong() != 0 ? branch.then() : branch.otherwise());
                return;
            }
            Set<Place> before = Set.copyOf(set);
            run(branch.then());
            Set<Place> then = Set.copyOf(set);
            set.retainAll(before);
            run(branch.otherwise());
            set.retainAll(then);
            return;
        }
        statement.expressions().forEach(this::read);
        if (statement instanceof Statement.Declare d) {
            own.add(d.variable().name());
            OptionalLong value = d.value() == null ? OptionalLong.empty() : value(d.value());
            known.remove(d.variable().name());
            value.ifPresent(v -> known.put(d.variable().name(), v));
        } else {
            own.addAll(statement.declared());
        }
        for (Place place : statement.written()) {
            if (place instanceof Place.Scalar s) {
                known.remove(s.variable().name());
            }
            set.add(written(place));
        }
        statement.bodies().forEach(b -> run(b));
    }

    private void read(Expression expression) {
        Expressions.visit(expression, e -> {
            if (e instanceof Expression.Read(Place place)) {
                String name = switch (place) {
                    case Place.Scalar s -> s.variable().name();
                    case Place.Register r -> r.array().name();
                    case Place.Shared _, Place.Global _, Place.Pair _ -> "";
                };
                Place read = name.isEmpty() || own.contains(name) ? place : written(place);
                if (!name.isEmpty() && !own.contains(name) && !set.contains(read)) {
                    first.add(read);
                }
            }
        });
    }

    /** A place with numbers as indices. */
    private Place written(Place place) {
        if (!(place instanceof Place.Register r)) {
            return place;
        }
        List<OptionalLong> indices = r.indices().stream().map(this::value).toList();
        if (!indices.stream().allMatch(OptionalLong::isPresent)) {
            followed &= own.contains(r.array().name());
            return place;
        }
        return new Place.Register(
                r.array(),
                indices.stream().map(i -> Expressions.integer(i.getAsLong())).toList());
    }

    private OptionalLong value(Expression expression) {
        if (expression instanceof Expression.Binary b
                && b.operator() == Infix.LT
                && !b.left().type().isFloating()) {
            return both(b.left(), b.right(), (x, y) -> x < y ? 1 : 0);
        }
        return switch (Arithmetic.of(expression)) {
            case Arithmetic.Constant c -> OptionalLong.of(c.value());
            case Arithmetic.Value v -> {
                Long value = known.get(v.variable().name());
                yield value == null ? OptionalLong.empty() : OptionalLong.of(value);
            }
            case Arithmetic.Sum s -> both(s.left(), s.right(), Long::sum);
            case Arithmetic.Difference d -> both(d.left(), d.right(), (x, y) -> x - y);
            case Arithmetic.Product p -> both(p.left(), p.right(), (x, y) -> x * y);
            case Arithmetic.Quotient q -> divided(q.left(), q.right(), (x, y) -> x / y);
            case Arithmetic.Remainder r -> divided(r.left(), r.right(), (x, y) -> x % y);
            case Arithmetic.Own _, Arithmetic.Negative _, Arithmetic.Converted _, Arithmetic.Other _ ->
                OptionalLong.empty();
        };
    }

    private OptionalLong divided(Expression left, Expression right, LongBinaryOperator operation) {
        OptionalLong by = value(right);
        return by.isPresent() && by.getAsLong() != 0 ? both(left, right, operation) : OptionalLong.empty();
    }

    private OptionalLong both(Expression left, Expression right, LongBinaryOperator operation) {
        OptionalLong l = value(left);
        OptionalLong r = value(right);
        return l.isPresent() && r.isPresent()
                ? OptionalLong.of(operation.applyAsLong(l.getAsLong(), r.getAsLong()))
                : OptionalLong.empty();
    }
}
