package tilewright.dependence;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tilewright.isl.Context;
import tilewright.isl.Dim;
import tilewright.isl.Map;
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

    private static Reduction.Regrouping regrouping(LoopNest nest, String array, Operator operator) {
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
    private static @Nullable Operator operator(LoopNest nest, Statement statement, Access read) {
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
        Context context = dependences.domain(statement).context();
        PlacedStatement placed = dependences.nest().statement(statement);
        SetNotation notation = new SetNotation(dependences.nest());
        Map writes = Map.parse(
                context, notation.accessRelation(placed, placed.statement().target()));
        Map time = Map.parse(context, notation.schedule(placed));
        return writes.applyRange(writes.reverse())
                .intersect(time.lexLtMap(time))
                .intersectDomain(dependences.domain(statement))
                .intersectRange(dependences.domain(statement));
    }

    /**
     * What is left to keep in order where the updates of one accumulator may change places among each other: what comes
     * before an update of an accumulator stays before all later ones as well, what comes after stays after all earlier ones, where it touches the accumulator: what an
     * update reads besides need be there for that update alone.
     *
     * @param regrouped the statements whose updates may
     * @param free of such a statement by its id, the {@link #pairs} that may change places
     */
    public static List<Dependence> relaxed(
            Dependences dependences, List<Reduction> regrouped, Function<String, Map> free) {
        List<Dependence> left = new ArrayList<>();
        for (Dependence d : dependences.dependences()) {
            Optional<Reduction> source = of(regrouped, d.source(), d.array());
            Optional<Reduction> sink = of(regrouped, d.sink(), d.array());
            Map relation = d.relation();
            if (source.isPresent()
                    && d.source().equals(d.sink())
                    && isAmongUpdates(d, source.get().read())) {
                relation = relation.subtract(free.apply(d.source()));
                if (relation.isEmpty()) {
                    continue;
                }
            }
            if (source.isPresent() && (d.kind() != Dependence.Kind.ANTI || isAmongUpdates(d, source.get().read()))) {
                relation = relation.union(free.apply(d.source()).applyRange(relation));
            }
            if (sink.isPresent() && (d.kind() != Dependence.Kind.FLOW || isAmongUpdates(d, sink.get().read()))) {
                relation = relation.union(relation.applyRange(free.apply(d.sink())));
            }
            left.add(new Dependence(
                    d.kind(),
                    d.array(),
                    d.source(),
                    d.sink(),
                    d.access(),
                    relation.coalesce(),
                    d.vector(),
                    d.position()));
        }
        return left;
    }

    private static Optional<Reduction> of(List<Reduction> reductions, String statement, String array) {
        return reductions.stream()
                .filter(r -> r.statement().equals(statement) && r.array().equals(array))
                .findFirst();
    }
}
