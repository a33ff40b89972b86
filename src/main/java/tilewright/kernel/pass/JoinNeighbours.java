package tilewright.kernel.pass;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import tilewright.kernel.Arithmetic;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Function;
import tilewright.kernel.Infix;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.Program;
import tilewright.kernel.Rewriter;
import tilewright.kernel.Simt;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;

/**
 * Elements side by side, as the parts of a complex number, that one statement reads, are read in one access; what loops behind one another write side by side, one loop writes in one access.
 *
 * <pre>
 *                                                                      align wide: f32[2]; copy 2 wide[0] &lt;- x[2 * i]
 * z0[m] = x[2 * i] * x[2 * i] - x[2 * i + 1] * x[2 * i + 1]     -&gt;     z0[m] = wide[0] * wide[0] - wide[1] * wide[1]
 *
 * for m in 0 .. 4 unroll all { z[2 * (i + m)] = z0[m] }                for m in 0 .. 4 unroll all { align both: f32[2] = {z0[m], z1[m]}
 * for m in 0 .. 4 unroll all { z[2 * (i + m) + 1] = z1[m] }     -&gt;         copy 2 z[2 * (i + m)] &lt;- both[0] }
 * </pre>
 *
 * <p>Reads off the program: that an access is aligned ({@link Multiples}), and all of its elements are read, whatever the data, or written; of statements that read, that the function does not
 * write the array, and that no loop around writes out some of its iterations at once: their loads are on their way together, and registers run out; of loops that write, that they are alike but for what they write and for the element's place in its group, and that nothing stands between them but remarks.
 */
final class JoinNeighbours implements Pass.Change {
    /** Elements of an access, the most first. */
    private static final List<Integer> WIDTHS = List.of(4, 2);

    @Override
    public Program of(Program program) {
        Map<Integer, Multiples> multiples = new HashMap<>();
        return program.withFunctions(program.functions().stream()
                .map(f -> new InFunction(program, f, multiples).changed())
                .toList());
    }

    /**
     * An element's place.
     *
     * @param start what it is but for a number
     */
    private record Address(Memory.Global array, Expression start, long number) {
        static Optional<Address> of(Place place) {
            if (!(place instanceof Place.Global g)
                    || g.access() != Place.Access.PLAIN
                    || g.as() != g.array().type()) {
                return Optional.empty();
            }
            return Optional.of(
                    Arithmetic.of(g.offset()) instanceof Arithmetic.Sum s
                                    && Arithmetic.of(s.right()) instanceof Arithmetic.Constant c
                            ? new Address(g.array(), s.left(), c.value())
                            : new Address(g.array(), g.offset(), 0));
        }

        /** What neighbours have in common. */
        Address first() {
            return new Address(array, start, 0);
        }
    }

    /**
     * A loop that writes one element a time.
     *
     * @param alike the loop with nothing where it writes
     */
    private record Store(Statement alike, Statement.Assign written, Address address) {
        private static final Statement NOTHING = new Statement.Comment("what is written here");

        static Optional<Store> of(Statement statement) {
            if (!(statement instanceof Statement.For loop)) {
                return Optional.empty();
            }
            List<Statement.Assign> written = new ArrayList<>();
            boolean[] others = {false};
            Statements.visit(loop.body(), s -> {
                if (s instanceof Statement.Assign a) {
                    written.add(a);
                } else {
                    others[0] |= !(s instanceof Statement.Compound
                            || s instanceof Statement.Declare d && d.constant()
                            || s instanceof Statement.Comment);
                }
            });
            if (others[0] || written.size() != 1) {
                return Optional.empty();
            }
            Statement.Assign one = written.getFirst();
            boolean[] loads = {false};
            Statements.visitExpressions(
                    List.of(loop),
                    e -> loads[0] |= !Expressions.isOfThread(e)
                            || e instanceof Expression.Read(Place place)
                                    && !(place instanceof Place.Scalar || place instanceof Place.Register));
            return loads[0]
                    ? Optional.empty()
                    : Address.of(one.target()).map(a -> new Store(with(loop, one, List.of(NOTHING)), one, a));
        }

        /** The loop with statements where it writes. */
        static Statement with(Statement loop, List<Statement> instead) {
            return with(loop, NOTHING, instead);
        }

        private static Statement with(Statement loop, Statement one, List<Statement> instead) {
            return new Rewriter() {
                @Override
                protected List<Statement> statement(Statement s) {
                    return s.equals(one) ? instead : List.of(s);
                }
            }.whole(loop).getFirst();
        }

        boolean isBeside(Store other) {
            return alike.equals(other.alike) && address.first().equals(other.address.first());
        }
    }

    private static final class InFunction {
        private final Program program;
        private final Function function;
        private final Map<Integer, Multiples> multiples;
        /** By width, what is known of variables. */
        private final Map<Integer, Map<String, Integer>> known = new HashMap<>();

        private final FreeNames names;
        private final Set<String> readOnly = new HashSet<>();

        InFunction(Program program, Function function, Map<Integer, Multiples> multiples) {
            this.program = program;
            this.function = function;
            this.multiples = multiples;
            this.names = new FreeNames(function);
            for (Function.Parameter parameter : function.parameters()) {
                if (parameter instanceof Function.Parameter.Base base
                        && base.exclusive()
                        && !base.array().written()) {
                    readOnly.add(base.name());
                }
            }
        }

        Function changed() {
            return function.withBody(in(function.body(), true));
        }

        /** @param reads whether neighbours may be read together */
        private List<Statement> in(List<Statement> statements, boolean reads) {
            List<Statement> changed = new ArrayList<>();
            for (Statement statement : together(statements)) {
                if (reads && (statement instanceof Statement.Declare || statement instanceof Statement.Assign)) {
                    changed.addAll(reading(statement));
                } else {
                    boolean inside = reads && !(statement instanceof Statement.For loop && loop.unroll() > 1);
                    changed.add(statement.withBodies(body -> in(body, inside)));
                }
            }
            return changed;
        }

        /** A statement that reads neighbours, behind the accesses that read them. */
        private List<Statement> reading(Statement statement) {
            Map<Address, TreeMap<Long, Place.Global>> read = new LinkedHashMap<>();
            statement.expressions().forEach(e -> find(e, read));
            List<Statement> result = new ArrayList<>();
            Map<Place, Place> instead = new HashMap<>();
            read.forEach((start, elements) -> {
                for (int width : WIDTHS) {
                    for (long first : groups(start, width, elements)) {
                        Memory.Register wide = registers(start.array(), width);
                        result.add(new Statement.DeclareArray(wide, null));
                        result.add(
                                new Statement.Copy(width, element(wide, 0), at(elements, first), Statement.Way.WIDE));
                        for (int e = 0; e < width; e++) {
                            instead.put(elements.remove(first + e), element(wide, e));
                        }
                    }
                }
            });
            if (instead.isEmpty()) {
                return List.of(statement);
            }
            result.addAll(
                    new Rewriter() {
                        @Override
                        protected Expression expression(Expression e) {
                            return e instanceof Expression.Read(Place place)
                                    ? new Expression.Read(instead.getOrDefault(place, place))
                                    : e;
                        }
                    }.whole(statement));
            return result;
        }

        /** What an expression reads whatever the data. */
        private void find(Expression value, Map<Address, TreeMap<Long, Place.Global>> read) {
            if (value instanceof Expression.Conditional c) {
                find(c.condition(), read);
                return;
            }
            if (value instanceof Expression.Binary b
                    && (b.operator() == Infix.AND_THEN || b.operator() == Infix.OR_ELSE)) {
                find(b.left(), read);
                return;
            }
            if (value instanceof Expression.Read(Place.Global place)
                    && readOnly.contains(place.array().name())) {
                Address.of(place)
                        .ifPresent(a -> read.computeIfAbsent(a.first(), _ -> new TreeMap<>())
                                .put(a.number(), place));
            }
            value.operands().forEach(o -> find(o, read));
        }

        /** Loops that write neighbours, as one in the first one's place. */
        private List<Statement> together(List<Statement> statements) {
            List<Statement> result = new ArrayList<>();
            int next = 0;
            while (next < statements.size()) {
                Optional<Store> first = Store.of(statements.get(next));
                if (first.isEmpty()) {
                    result.add(statements.get(next++));
                    continue;
                }
                List<Statement> between = new ArrayList<>();
                List<Statement> remarks = new ArrayList<>();
                TreeMap<Long, Store> beside =
                        new TreeMap<>(Map.of(first.get().address().number(), first.get()));
                int end = next + 1;
                for (int s = end; s < statements.size(); s++) {
                    Optional<Store> other = Store.of(statements.get(s))
                            .filter(o -> o.isBeside(first.get())
                                    && !beside.containsKey(o.address().number()));
                    if (other.isPresent()) {
                        beside.put(other.get().address().number(), other.get());
                        between.addAll(remarks);
                        remarks.clear();
                        end = s + 1;
                    } else if (statements.get(s) instanceof Statement.Remark) {
                        remarks.add(statements.get(s));
                    } else {
                        break;
                    }
                }
                List<Statement> joined = joined(first.get().address().first(), beside);
                if (joined.isEmpty()) {
                    result.addAll(statements.subList(next, end));
                } else {
                    between.stream().filter(s -> s instanceof Statement.Comment).forEach(result::add);
                    result.addAll(joined);
                }
                next = end;
            }
            return result;
        }

        /** Nothing where no group of neighbours is all there. */
        private List<Statement> joined(Address start, TreeMap<Long, Store> stores) {
            List<Statement> result = new ArrayList<>();
            for (int width : WIDTHS) {
                for (long first : groups(start, width, stores)) {
                    Memory.Register wide = registers(start.array(), width);
                    Store lowest = at(stores, first);
                    List<Expression> values = LongStream.range(first, first + width)
                            .mapToObj(n -> at(stores, n).written().value())
                            .toList();
                    result.add(Store.with(
                            lowest.alike(),
                            List.of(
                                    new Statement.DeclareArray(wide, values),
                                    new Statement.Copy(
                                            width, lowest.written().target(), element(wide, 0), Statement.Way.WIDE))));
                    LongStream.range(first, first + width).forEach(stores::remove);
                }
            }
            if (!result.isEmpty()) {
                stores.values().forEach(s -> result.add(Store.with(s.alike(), List.of(s.written()))));
            }
            return result;
        }

        private static <T> T at(Map<Long, T> elements, long number) {
            T found = elements.get(number);
            if (found == null) {
                throw new IllegalStateException("not there: " + number);
            }
            return found;
        }

        /** The first ones of neighbours that are all there, and that an access may begin with. */
        private List<Long> groups(Address start, int width, TreeMap<Long, ?> elements) {
            if (elements.size() < width || width * start.array().type().bytes() > Simt.ACCESS_BYTES) {
                return List.of();
            }
            List<Long> complete = elements.keySet().stream()
                    .filter(n -> Math.floorMod(n, width) == 0
                            && LongStream.range(n, n + width).allMatch(elements::containsKey))
                    .toList();
            return complete.isEmpty() || remainder(start.start(), width) != 0 ? List.of() : complete;
        }

        private int remainder(Expression start, int width) {
            Multiples ofWidth = multiples.computeIfAbsent(width, w -> new Multiples(program, w));
            return ofWidth.remainder(start, known.computeIfAbsent(width, _ -> ofWidth.inside(function)));
        }

        private Memory.Register registers(Memory.Global array, int width) {
            return new Memory.Register(
                    names.fresh(array.name() + "_wide"),
                    array.type(),
                    List.of(width),
                    width * array.type().bytes());
        }

        private static Place element(Memory.Register wide, int number) {
            return new Place.Register(wide, List.of(Expressions.integer(number)));
        }
    }
}
