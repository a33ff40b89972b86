package tilewright.tiling.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.ClosedSemiring;
import tilewright.dependence.Dependence;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.dependence.Reduction;
import tilewright.dependence.Reductions;
import tilewright.dependence.SilentWrites;
import tilewright.isl.Context;
import tilewright.isl.Map;
import tilewright.isl.Set;
import tilewright.locality.ArrayBounds;
import tilewright.model.Access;
import tilewright.model.LoopNest;
import tilewright.model.PlacedStatement;
import tilewright.model.SetNotation;
import tilewright.tiling.plan.PlanPlaces.Place;
import tilewright.tiling.rewrite.DescendingSums;

/**
 * What a plan must keep in order. There are three excuses, all of them facts of the analysis or of a declaration:
 *
 * <ul>
 *   <li>Silent iterations may be left out; then the dependences of the other ones count. Where a plan runs some, all
 *       pairs of operations on one element count, one of them a write, of the iterations that it does run.
 *   <li>An update of a closed semiring may read values that are reduced further than the sequential program's: of its
 *       dependences on itself only flow and output ones count (theory.md section 5). This holds where no other statement
 *       in its loops touches the array, which could read such values.
 *   <li>Where a plan makes partial results of a reduction whose order may change ({@link Reduction}), or runs it down ({@link DescendingSums}), the updates of one
 *       accumulator may change places among each other: {@link Reductions#relaxed} says what that leaves to keep. They still
 *       must not run at the same time except as lanes of one point ({@link FreeUpdates#exclusive}).
 * </ul>
 */
public final class Obligations {
    /**
     * One relation to keep.
     *
     * @param access number of the access that reads, of the sink for flow and of the source for anti dependences
     * @param words for people
     */
    record Obligation(Dependence.Kind kind, String source, String sink, int access, Map relation, String words) {
        static Obligation of(Dependence d) {
            return new Obligation(d.kind(), d.source(), d.sink(), d.access(), d.relation(), d.inWords());
        }

        Obligation with(Map other) {
            return new Obligation(kind, source, sink, access, other, words);
        }

        boolean isWithin(String statement) {
            return source.equals(statement) && sink.equals(statement);
        }

        /** Whether it leads from one update of an accumulator to another, not to or from what else the statements read of their array. */
        boolean isAmongUpdates(List<Reduction> reductions) {
            String reader = kind == Dependence.Kind.FLOW ? sink : source;
            return kind == Dependence.Kind.OUTPUT
                    || reductions.stream().anyMatch(r -> r.statement().equals(reader) && r.read() == access);
        }
    }

    private final Dependences dependences;
    private final Dependences all;
    private final LoopNest nest;
    private final java.util.Set<String> closed;
    private final Context context;

    Obligations(Dependences dependences, Context context) {
        this.dependences = dependences;
        this.context = context;
        this.nest = dependences.nest();
        this.closed = closedUpdates(dependences);
        this.all = DependenceAnalysis.withSilent(dependences);
    }

    /** The iterations of a statement that a plan may leave out. */
    Set optional(String statement) {
        Set none = Set.empty(dependences.domain(statement).getSpace());
        return !dependences.silentRemoved()
                ? none
                : dependences.silent().stream()
                        .filter(s -> s.statement().equals(statement))
                        .map(SilentWrites::iterations)
                        .reduce(none, Set::union);
    }

    /**
     * Iterations that leave the bounds of an array, for sizes at which the nest itself is wrong: what they do is not defined.
     * Blocks of time tiles, made for the elements of arrays, have no place for them.
     */
    Set outOfBounds(String statement) {
        PlacedStatement placed = nest.statement(statement);
        Set domain = Set.parse(context, new SetNotation(nest).domain(placed));
        return ArrayBounds.evaluated(placed).stream()
                .map(access -> domain.subtract(ArrayBounds.inside(context, nest, placed, access)))
                .reduce(Set::union)
                .orElseThrow();
    }

    /**
     * @param places where the plan runs what
     * @param free the updates that it lets change places
     */
    List<Obligation> of(List<Place> places, FreeUpdates free) {
        boolean runsSilent = places.stream().anyMatch(this::runsUnexcusedSilent);
        List<Obligation> due = new ArrayList<>(
                runsSilent
                        ? memoryBased().stream()
                                .flatMap(o -> withoutFree(o, free).stream())
                                .toList()
                        : of(Reductions.relaxed(dependences, free.reductions(), free::pairs), null));
        for (PlacedStatement placed : nest.statements()) {
            String id = placed.statement().id();
            if (closed.contains(id)) {
                due.removeIf(o -> o.isWithin(id));
                due.addAll(of(dependences.ofKind(Dependence.Kind.FLOW), id));
                due.addAll(of(all.ofKind(Dependence.Kind.OUTPUT), id));
            }
        }
        return due;
    }

    private static Optional<Obligation> withoutFree(Obligation obligation, FreeUpdates free) {
        Optional<Map> pairs = free.pairs(obligation.source(), obligation.sink());
        if (pairs.isEmpty() || !obligation.isAmongUpdates(free.reductions())) {
            return Optional.of(obligation);
        }
        Map left = obligation.relation().subtract(pairs.get());
        return left.isEmpty() ? Optional.empty() : Optional.of(obligation.with(left));
    }

    private static List<Obligation> of(List<Dependence> dependences, @Nullable String within) {
        return dependences.stream()
                .map(Obligation::of)
                .filter(o -> within == null || o.isWithin(within))
                .toList();
    }

    private boolean runsUnexcusedSilent(Place place) {
        return !closed.contains(place.id()) && !place.runs().range().isDisjoint(optional(place.id()));
    }

    /** Updates of closed semirings whose order may change: no other statement in the same loops touches what they update. */
    public static java.util.Set<String> closedUpdates(Dependences dependences) {
        return dependences.semirings().stream()
                .map(ClosedSemiring::statement)
                .filter(s -> isUpdatedAlone(dependences.nest().statement(s), dependences.nest()))
                .collect(Collectors.toSet());
    }

    private static boolean isUpdatedAlone(PlacedStatement update, LoopNest nest) {
        String array = update.statement().target().array();
        int outermost = update.order().getFirst();
        return nest.statements().stream()
                .filter(p -> !p.statement().id().equals(update.statement().id())
                        && p.order().getFirst() == outermost)
                .noneMatch(p -> p.statement().accesses().stream()
                        .anyMatch(a -> a.array().equals(array)));
    }

    /** With silent iterations; flow from every write before, as the last one may be one that the plan leaves out. */
    private List<Obligation> memoryBased() {
        List<Obligation> found = new ArrayList<>(of(all.ofKind(Dependence.Kind.ANTI), null));
        found.addAll(of(all.ofKind(Dependence.Kind.OUTPUT), null));
        for (PlacedStatement sink : nest.statements()) {
            for (Access read : sink.statement().accesses()) {
                for (PlacedStatement source : nest.statements()) {
                    Access write = source.statement().target();
                    if (read.index() > 1 && read.array().equals(write.array())) {
                        found.add(new Obligation(
                                Dependence.Kind.FLOW,
                                source.statement().id(),
                                sink.statement().id(),
                                read.index(),
                                readAfterWrite(source, write, sink, read),
                                "flow of " + read + " from "
                                        + source.statement().id() + " to "
                                        + sink.statement().id() + " (" + read.position() + ")"));
                    }
                }
            }
        }
        return found;
    }

    private Map readAfterWrite(PlacedStatement source, Access write, PlacedStatement sink, Access read) {
        SetNotation notation = new SetNotation(nest);
        Map writes = Map.parse(context, notation.accessRelation(source, write));
        Map reads = Map.parse(context, notation.accessRelation(sink, read));
        Map before =
                Map.parse(context, notation.schedule(source)).lexLtMap(Map.parse(context, notation.schedule(sink)));
        return writes.applyRange(reads.reverse()).intersect(before);
    }
}
