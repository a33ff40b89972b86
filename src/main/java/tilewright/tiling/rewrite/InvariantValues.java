package tilewright.tiling.rewrite;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import tilewright.dependence.Dependence;
import tilewright.dependence.Dependences;
import tilewright.isl.Dim;
import tilewright.locality.ArrayBounds;
import tilewright.model.Access;
import tilewright.model.ArrayDeclaration;
import tilewright.model.LoopNest;
import tilewright.model.PlacedStatement;
import tilewright.model.SetNotation;
import tilewright.tiling.rewrite.OnceBeforeLoops.Once;
import tilewright.tiling.space.ValueLoops;

/**
 * Computes recurrences once whose values are the same in all iterations of some loops around them: loop-invariant code motion (F. E. Allen, J. Cocke, A catalogue of optimizing transformations,
 * 1972) of whole families of statements, found by their values ({@link ValueLoops}). Such are the coefficients of a direct solver for many right-hand sides, which its loops compute anew for each.
 *
 * <p>Before: {@code do i; p(i,0) = 0.0; do j; p(i,j) = c / (a*p(i,j-1) + b); q(i,j) = (u(i,j) - a*q(i,j-1)) / (a*p(i,j-1) + b)}. After: {@code p_once(0) = 0.0; do j; p_once(j) = c /
 * (a*p_once(j-1) + b)}, then {@code do j; q_once(j) = a*p_once(j-1) + b}, then {@code do i; do j; q(i,j) = (u(i,j) - a*q(i,j-1)) / q_once(j)}, and a last statement {@code p(i,j) = p_once(j)}.
 *
 * <p>A web ({@link Webs}) is computed once, if
 *
 * <ul>
 *   <li>it reads no input, and one of its statements depends on itself along values that statements pass;
 *   <li>the value of each of its statements is the same in all iterations of some loop around it;
 *   <li>subscripts in the other loops tell its values apart. They are those of the new array; what needs a loop that is left out is not computed once.
 * </ul>
 *
 * <p>Parts of other statements whose values are made of these, such as divisors, are computed once as well. {@link tilewright.tiling.check.ExpansionCheck ExpansionCheck} proves the result without relying on any of this.
 */
public final class InvariantValues {
    private final Dependences dependences;
    private final LoopNest nest;
    private final NewNames names;
    private final Webs webs;
    private final Set<String> recurrent;

    private InvariantValues(Dependences dependences) {
        this.dependences = dependences;
        this.nest = dependences.nest();
        this.names = new NewNames(nest);
        this.webs = Webs.of(dependences);
        this.recurrent = recurrent();
    }

    /**
     * The nest with such values computed once; nothing where there are none.
     *
     * @param dependences of the nest as written, silent iterations included
     */
    public static Optional<LoopNest> of(Dependences dependences) {
        return new InvariantValues(dependences).changed();
    }

    private Optional<LoopNest> changed() {
        List<Webs.Web> wanted = webs.all().stream()
                .filter(w -> w.occurrences().stream().anyMatch(o -> o.isWrite() && recurrent.contains(o.statement())))
                .toList();
        if (wanted.isEmpty()) {
            return Optional.empty();
        }
        Set<String> statements = new HashSet<>();
        wanted.forEach(
                w -> w.statements().forEach(p -> statements.add(p.statement().id())));
        ValueLoops values = new ValueLoops(dependences, statements);
        List<Once> once = new ArrayList<>();
        wanted.forEach(w -> once(w, values).ifPresent(once::add));
        while (!once.isEmpty()) {
            OnceBeforeLoops rewriting = new OnceBeforeLoops(dependences, names, once, values);
            if (rewriting.impossible() == null) {
                return Optional.of(rewriting.nest());
            }
            once.remove(rewriting.impossible());
        }
        return Optional.empty();
    }

    /** Statements on which their own values depend, closed and with a free loop: others may have values of all their loops, which takes long to find out. */
    private Set<String> recurrent() {
        Map<String, Set<String>> readers = new HashMap<>();
        for (Dependence flow : dependences.ofKind(Dependence.Kind.FLOW)) {
            readers.computeIfAbsent(flow.source(), _ -> new HashSet<>()).add(flow.sink());
        }
        Map<String, Set<String>> reached = new LinkedHashMap<>();
        nest.statements()
                .forEach(p ->
                        reached.put(p.statement().id(), reached(p.statement().id(), readers)));
        Set<String> found = new LinkedHashSet<>();
        reached.forEach((id, own) -> {
            Set<String> cycle = new HashSet<>(own);
            cycle.removeIf(other -> !reached.getOrDefault(other, Set.of()).contains(id));
            if (cycle.contains(id) && isClosed(cycle) && hasFreeLoop(nest.statement(id), cycle)) {
                found.add(id);
            }
        });
        return found;
    }

    /** Whether statements that depend on one another begin with what they compute themselves, not with elements that the nest finds. */
    private boolean isClosed(Set<String> cycle) {
        return webs.all().stream()
                .filter(w -> w.occurrences().stream().anyMatch(o -> o.isWrite() && cycle.contains(o.statement())))
                .filter(w -> w.occurrences().stream().anyMatch(o -> !o.isWrite() && cycle.contains(o.statement())))
                .noneMatch(this::readsInput);
    }

    /** Whether a statement has a loop of which nothing depends that it reads beside the values of its cycle. */
    private boolean hasFreeLoop(PlacedStatement placed, Set<String> cycle) {
        Set<String> arrays = new HashSet<>();
        cycle.forEach(id -> arrays.add(nest.statement(id).statement().target().array()));
        return placed.loopVariables().stream()
                .anyMatch(z -> placed.statement().value().reads().stream()
                        .filter(r -> !arrays.contains(r.array()))
                        .noneMatch(r ->
                                r.indices().stream().anyMatch(i -> i.variables().contains(z))));
    }

    private static Set<String> reached(String from, Map<String, Set<String>> readers) {
        Set<String> reached = new HashSet<>();
        List<String> open = new ArrayList<>(List.of(from));
        while (!open.isEmpty()) {
            for (String reader : readers.getOrDefault(open.removeLast(), Set.of())) {
                if (reached.add(reader)) {
                    open.add(reader);
                }
            }
        }
        return reached;
    }

    /** A web with memory for one value where the nest has many; nothing where its values are not so. */
    private Optional<Once> once(Webs.Web web, ValueLoops values) {
        List<Webs.Occurrence> writes =
                web.occurrences().stream().filter(Webs.Occurrence::isWrite).toList();
        boolean less = writes.stream()
                .allMatch(w -> values.of(w.statement()).size() < w.placed().depth());
        if (!less || readsInput(web)) {
            return Optional.empty();
        }
        ArrayDeclaration old = nest.array(web.array());
        List<Integer> kept = IntStream.range(0, old.dimensions())
                .filter(d -> writes.stream().allMatch(w -> ofLoops(w, d, values.of(w.statement()))))
                .boxed()
                .toList();
        if (kept.isEmpty() || !tellApart(writes, kept, values)) {
            return Optional.empty();
        }
        ArrayDeclaration array = ArrayDeclaration.scratch(
                names.fresh(old.name() + "_once"),
                old.type(),
                kept.stream().map(old.bounds()::get).toList(),
                old.position());
        return Optional.of(new Once(web, array, kept));
    }

    /** Whether a read of a web finds an element that nothing has written before. */
    private boolean readsInput(Webs.Web web) {
        return dependences.inputs().stream()
                .filter(use -> web.contains(use.statement(), use.access()))
                .anyMatch(use -> {
                    PlacedStatement reader = nest.statement(use.statement());
                    Access read = reader.statement().accesses().get(use.access() - 1);
                    return !use.relation()
                            .domain()
                            .isDisjoint(ArrayBounds.inside(use.relation().context(), nest, reader, read));
                });
    }

    /** Whether a subscript needs no other loops. */
    private boolean ofLoops(Webs.Occurrence write, int dimension, Set<Integer> depths) {
        List<String> loops = write.placed().loopVariables();
        return write.access().indices().get(dimension).variables().stream()
                .allMatch(v -> nest.parameters().contains(v) || depths.contains(loops.indexOf(v)));
    }

    /** Whether every place of the new array gets one value. */
    private boolean tellApart(List<Webs.Occurrence> writes, List<Integer> kept, ValueLoops values) {
        List<tilewright.isl.Set> places = new ArrayList<>();
        for (Webs.Occurrence write : writes) {
            tilewright.isl.Map elements = tilewright.isl.Map.parse(
                    dependences.context(), new SetNotation(nest).accessRelation(write.placed(), write.access()));
            tilewright.isl.Map ofLoops =
                    ValueLoops.only(elements.reverse(), Dim.OUT, values.of(write.statement())::contains);
            tilewright.isl.Map value =
                    ValueLoops.only(ofLoops, Dim.IN, kept::contains).resetTupleId(Dim.IN);
            tilewright.isl.Set place = value.domain();
            if (!value.isSingleValued() || places.stream().anyMatch(p -> !p.isDisjoint(place))) {
                return false;
            }
            places.add(place);
        }
        return true;
    }
}
