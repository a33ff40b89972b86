package tilewright.dependence;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tilewright.isl.Dim;
import tilewright.isl.Map;
import tilewright.isl.Space;
import tilewright.model.Access;
import tilewright.model.DataType;
import tilewright.model.Expression;
import tilewright.model.ExpressionTypes;
import tilewright.model.LoopNest;
import tilewright.model.Operator;
import tilewright.model.PlacedStatement;
import tilewright.model.SetNotation;
import tilewright.model.Statement;

/**
 * Finds the {@link Reduction}s of a nest: their form by the text, their loops by the exact dependences.
 *
 * <p>Whether a statement is one depends on which of its updates are to change places. Where the host runs an outer loop step by step, only those
 * within a step are, and what the statement reads of its array need be finished no earlier than the step is: {@code a(i) = min(a(i), a(j))} with
 * {@code j > i} has finished elements behind i within an iteration of i, but not over several iterations of a loop around i.
 */
public final class Reductions {
    private Reductions() {}

    /** The reductions among the statements, in textual order, where all updates of an accumulator may change places. */
    public static List<Reduction> of(Dependences dependences) {
        return of(dependences, statement -> pairs(dependences, statement));
    }

    /**
     * The reductions among the statements, in textual order.
     *
     * @param free of a statement by its id, the {@link #pairs} that are to change places; with two pairs of one update also the third
     */
    public static List<Reduction> of(Dependences dependences, Function<String, Map> free) {
        List<Reduction> found = new ArrayList<>();
        for (PlacedStatement placed : dependences.nest().statements()) {
            of(dependences, placed, free).ifPresent(found::add);
        }
        return found;
    }

    private static Optional<Reduction> of(Dependences dependences, PlacedStatement placed, Function<String, Map> free) {
        Statement statement = placed.statement();
        Access read = accumulator(statement);
        Operator operator = read == null ? null : operator(dependences.nest(), statement, read);
        if (read == null || operator == null || !othersFindFinished(dependences, placed, read, free)) {
            return Optional.empty();
        }
        List<Integer> loops = carriers(dependences, placed, read.index());
        return along(loops, dependences.nest(), statement, read, operator);
    }

    /**
     * Statements that update elements of one array by one operator, alone or along loops, and whose updates of an element may all change places, also those of one statement with
     * those of another: {@code t(i,j) = max(t(i,j), t(i,j-1))} and, in a loop over k behind it, {@code t(i,j) = max(t(i,j), t(i,k) + t(k+1,j))}. What they read beside their accumulators is finished, or not begun.
     *
     * @return the groups, of one statement or more, those without loops included
     */
    public static List<List<Reduction>> groups(Dependences dependences) {
        java.util.Map<String, List<Reduction>> byArray = new LinkedHashMap<>();
        for (PlacedStatement placed : dependences.nest().statements()) {
            Statement statement = placed.statement();
            Access read = accumulator(statement);
            Operator operator = read == null ? null : operator(dependences.nest(), statement, read);
            if (read != null && operator != null) {
                String array = statement.target().array();
                Reduction update = new Reduction(
                        statement.id(),
                        array,
                        operator,
                        read.index(),
                        carriers(dependences, placed, read.index()),
                        regrouping(dependences.nest(), array, operator));
                if (update.mayRegroup()) {
                    byArray.computeIfAbsent(array + " " + operator, _ -> new ArrayList<>())
                            .add(update);
                }
            }
        }
        return byArray.values().stream()
                .filter(group -> findFinished(dependences, group))
                .toList();
    }

    /** Whether what updates of a group read of its array beside their accumulators has got its last update, or not yet its first. */
    private static boolean findFinished(Dependences dependences, List<Reduction> group) {
        return dependences.dependences().stream().allMatch(d -> {
            Optional<Reduction> source = of(group, d.source(), d.array());
            Optional<Reduction> sink = of(group, d.sink(), d.array());
            if (source.isEmpty() || sink.isEmpty() || isAmongUpdates(d, source.get(), sink.get())) {
                return true;
            }
            return d.kind() == Dependence.Kind.FLOW
                    ? group.stream()
                            .allMatch(later -> d.relation()
                                    .domain()
                                    .isDisjoint(pairs(dependences, d.source(), later.statement())
                                            .domain()))
                    : group.stream()
                            .allMatch(earlier -> d.relation()
                                    .applyRange(pairs(dependences, earlier.statement(), d.sink())
                                            .reverse())
                                    .isSubset(reads(dependences, d, earlier.statement())));
        });
    }

    /** What a statement reads with the access of an anti dependence before another one writes it. */
    private static Map reads(Dependences dependences, Dependence anti, String writer) {
        Space space = anti.relation()
                .applyRange(pairs(dependences, writer, anti.sink()).reverse())
                .getSpace();
        return dependences.ofKind(Dependence.Kind.ANTI).stream()
                .filter(d -> d.source().equals(anti.source())
                        && d.access() == anti.access()
                        && d.sink().equals(writer))
                .map(Dependence::relation)
                .reduce(Map.empty(space), Map::union);
    }

    private static boolean isAmongUpdates(Dependence dependence, Reduction source, Reduction sink) {
        return dependence.kind() == Dependence.Kind.OUTPUT
                || dependence.access() == (dependence.kind() == Dependence.Kind.FLOW ? sink : source).read();
    }

    /**
     * The reduction that a statement of an irregular nest is by its text: along all loops that the accumulator's subscripts do
     * not name, along every loop where they are loaded.
     */
    public static Optional<Reduction> byText(LoopNest nest, PlacedStatement placed) {
        Statement statement = placed.statement();
        Access target = statement.target();
        Access read = accumulator(statement);
        Operator operator = read == null ? null : operator(nest, statement, read);
        if (read == null || operator == null || readsOthers(statement, read)) {
            return Optional.empty();
        }
        List<Integer> loops = new ArrayList<>();
        for (int z = 0; z < placed.depth(); z++) {
            String variable = placed.loops().get(z).variable();
            boolean named = target.subscripts().stream()
                    .anyMatch(s -> s.form().variables().contains(variable));
            if (!named) {
                loops.add(z);
            }
        }
        return along(loops, nest, statement, read, operator);
    }

    private static Optional<Reduction> along(
            List<Integer> loops, LoopNest nest, Statement statement, Access read, Operator operator) {
        String array = statement.target().array();
        return loops.isEmpty()
                ? Optional.empty()
                : Optional.of(new Reduction(
                        statement.id(), array, operator, read.index(), loops, regrouping(nest, array, operator)));
    }

    static Reduction.Regrouping regrouping(LoopNest nest, String array, Operator operator) {
        boolean extreme = operator.isExtreme();
        if (extreme || !nest.array(array).type().isFloating()) {
            return Reduction.Regrouping.EXACT;
        }
        return nest.associative().contains(operator) ? Reduction.Regrouping.DECLARED : Reduction.Regrouping.REFUSED;
    }

    /** The one read of the element that a statement writes; else null. */
    private static @Nullable Access accumulator(Statement statement) {
        Access target = statement.target();
        List<Access> same = statement.value().reads().stream()
                .filter(r -> r.array().equals(target.array()) && r.subscripts().equals(target.subscripts()))
                .toList();
        return same.size() == 1 ? same.getFirst() : null;
    }

    /** Whether it reads other elements of the array that it writes. */
    private static boolean readsOthers(Statement statement, Access accumulator) {
        return statement.value().reads().stream()
                .anyMatch(r -> r.array().equals(accumulator.array()) && !r.equals(accumulator));
    }

    /**
     * Whether what the statement reads of its array beside the accumulator are elements that it has updated for the last time, or not
     * yet for the first time: partial results are seen by nobody. Of an element that is read before one of its updates all earlier updates come
     * behind the read too.
     */
    private static boolean othersFindFinished(
            Dependences dependences, PlacedStatement placed, Access accumulator, Function<String, Map> free) {
        if (!readsOthers(placed.statement(), accumulator)) {
            return true;
        }
        String id = placed.statement().id();
        Map pairs = free.apply(id);
        return dependences.dependences().stream()
                .filter(d -> d.source().equals(id) && d.sink().equals(id) && !isAmongUpdates(d, accumulator.index()))
                .allMatch(d -> d.kind() == Dependence.Kind.FLOW
                        ? d.relation().domain().isDisjoint(pairs.domain())
                        : d.relation().applyRange(pairs.reverse()).isSubset(d.relation()));
    }

    /** Whether a dependence of a statement on itself leads from one update of an accumulator to another. */
    private static boolean isAmongUpdates(Dependence dependence, int read) {
        return dependence.kind() == Dependence.Kind.OUTPUT || dependence.access() == read;
    }

    /** The operator that joins the accumulator with the rest; null where the accumulator stands anywhere else. */
    static @Nullable Operator operator(LoopNest nest, Statement statement, Access read) {
        DataType type = nest.array(read.array()).type();
        if (type == DataType.LOGICAL
                || type.isNarrow()
                || !(statement.value() instanceof Expression.Apply apply)
                || !(apply.operator() instanceof Operator written)) {
            return null;
        }
        Operator operator = written == Operator.SUB ? Operator.ADD : written;
        boolean joins = switch (operator) {
            case ADD, MUL, MIN, MAX -> true;
            default -> false;
        };
        ExpressionTypes types = ExpressionTypes.forStatement(nest, statement);
        return joins && isOperand(apply, operator, read, type, types) ? operator : null;
    }

    /** Whether a chain of one operator, computed in the accumulator's type, leads to it. */
    private static boolean isOperand(
            Expression expression, Operator operator, Access read, DataType type, ExpressionTypes types) {
        if (expression instanceof Expression.Read r) {
            return r.access().equals(read);
        }
        if (!(expression instanceof Expression.Apply apply) || types.of(apply) != type) {
            return false;
        }
        if (apply.operator() == Operator.SUB && operator == Operator.ADD) {
            return isOperand(apply.operands().getFirst(), operator, read, type, types);
        }
        return apply.operator() == operator
                && apply.operands().stream().anyMatch(o -> isOperand(o, operator, read, type, types));
    }

    /** Loops in which the value comes from another iteration. */
    private static List<Integer> carriers(Dependences dependences, PlacedStatement placed, int read) {
        String id = placed.statement().id();
        List<Integer> loops = new ArrayList<>();
        for (int z = 0; z < placed.depth(); z++) {
            int loop = z;
            boolean carries = dependences.ofKind(Dependence.Kind.FLOW).stream()
                    .filter(d -> d.source().equals(id) && d.sink().equals(id) && d.access() == read)
                    .anyMatch(d -> !d.relation()
                            .subtract(d.relation().equate(Dim.IN, loop, Dim.OUT, loop))
                            .isEmpty());
            if (carries) {
                loops.add(z);
            }
        }
        return loops;
    }

    /** Pairs of different iterations that update one accumulator, the earlier one of the nest as written first. */
    public static Map pairs(Dependences dependences, String statement) {
        return pairs(dependences, statement, statement);
    }

    /** Pairs of iterations of two statements that update one accumulator, the first one's before the second one's in the nest as written. */
    public static Map pairs(Dependences dependences, String first, String second) {
        return access(dependences, first)
                .applyRange(access(dependences, second).reverse())
                .intersect(time(dependences, first).lexLtMap(time(dependences, second)))
                .intersectDomain(dependences.domain(first))
                .intersectRange(dependences.domain(second));
    }

    private static Map access(Dependences dependences, String statement) {
        PlacedStatement placed = dependences.nest().statement(statement);
        return Map.parse(
                dependences.domain(statement).context(),
                new SetNotation(dependences.nest())
                        .accessRelation(placed, placed.statement().target()));
    }

    private static Map time(Dependences dependences, String statement) {
        return Map.parse(
                dependences.domain(statement).context(),
                new SetNotation(dependences.nest()).schedule(dependences.nest().statement(statement)));
    }

    /** Pairs of updates that may change places. */
    public interface FreePairs {
        /** Of two statements, the first one's before the second one's in the nest as written; nothing where none may. */
        Optional<Map> of(String first, String second);

        /** All pairs of updates of one statement. */
        static FreePairs ofEach(Function<String, Map> pairs) {
            return (first, second) -> first.equals(second) ? Optional.of(pairs.apply(first)) : Optional.empty();
        }

        /** The same, found when they are first asked for. */
        private FreePairs once() {
            java.util.Map<List<String>, Optional<Map>> found = new HashMap<>();
            return (first, second) -> found.computeIfAbsent(List.of(first, second), _ -> of(first, second));
        }
    }

    /**
     * What is left to keep in order where the updates of one accumulator may change places among each other: what comes
     * before an update of an accumulator stays before all later ones as well, what comes after stays after all earlier ones, where it touches the accumulator: what an
     * update reads besides need be there for that update alone.
     *
     * @param regrouped the statements whose updates may
     * @param pairs the {@link #pairs} of such statements that may change places
     */
    public static List<Dependence> relaxed(Dependences dependences, List<Reduction> regrouped, FreePairs pairs) {
        FreePairs free = pairs.once();
        List<Dependence> left = new ArrayList<>();
        for (Dependence d : dependences.dependences()) {
            Optional<Reduction> source = of(regrouped, d.source(), d.array())
                    .filter(r -> d.kind() != Dependence.Kind.ANTI || d.access() == r.read());
            Optional<Reduction> sink = of(regrouped, d.sink(), d.array())
                    .filter(r -> d.kind() != Dependence.Kind.FLOW || d.access() == r.read());
            Map relation = d.relation();
            if (source.isPresent() && sink.isPresent()) {
                relation = free.of(d.source(), d.sink()).map(relation::subtract).orElse(relation);
            }
            java.util.Map<String, Map> fromEarlier = new LinkedHashMap<>(java.util.Map.of(d.source(), relation));
            for (Reduction earlier : source.isPresent() ? regrouped : List.<Reduction>of()) {
                Map before = relation;
                free.of(earlier.statement(), d.source())
                        .ifPresent(p -> fromEarlier.merge(earlier.statement(), p.applyRange(before), Map::union));
            }
            fromEarlier.forEach((from, kept) -> {
                java.util.Map<String, Map> toLater = new LinkedHashMap<>(java.util.Map.of(d.sink(), kept));
                for (Reduction later : sink.isPresent() ? regrouped : List.<Reduction>of()) {
                    free.of(d.sink(), later.statement())
                            .ifPresent(p -> toLater.merge(later.statement(), kept.applyRange(p), Map::union));
                }
                toLater.forEach((to, all) -> {
                    if (!all.isEmpty()) {
                        left.add(new Dependence(
                                d.kind(),
                                d.array(),
                                from,
                                to,
                                access(d, from, to, regrouped),
                                all.coalesce(),
                                d.vector(),
                                d.position()));
                    }
                });
            });
        }
        return left;
    }

    /** The access that reads, where a dependence leads from or to another update of the same accumulator. */
    private static int access(Dependence dependence, String from, String to, List<Reduction> regrouped) {
        boolean other = dependence.kind() == Dependence.Kind.FLOW && !to.equals(dependence.sink())
                || dependence.kind() == Dependence.Kind.ANTI && !from.equals(dependence.source());
        String reader = dependence.kind() == Dependence.Kind.FLOW ? to : from;
        return other ? of(regrouped, reader, dependence.array()).orElseThrow().read() : dependence.access();
    }

    private static Optional<Reduction> of(List<Reduction> reductions, String statement, String array) {
        return reductions.stream()
                .filter(r -> r.statement().equals(statement) && r.array().equals(array))
                .findFirst();
    }
}
