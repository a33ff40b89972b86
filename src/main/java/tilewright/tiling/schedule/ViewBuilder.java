package tilewright.tiling.schedule;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.LinearForm;
import tilewright.model.LoopNest;
import tilewright.model.PlacedStatement;
import tilewright.tiling.schedule.CoalescedLoops.Axis;
import tilewright.tiling.schedule.CoalescedLoops.View;

/**
 * The arrays of a nest as its coalesced form sees them. An array is accessed by one list of subscripts, the same in all accesses; a dimension of its view
 * stands for the axis whose loops move along it, the one with neighbours in memory last. Where the array is written, every subscript has one loop of its own, so
 * that elements of the view and elements of the array are the same ones.
 */
final class ViewBuilder {
    private final LoopNest nest;
    private final List<Axis> axes;

    ViewBuilder(LoopNest nest, List<Axis> axes) {
        this.nest = nest;
        this.axes = axes;
    }

    /** By array; nothing where some access cannot be seen so. */
    Optional<Map<String, View>> views() {
        Map<String, View> views = new HashMap<>();
        Map<String, List<Affine>> seen = new HashMap<>();
        for (PlacedStatement placed : nest.statements()) {
            for (Access access : placed.statement().accesses()) {
                List<Affine> subscripts = access.indices().stream()
                        .map(i -> LinearForm.of(i).toAffine())
                        .toList();
                if (!isChanged(subscripts)) {
                    if (views.containsKey(access.array())) {
                        return Optional.empty();
                    }
                    seen.merge(access.array(), List.of(), (a, b) -> a);
                    continue;
                }
                List<Affine> before = seen.putIfAbsent(access.array(), subscripts);
                if (before != null && !before.equals(subscripts)) {
                    return Optional.empty();
                }
                View view = view(subscripts);
                if (view == null || nest.isWritten(access.array()) && !isOneToOne(subscripts)) {
                    return Optional.empty();
                }
                views.put(access.array(), view);
            }
        }
        return Optional.of(views);
    }

    /** Whether loops that are part of an axis of several are in a subscript. */
    private boolean isChanged(List<Affine> subscripts) {
        return axes.stream()
                .filter(Axis::isSeveral)
                .anyMatch(a ->
                        subscripts.stream().anyMatch(s -> s.variables().stream().anyMatch(a.loops()::contains)));
    }

    private @Nullable View view(List<Affine> subscripts) {
        Set<String> loops = new HashSet<>();
        axes.forEach(a -> loops.addAll(a.loops()));
        boolean linear = subscripts.stream()
                .flatMap(s -> LinearForm.of(s).terms().keySet().stream())
                .allMatch(t ->
                        t instanceof Affine.Variable || t.variables().stream().noneMatch(loops::contains));
        if (!linear) {
            return null;
        }
        List<Axis> dimensions = new ArrayList<>();
        for (Axis axis : axes) {
            if (subscripts.stream().anyMatch(s -> s.variables().stream().anyMatch(axis.loops()::contains))) {
                dimensions.add(axis);
            }
        }
        // Threads copy along the last dimension.
        String neighbours = alongRow(subscripts);
        dimensions.stream()
                .filter(a -> a.loops().getLast().equals(neighbours))
                .findFirst()
                .ifPresent(a -> {
                    dimensions.remove(a);
                    dimensions.add(a);
                });
        return new View(dimensions, subscripts);
    }

    /** The loop along whose iterations elements are neighbours in memory; empty where there is none. */
    static String alongRow(List<Affine> subscripts) {
        if (subscripts.isEmpty()) {
            return "";
        }
        LinearForm last = LinearForm.of(subscripts.getLast());
        return last.terms().entrySet().stream()
                .filter(t -> t.getValue() == 1 && t.getKey() instanceof Affine.Variable)
                .map(t -> ((Affine.Variable) t.getKey()).name())
                .filter(v -> subscripts.subList(0, subscripts.size() - 1).stream()
                        .noneMatch(s -> s.variables().contains(v)))
                .findFirst()
                .orElse("");
    }

    /** Whether every loop of the view's axes is alone in a subscript, so that other iterations are other elements. */
    private boolean isOneToOne(List<Affine> subscripts) {
        Set<String> alone = new HashSet<>();
        Set<String> all = new HashSet<>();
        for (Affine subscript : subscripts) {
            LinearForm form = LinearForm.of(subscript);
            List<String> loops = axes.stream()
                    .flatMap(a -> a.loops().stream())
                    .filter(subscript.variables()::contains)
                    .toList();
            all.addAll(loops);
            if (loops.size() == 1
                    && Math.abs(form.coefficient(loops.getFirst())) == 1
                    && !alone.add(loops.getFirst())) {
                return false;
            }
            if (loops.size() > 1) {
                return false;
            }
        }
        return alone.equals(all);
    }

    /** The terms of a sum that some variables are in. */
    static Affine terms(Affine sum, List<String> variables) {
        LinearForm form = LinearForm.of(sum);
        Affine found = Affine.constant(0);
        for (Map.Entry<Affine, Long> term : form.terms().entrySet()) {
            if (term.getKey().variables().stream().anyMatch(variables::contains)) {
                found = found.plus(Affine.scaled(term.getValue(), term.getKey()));
            }
        }
        return LinearForm.of(found).toAffine();
    }

    /** The subscripts of every access to a view: the iterations of its axes. */
    static List<Affine> subscripts(View view) {
        return IntStream.range(0, view.axes().size())
                .mapToObj(d -> Affine.variable(view.axes().get(d).variable()))
                .toList();
    }
}
