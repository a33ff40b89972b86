package tilewright.kernel.emulate;

import java.util.List;
import java.util.function.LongUnaryOperator;
import tilewright.kernel.Expression;
import tilewright.kernel.Infix;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;

/** Makes expressions of one kernel ready to be computed for all threads of a block at a time. */
final class ExpressionCompiler {
    private final Names names;
    private final int threads;
    private final Counters counters;
    private final WarpOperations warps;

    ExpressionCompiler(Names names, int threads, Counters counters) {
        this.names = names;
        this.threads = threads;
        this.counters = counters;
        warps = new WarpOperations(threads, counters);
    }

    /** An expression as a value of a type. */
    Value as(ScalarType type, Expression expression, Site site) {
        return converted(of(expression, site), expression.type(), type);
    }

    /** A condition: 0 where it does not hold. */
    Value condition(Expression expression, Site site) {
        Value value = of(expression, site);
        ScalarType type = expression.type();
        return type.isFloating() ? map(value, v -> Arithmetic.isZero(type, v) ? 0 : 1) : value;
    }

    Value of(Expression expression, Site site) {
        return switch (expression) {
            case Expression.IntegerLiteral l ->
                constant(
                        l.type().isFloating()
                                ? Arithmetic.ofDouble(l.type(), l.value())
                                : Arithmetic.normal(l.type(), l.value()));
            case Expression.RealLiteral l -> constant(Arithmetic.of(l));
            case Expression.Read r -> read(r.place(), site);
            case Expression.Own o -> own(o.coordinate());
            case Expression.Unary u -> unary(u, site);
            case Expression.Binary b -> binary(b, site);
            case Expression.Conditional c -> conditional(c, site);
            case Expression.Convert c -> convert(c, site);
            case Expression.Bits b -> map(of(b.operand(), site), v -> Arithmetic.normal(b.type(), v));
            case Expression.Call c ->
                call(
                        Arithmetic.call(c.function(), c.of()),
                        counters.of(c.function().name(), c.of()),
                        c.function().operand(c.of()),
                        c.operands(),
                        site);
            case Expression.Mathematical m ->
                call(
                        Arithmetic.call(m.function(), m.of()),
                        counters.of(m.function().name(), m.of()),
                        m.of(),
                        m.operands(),
                        site);
            case Expression.Shuffle s ->
                warps.shuffle(s, of(s.value(), site), as(ScalarType.I32, s.which(), site), site);
            case Expression.Voted v -> warps.vote(v, condition(v.condition(), site), site);
            case Expression.Reduced r -> warps.reduce(r, of(r.value(), site), site);
            case Expression.Atomic a -> atomic(a, site);
            case Expression.Counted c -> of(c.value(), site);
        };
    }

    private Value constant(long bits) {
        Lanes lanes = Lanes.of(threads, bits);
        return (_, _) -> lanes;
    }

    private Value own(Expression.Coordinate coordinate) {
        Lanes lanes = new Lanes(threads);
        return switch (coordinate) {
            case THREAD -> {
                for (int t = 0; t < threads; t++) {
                    lanes.bits[t] = t;
                }
                yield (_, _) -> lanes;
            }
            case BLOCK -> (block, active) -> Checks.each(active, lanes, _ -> block.number);
            case BLOCKS -> (block, active) -> Checks.each(active, lanes, _ -> block.launch.blocks());
            case THREADS -> constant(threads);
            case HIDDEN_ZERO -> constant(0);
        };
    }

    private Value map(Value operand, LongUnaryOperator function) {
        Lanes result = new Lanes(threads);
        return (block, active) -> {
            Lanes x = operand.of(block, active);
            result.unset = false;
            for (int i = 0; i < active.count; i++) {
                int t = active.threads[i];
                result.bits[t] = function.applyAsLong(x.bits[t]);
            }
            result.inherit(x, active);
            return result;
        };
    }

    private Value converted(Value operand, ScalarType from, ScalarType to) {
        return keepsBits(from, to) ? operand : map(operand, Arithmetic.conversion(from, to));
    }

    /** Whether a value is the same long in both types. */
    private static boolean keepsBits(ScalarType from, ScalarType to) {
        boolean widens = from.bytes() < Integer.BYTES ? to == ScalarType.I32 : to.bytes() == Long.BYTES;
        return from == to || widens && !from.isFloating() && !to.isFloating();
    }

    private Value convert(Expression.Convert c, Site site) {
        Value operand = of(c.operand(), site);
        if (c.operand().type() == c.type()) {
            return operand;
        }
        return counted(
                counters.of("CONVERT", c.type()),
                map(operand, Arithmetic.conversion(c.operand().type(), c.type())));
    }

    private static Value counted(Counters.Counter counter, Value value) {
        return (block, active) -> {
            counter.add(active);
            return value.of(block, active);
        };
    }

    private Value unary(Expression.Unary u, Site site) {
        ScalarType type = u.operand().type();
        return counted(
                counters.of(u.operator().name(), type.promoted()),
                map(of(u.operand(), site), Arithmetic.unary(u.operator(), type)));
    }

    private Value binary(Expression.Binary b, Site site) {
        return switch (b.operator()) {
            case AND_THEN -> decided(b, true, site);
            case OR_ELSE -> decided(b, false, site);
            case SHL, SHR -> {
                ScalarType type = b.left().type().promoted();
                yield binary(b.operator(), type, as(type, b.left(), site), of(b.right(), site), site);
            }
            case OR, XOR, AND, EQ, NE, LT, LE, GT, GE, ADD, SUB, MUL, DIV, REM -> {
                ScalarType type = ScalarType.common(b.left().type(), b.right().type());
                yield binary(b.operator(), type, as(type, b.left(), site), as(type, b.right(), site), site);
            }
        };
    }

    private Value binary(Infix operator, ScalarType type, Value left, Value right, Site site) {
        Vectors.Binary function = Vectors.binary(operator, type);
        boolean divides = !type.isFloating() && (operator == Infix.DIV || operator == Infix.REM);
        boolean shifts = operator == Infix.SHL || operator == Infix.SHR;
        Counters.Counter counter = counters.of(operator.name(), type);
        Lanes result = new Lanes(threads);
        Lanes nonZero = new Lanes(threads);
        return (block, active) -> {
            Lanes x = left.of(block, active);
            Lanes y = right.of(block, active);
            counter.add(active);
            if (divides) {
                y = Checks.divisor(block, active, y, nonZero, site);
            } else if (shifts) {
                Checks.shift(block, active, y, 8 * type.bytes(), site);
            }
            result.unset = false;
            function.of(active.threads, active.count, x.bits, y.bits, result.bits);
            result.inherit(x, active);
            result.inherit(y, active);
            return result;
        };
    }

    /** Conditions joined: the right one is evaluated where the left one is as wanted. */
    private Value decided(Expression.Binary b, boolean wanted, Site site) {
        Value left = condition(b.left(), site);
        Value right = condition(b.right(), site);
        Counters.Counter counter = counters.of(b.operator().name(), ScalarType.I32);
        Lanes result = new Lanes(threads);
        return (block, active) -> {
            Lanes x = left.of(block, active);
            counter.add(active);
            result.unset = false;
            Active rest = new Active(active.count);
            for (int i = 0; i < active.count; i++) {
                int t = active.threads[i];
                boolean holds = x.bits[t] != 0;
                result.bits[t] = holds ? 1 : 0;
                if (holds == wanted) {
                    rest.add(t);
                }
            }
            result.inherit(x, active);
            if (rest.count > 0) {
                Lanes y = right.of(block, rest);
                for (int i = 0; i < rest.count; i++) {
                    int t = rest.threads[i];
                    result.bits[t] = y.bits[t] != 0 ? 1 : 0;
                }
                result.inherit(y, rest);
            }
            return result;
        };
    }

    private Value conditional(Expression.Conditional c, Site site) {
        Value condition = condition(c.condition(), site);
        Value then = as(c.type(), c.then(), site);
        Value otherwise = as(c.type(), c.otherwise(), site);
        Counters.Counter counter = counters.of("SELECT", c.type());
        Lanes result = new Lanes(threads);
        Lanes decided = new Lanes(threads);
        return (block, active) -> {
            Lanes x = condition.of(block, active);
            counter.add(active);
            decided.unset = false;
            decided.copy(x, active);
            Active holds = Active.of(active, t -> decided.bits[t] != 0);
            Active fails = Active.of(active, t -> decided.bits[t] == 0);
            result.unset = false;
            if (holds.count > 0) {
                result.copy(then.of(block, holds), holds);
            }
            if (fails.count > 0) {
                result.copy(otherwise.of(block, fails), fails);
            }
            result.inherit(decided, active);
            return result;
        };
    }

    /** @param type of the operands */
    private Value call(
            Arithmetic.Operation function,
            Counters.Counter counter,
            ScalarType type,
            List<Expression> arguments,
            Site site) {
        Value[] operands = arguments.stream().map(o -> as(type, o, site)).toArray(Value[]::new);
        Lanes result = new Lanes(threads);
        Lanes none = new Lanes(threads);
        return (block, active) -> {
            Lanes x = operands[0].of(block, active);
            Lanes y = operands.length > 1 ? operands[1].of(block, active) : none;
            Lanes z = operands.length > 2 ? operands[2].of(block, active) : none;
            counter.add(active);
            result.unset = false;
            for (int i = 0; i < active.count; i++) {
                int t = active.threads[i];
                result.bits[t] = function.of(x.bits[t], y.bits[t], z.bits[t]);
            }
            result.inherit(x, active);
            result.inherit(y, active);
            result.inherit(z, active);
            return result;
        };
    }

    private Value read(Place place, Site site) {
        Location location = location(place, site);
        Lanes result = new Lanes(threads);
        if (location instanceof RegisterLocations.Variable variable) {
            return (block, active) -> variable.value(block, active, result);
        }
        return (block, active) -> {
            location.find(block, active, 1, false);
            location.count(block, active, Counts.Direction.LOAD, 1);
            result.unset = false;
            location.load(block, active, 0, result);
            return result;
        };
    }

    private Value atomic(Expression.Atomic a, Site site) {
        Location location = location(a.place(), site);
        ScalarType type = a.type();
        Value operand = as(type, a.operand(), site);
        Lanes before = new Lanes(threads);
        return (block, active) -> {
            location.find(block, active, 1, false);
            location.count(block, active, Counts.Direction.ATOMIC, 1);
            Lanes with = operand.of(block, active);
            before.unset = false;
            for (int i = 0; i < active.count; i++) {
                int t = active.threads[i];
                int origin = with.origin(t);
                if (origin != Lanes.SET) {
                    Checks.decided(block, t, origin, "an atomic update", site);
                }
            }
            Location.Update update = (t, old) -> Arithmetic.updated(a.update(), type, old, with.bits[t]);
            location.update(block, active, update, a.ordered(), before);
            return before;
        };
    }

    Location location(Place place, Site site) {
        return switch (place) {
            case Place.Scalar s -> variable(s, site);
            case Place.Register r -> {
                if (!(names.of(r.array().name()) instanceof Names.Meaning.OfRegisters(int slot, var array))) {
                    throw notA("register array", r.array().name());
                }
                yield new RegisterLocations.Element(slot, array, indices(r.indices(), site), threads, site);
            }
            case Place.Shared s -> {
                if (!(names.ofShared(s.array().name()) instanceof Names.Meaning.OfShared(int slot, var array))) {
                    throw notA("shared array", s.array().name());
                }
                boolean relaxed = s.access() == Place.Access.RELAXED;
                yield new SharedLocation(slot, array, indices(s.indices(), site), relaxed, threads, counters, site);
            }
            case Place.Global g ->
                new GlobalLocation(
                        names.base(g.array().name()),
                        g.as(),
                        as(ScalarType.I64, g.offset(), site),
                        g.access(),
                        threads,
                        counters,
                        site);
            case Place.Pair p -> new PairLocation(location(p.first(), site), threads, site);
        };
    }

    private java.util.List<Value> indices(java.util.List<Expression> indices, Site site) {
        return indices.stream().map(i -> as(ScalarType.I64, i, site)).toList();
    }

    private RegisterLocations.Variable variable(Place.Scalar s, Site site) {
        if (!(names.of(s.variable().name()) instanceof Names.Meaning.OfVariable(int slot, var variable))) {
            throw notA("variable", s.variable().name());
        }
        return new RegisterLocations.Variable(slot, variable.type(), site);
    }

    private static IllegalArgumentException notA(String what, String name) {
        return new IllegalArgumentException(name + " is no " + what);
    }
}
