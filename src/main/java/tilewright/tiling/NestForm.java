package tilewright.tiling;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tilewright.dependence.Dependences;
import tilewright.model.LoopNest;
import tilewright.tiling.plan.OwnedColumns;
import tilewright.tiling.plan.Strategy;
import tilewright.tiling.plan.TimeShape;
import tilewright.tiling.rewrite.Rewriting;
import tilewright.tiling.rewrite.StepTimes;
import tilewright.tiling.space.BatchLoops;

/**
 * A nest, taken apart.
 *
 * @param nest as written, or with other memory
 * @param dependences of it, silent iterations included
 * @param unit the same with loops in steps of one
 * @param rules why it may have other memory, a sentence for each {@link Memory}
 */
public record NestForm(
        LoopNest nest, Dependences dependences, Rewriting unit, List<Region> regions, List<String> rules) {
    /** The deepest part, of several the one whose work grows fastest, with whatever factor; nothing where there are no parts. */
    Optional<Region.Part> main() {
        return Region.parts(regions).stream()
                .max(Comparator.comparingInt(Region.Part::depth)
                        .thenComparing(Region.Part::degree)
                        .thenComparing(p -> p.planner().isParallel())
                        .thenComparing(Region.Part::divisor, Comparator.reverseOrder()));
    }

    /** What the host's loop around the main part does for columns, where it runs it as it is written; else nothing. */
    public List<OwnedColumns.Update> columns() {
        return unit.nest() != nest || main().isEmpty()
                ? List.of()
                : regions.stream()
                        .filter(Region.HostLoop.class::isInstance)
                        .map(Region.HostLoop.class::cast)
                        .filter(h -> Region.parts(h.body()).contains(main().orElseThrow()))
                        .findFirst()
                        .map(this::columns)
                        .orElse(List.of());
    }

    /** Whether points of all families keep all elements of some arrays in registers, so that memory need not have them. */
    boolean keepsInRegisters(Set<String> arrays) {
        return Region.parts(regions).stream().allMatch(part -> {
            LoopNest own = part.planner().dependences().nest();
            return part.planner().families().stream()
                    .flatMap(f -> f.levels().stream())
                    .flatMap(l -> l.pieces().stream())
                    .flatMap(p -> p.places().stream())
                    .filter(p -> own.statement(p.statement()).statement().accesses().stream()
                            .anyMatch(a -> a.index() == p.access() && arrays.contains(a.array())))
                    .allMatch(p -> p.strategy() == Strategy.OWN);
        });
    }

    /** Whether it is a batch of problems that take steps together. */
    boolean takesSteps() {
        return StepTimes.of(dependences).isPresent();
    }

    /** Whether a part may run several iterations of a loop over time in each block. */
    boolean hasTimeTiles() {
        return timeTiles().anyMatch(t -> !t.isSweep());
    }

    /** Whether blocks of a part may go plane by plane through all of its points. */
    boolean hasSweeps() {
        return timeTiles().anyMatch(TimeShape::isSweep);
    }

    /** Whether such blocks hold all of their boxes: those of more dimensions go through them plane by plane, where every point of every plane would ask what a statement asks of points. */
    boolean hasWholeTimeTiles() {
        return timeTiles().anyMatch(t -> !t.isSweep() && !t.mayStream());
    }

    private Stream<TimeShape> timeTiles() {
        return Region.parts(regions).stream()
                .flatMap(p -> p.planner().families().stream())
                .flatMap(f -> Optional.ofNullable(f.time()).stream());
    }

    /** Whether it is a batch of problems in steps. */
    boolean isBatch() {
        int problems = BatchLoops.count(dependences);
        return problems > 0 && BatchLoops.inSteps(dependences, problems);
    }

    private List<OwnedColumns.Update> columns(Region.HostLoop loop) {
        Set<String> statements = Region.parts(loop.body()).stream()
                .flatMap(p -> p.planner().dependences().nest().statements().stream())
                .map(s -> s.statement().id())
                .collect(Collectors.toSet());
        return OwnedColumns.updates(dependences, loop.loop(), statements);
    }
}
