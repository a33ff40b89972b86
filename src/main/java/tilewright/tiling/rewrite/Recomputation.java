package tilewright.tiling.rewrite;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.Dependence;
import tilewright.dependence.Dependences;
import tilewright.isl.Dim;
import tilewright.kernel.GenerationLimits;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.DataType;
import tilewright.model.Expression;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.Operator;
import tilewright.model.PlacedStatement;
import tilewright.model.ScalarOperation;
import tilewright.model.Statement;
import tilewright.parse.AccessNumbers;
import tilewright.tiling.space.LastContents;
import tilewright.tiling.space.LoopRange;

/**
 * Computes temporaries anew where they are read (forward substitution): a temporary that iterations overwrite needs memory for each of them, or they run in sequence, and that memory is
 * written and read as often as there are iterations. What is made of inputs by a few operations takes less.
 *
 * <p>Before: {@code do j; do i; t(i) = u(j-1,i) + u(j+1,i); enddo; do i; r(j,i) = u(j,i) - c*(t(i-1) + t(i+1))}. After: {@code do j; do i; r(j,i) = u(j,i) - c*((u(j-1,i-1) + u(j+1,i-1)) +
 * (u(j-1,i+1) + u(j+1,i+1)))}, and a last statement for what the nest as written leaves in {@code t}. What
 * nobody reads is computed for the last time alone.
 *
 * <p>A web ({@link Webs}) is computed anew, if
 *
 * <ul>
 *   <li>one statement makes all of it, of which a subscript leaves out some loop, so that its elements are overwritten;
 *   <li>that statement reads only what nothing writes, or other such webs;
 *   <li>each read of it gets each value once at most, and the loops of the iteration that made it follow from those of the reader;
 *   <li>operations and loads that this adds take no longer than to store a value and load it.
 * </ul>
 *
 * <p>{@link tilewright.tiling.check.ExpansionCheck ExpansionCheck} proves the result without relying on any of this.
 */
public final class Recomputation {
    private static final GenerationLimits LIMITS = GenerationLimits.shipped();

    private record Key(String statement, int access) {}

    /**
     * What makes the values of a web.
     *
     * @param from by reader, iterations that made what it gets, in the reader's loops
     */
    private record Made(Webs.Web web, PlacedStatement statement, Map<Key, Map<String, Affine>> from) {}

    private final Dependences dependences;
    private final LoopNest nest;
    private final NewNames names;
    private final Map<Key, Made> reads = new HashMap<>();
    private final Map<String, Made> makers = new LinkedHashMap<>();

    private Recomputation(Dependences dependences) {
        this.dependences = dependences;
        this.nest = dependences.nest();
        this.names = new NewNames(nest);
    }

    /**
     * The nest with temporaries computed where they are read; nothing where there are none.
     *
     * @param dependences of the nest as written, silent iterations included
     */
    public static Optional<LoopNest> of(Dependences dependences) {
        return new Recomputation(dependences).changed();
    }

    private Optional<LoopNest> changed() {
        for (Webs.Web web : Webs.of(dependences).all()) {
            Made made = made(web);
            if (made != null) {
                makers.put(made.statement().statement().id(), made);
                made.from().keySet().forEach(key -> reads.put(key, made));
            }
        }
        while (drop()) {
            // What is made of a dropped one is dropped as well.
        }
        if (makers.isEmpty()) {
            return Optional.empty();
        }
        List<Node> body = new ArrayList<>(rest(nest.body()));
        makers.values().forEach(m -> last(m).ifPresent(body::add));
        return Optional.of(nest.with(nest.arrays(), body));
    }

    /** Takes one web out that is not worth it, or is made of what is written otherwise; whether there was one. */
    private boolean drop() {
        Set<String> written = nest.statements().stream()
                .map(p -> p.statement().target().array())
                .collect(Collectors.toSet());
        for (Made made : makers.values()) {
            PlacedStatement statement = made.statement();
            boolean ofOthers = isMadeOf(statement, statement.statement().id(), new HashSet<>())
                    || statement.statement().value().reads().stream()
                            .anyMatch(r -> written.contains(r.array())
                                    && !reads.containsKey(
                                            new Key(statement.statement().id(), r.index())));
            if (ofOthers
                    || (made.from().size() - 1L)
                                    * weight(statement, statement.statement().value())
                            > LIMITS.recomputedOperations()) {
                makers.remove(statement.statement().id());
                made.from().keySet().forEach(reads::remove);
                return true;
            }
        }
        return false;
    }

    /** Whether a statement's value is made of that of another one, or of its own. */
    private boolean isMadeOf(PlacedStatement statement, String other, Set<String> seen) {
        return statement.statement().value().reads().stream()
                .map(r -> reads.get(new Key(statement.statement().id(), r.index())))
                .filter(Objects::nonNull)
                .map(Made::statement)
                .anyMatch(maker -> maker.statement().id().equals(other)
                        || seen.add(maker.statement().id()) && isMadeOf(maker, other, seen));
    }

    private @Nullable Made made(Webs.Web web) {
        List<Webs.Occurrence> writes =
                web.occurrences().stream().filter(Webs.Occurrence::isWrite).toList();
        if (writes.size() != 1 || web.readsInput()) {
            return null;
        }
        PlacedStatement statement = writes.getFirst().placed();
        Set<String> used = new HashSet<>();
        writes.getFirst().access().indices().forEach(i -> used.addAll(i.variables()));
        if (used.containsAll(statement.loopVariables())) {
            return null;
        }
        DataType type = nest.array(web.array()).type();
        Map<Key, Map<String, Affine>> from = new LinkedHashMap<>();
        for (Webs.Occurrence occurrence : web.occurrences()) {
            if (!occurrence.isWrite()) {
                PlacedStatement reader = occurrence.placed();
                Map<String, Affine> iteration =
                        nest.array(reader.statement().target().array()).type() == type
                                ? iteration(web, statement, occurrence)
                                : null;
                if (iteration == null) {
                    return null;
                }
                from.put(new Key(occurrence.statement(), occurrence.access().index()), iteration);
            }
        }
        return new Made(web, statement, from);
    }

    /** The iteration that made what a read gets; null where it is not one expression in the reader's loops. */
    private @Nullable Map<String, Affine> iteration(
            Webs.Web web, PlacedStatement statement, Webs.Occurrence occurrence) {
        tilewright.isl.Map flows = null;
        for (Dependence flow : web.flows()) {
            if (flow.sink().equals(occurrence.statement())
                    && flow.access() == occurrence.access().index()) {
                flows = flows == null ? flow.relation() : flows.union(flow.relation());
            }
        }
        if (flows == null || !flows.isSingleValued() || !flows.reverse().isSingleValued()) {
            return null;
        }
        tilewright.isl.Map makers = flows.reverse();
        List<String> variables = new ArrayList<>(occurrence.placed().loopVariables());
        String value = names.fresh("value");
        variables.add(value);
        Map<String, Affine> iteration = new LinkedHashMap<>();
        for (int z = 0; z < statement.depth(); z++) {
            tilewright.isl.Map of =
                    makers.projectOut(Dim.OUT, z + 1, statement.depth() - z - 1).projectOut(Dim.OUT, 0, z);
            Affine index = LoopRange.ofLast(Copies.named(of.wrap().flatten(), variables))
                    .first();
            if (LoopRange.isPiecewise(index)) {
                return null;
            }
            iteration.put(statement.loopVariables().get(z), index);
        }
        return iteration;
    }

    /** Operations and loads of a value, with those of the webs that it is made of. */
    private long weight(PlacedStatement placed, Expression value) {
        return switch (value) {
            case Expression.Read(Access read) -> {
                Made made = reads.get(new Key(placed.statement().id(), read.index()));
                yield made == null
                        ? read.indices().isEmpty() ? 0 : 1
                        : weight(made.statement(), made.statement().statement().value());
            }
            case Expression.Apply a ->
                (isShort(a.operator()) ? 1 : LIMITS.longOperation())
                        + a.operands().stream()
                                .mapToLong(o -> weight(placed, o))
                                .sum();
            case Expression.Leaf _ -> 0;
        };
    }

    private static boolean isShort(ScalarOperation operation) {
        return operation instanceof Operator o && o != Operator.DIV && o != Operator.REMAINDER;
    }

    /** A value with webs computed where it reads them, its loops replaced. */
    private Expression inlined(PlacedStatement placed, Expression value, Map<String, Affine> loops) {
        return switch (value) {
            case Expression.Read(Access read) -> {
                Made made = reads.get(new Key(placed.statement().id(), read.index()));
                if (made == null) {
                    yield Substitution.in(value, loops);
                }
                Map<String, Affine> iteration = new HashMap<>();
                made.from()
                        .getOrDefault(new Key(placed.statement().id(), read.index()), Map.of())
                        .forEach((loop, index) -> iteration.put(loop, index.substitute(loops)));
                yield inlined(made.statement(), made.statement().statement().value(), iteration);
            }
            case Expression.Apply a -> a.withOperands(o -> inlined(placed, o, loops));
            case Expression.Leaf leaf -> Substitution.in(leaf, loops);
        };
    }

    private Expression inlined(PlacedStatement placed) {
        return new AccessNumbers(1).number(inlined(placed, placed.statement().value(), Map.of()));
    }

    /** The nest without the statements that make webs. */
    private List<Node> rest(List<Node> nodes) {
        List<Node> result = new ArrayList<>();
        for (Node node : nodes) {
            switch (node) {
                case Statement s -> {
                    if (!makers.containsKey(s.id())) {
                        boolean reader = reads.keySet().stream()
                                .anyMatch(k -> k.statement().equals(s.id()));
                        result.add(
                                reader
                                        ? new Statement(
                                                s.id(), s.target(), inlined(nest.statement(s.id())), s.position())
                                        : s);
                    }
                }
                case Node.Repeat r -> throw r.notAffine();
                case Node.Guard g -> {
                    List<Node> then = rest(g.then());
                    List<Node> otherwise = rest(g.otherwise());
                    if (!then.isEmpty() || !otherwise.isEmpty()) {
                        result.add(new Node.Guard(g.condition(), then, otherwise, g.position()));
                    }
                }
                case Node.Loop l -> {
                    List<Node> body = rest(l.body());
                    if (!body.isEmpty()) {
                        result.add(new Node.Loop(l.variable(), l.lower(), l.upper(), l.step(), body, l.position()));
                    }
                }
            }
        }
        return result;
    }

    /** What the statement that makes a web leaves in memory, in loops of the same names. */
    private Optional<Node> last(Made made) {
        PlacedStatement placed = made.statement();
        tilewright.isl.Set last = LastContents.writtenLast(dependences, placed);
        if (last.isEmpty()) {
            return Optional.empty();
        }
        Statement statement = new Statement(
                names.statement(),
                placed.statement().target(),
                inlined(placed),
                placed.statement().position());
        return Optional.of(Copies.loops(
                nest,
                statement,
                Copies.named(last, placed.loopVariables()),
                placed.loopVariables(),
                placed.statement().position()));
    }
}
