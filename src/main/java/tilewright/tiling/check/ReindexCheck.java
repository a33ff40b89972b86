package tilewright.tiling.check;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tilewright.dependence.Dependence;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.isl.Map;
import tilewright.isl.Set;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.ArrayDeclaration.Bounds;
import tilewright.model.LinearForm;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.PlacedStatement;
import tilewright.model.SetNotation;
import tilewright.model.SourcePosition;
import tilewright.model.Statement;
import tilewright.tiling.rewrite.Reindexed;
import tilewright.tiling.rewrite.Substitution;
import tilewright.tiling.space.OrderCheck;

/**
 * Proves, for all sizes, that a nest whose loops count otherwise ({@link Reindexed}: collapsed, or cut into chunks) computes what the nest as written computes: each iteration of the nest as written is exactly one of the new nest, which has its operations on the same
 * elements in memory, and the source of every dependence comes before its sink. Arrays may have their last two dimensions as one ({@link tilewright.tiling.rewrite.CollapsedComponents CollapsedComponents}); then their elements have places of their own in the longer rows.
 */
final class ReindexCheck {
    private final Dependences dependences;
    private final LoopNest written;
    private final LoopNest after;
    private final java.util.Map<String, Reindexed> parts;
    private final Context context;

    /**
     * @param dependences of the nest as written, silent iterations included
     * @param parts where statements of the new nest come from, by their ids; those that are not named are as written
     */
    ReindexCheck(Dependences dependences, LoopNest after, java.util.Map<String, Reindexed> parts) {
        this.dependences = dependences;
        this.written = dependences.nest();
        this.after = after;
        this.parts = java.util.Map.copyOf(parts);
        this.context = dependences.context();
    }

    /**
     * Iterations of a statement of the nest as written that one of the new nest has.
     *
     * @param times when they run there
     */
    private record Part(String statement, Set iterations, Map times) {}

    /** What differs; nothing where the nests compute the same. */
    Optional<String> difference() {
        List<Part> all = new ArrayList<>();
        for (PlacedStatement now : after.statements()) {
            Reindexed from = from(now);
            PlacedStatement placed = written.statement(from.statement());
            String id = now.statement().id();
            Set running = Set.parse(context, new SetNotation(after).domain(now));
            Map found = map(SetNotation.tuple(placed), id, counted(now))
                    .intersectDomain(dependences.domain(from.statement()))
                    .intersectRange(running);
            if (!found.reverse().isSingleValued() || !found.range().isEqual(running)) {
                return Optional.of(id + " runs for other iterations");
            }
            Optional<String> wrong = computes(placed, now, found);
            if (wrong.isPresent()) {
                return wrong;
            }
            Set iterations = found.domain();
            all.add(new Part(
                    from.statement(),
                    iterations,
                    map(SetNotation.tuple(placed), "", time(now)).intersectDomain(iterations)));
        }
        return coverage(all).or(() -> order(all));
    }

    private Reindexed from(PlacedStatement now) {
        String id = now.statement().id();
        return parts.getOrDefault(id, new Reindexed(id, java.util.Map.of()));
    }

    /** Whether every iteration of the nest as written runs, and once. */
    private Optional<String> coverage(List<Part> all) {
        for (PlacedStatement placed : written.statements()) {
            String id = placed.statement().id();
            Set rest = dependences.domain(id);
            for (Part part : all) {
                if (part.statement().equals(id)) {
                    if (!part.iterations().isSubset(rest)) {
                        return Optional.of("iterations of " + id + " run twice");
                    }
                    rest = rest.subtract(part.iterations());
                }
            }
            if (!rest.isEmpty()) {
                return Optional.of("iterations of " + id + " do not run");
            }
        }
        return Optional.empty();
    }

    private Optional<String> order(List<Part> all) {
        for (Dependence dependence : dependences.dependences()) {
            for (Part source : all) {
                for (Part sink : all) {
                    if (source.statement().equals(dependence.source())
                            && sink.statement().equals(dependence.sink())
                            && OrderCheck.notBefore(dependence, source.times(), sink.times())
                                    .isPresent()) {
                        return Optional.of(dependence.inWords() + " does not keep its order");
                    }
                }
            }
        }
        return Optional.empty();
    }

    /** Whether a statement does in its iterations what the one that it comes from does in those. */
    private Optional<String> computes(PlacedStatement placed, PlacedStatement now, Map found) {
        String id = now.statement().id();
        if (!operations(placed.statement()).equals(operations(now.statement()))) {
            return Optional.of(id + " computes something else");
        }
        for (int a = 0; a < placed.statement().accesses().size(); a++) {
            Access access = placed.statement().accesses().get(a);
            Access other = now.statement().accesses().get(a);
            Map elements = Map.parse(context, new SetNotation(written).subscripts(placed, access))
                    .intersectDomain(found.domain());
            Map places = places(access.array());
            boolean inRow = places.intersectDomain(elements.range()).reverse().isSingleValued();
            Map touched = found.applyRange(Map.parse(context, new SetNotation(after).subscripts(now, other)));
            if (!inRow || !elements.applyRange(places).isEqual(touched)) {
                return Optional.of(id + " accesses another element than " + access);
            }
        }
        return Optional.empty();
    }

    private Map map(String from, String name, List<Affine> values) {
        return Map.parse(context, new SetNotation(written).parameters() + SetNotation.map(from, name, values));
    }

    /** What a statement's loops count, in those of the nest as written. */
    private List<Affine> counted(PlacedStatement now) {
        Reindexed from = from(now);
        return now.loopVariables().stream().map(from::counted).toList();
    }

    /** When an iteration runs in the new nest: its place before each loop, and what the loop has counted. */
    private List<Affine> time(PlacedStatement now) {
        List<Affine> time = new ArrayList<>(List.of(Affine.constant(now.order().getFirst())));
        for (int d = 0; d < after.depth(); d++) {
            boolean inside = d < now.depth();
            time.add(inside ? forward(from(now), now.loops().get(d)) : Affine.constant(0));
            time.add(Affine.constant(inside ? now.order().get(d + 1) : 0));
        }
        return time;
    }

    private static Affine forward(Reindexed from, Node.Loop loop) {
        return from.counted(loop.variable()).times(loop.step() < 0 ? -1 : 1);
    }

    /** Where the elements of an array stand in the new nest's. */
    private Map places(String array) {
        ArrayDeclaration old = written.array(array);
        List<String> names = new ArrayList<>();
        List<Affine> values = new ArrayList<>();
        for (int d = 0; d < old.dimensions(); d++) {
            String name = "x" + d + "'";
            names.add(name);
            values.add(Affine.variable(name));
        }
        if (after.array(array).dimensions() < old.dimensions()) {
            Bounds component = old.bounds().getLast();
            long components = LinearForm.of(component.extent()).constant();
            Affine column = values.removeLast().minus(component.lower());
            values.add(values.removeLast().times(components).plus(column));
        }
        return map(array + "[" + String.join(", ", names) + "]", array, values);
    }

    /** What a statement does, whatever the elements, its name and where it is written. */
    private static List<Node> operations(Statement statement) {
        SourcePosition nowhere = new SourcePosition("", 0, 0);
        return Substitution.ofAccesses(
                List.of(new Statement("", statement.target(), statement.value(), nowhere)),
                (_, a) -> new Access(a.index(), a.array(), List.of(), nowhere));
    }
}
