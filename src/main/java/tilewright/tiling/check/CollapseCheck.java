package tilewright.tiling.check;

import java.util.ArrayList;
import java.util.HashMap;
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
import tilewright.tiling.rewrite.CollapsedComponents;
import tilewright.tiling.rewrite.CollapsedComponents.Pair;
import tilewright.tiling.rewrite.Substitution;
import tilewright.tiling.space.OrderCheck;

/**
 * Proves, for all sizes, that a nest whose points and components are one loop ({@link CollapsedComponents}) computes what the nest as written computes: every iteration of it is exactly one of the nest as written and has its operations on the same
 * elements in memory, whose places in longer rows differ where the elements do, and the source of every dependence comes before its sink.
 */
final class CollapseCheck {
    private final Dependences dependences;
    private final LoopNest written;
    private final LoopNest collapsed;
    private final java.util.Map<String, Pair> pairs;
    private final Context context;

    /** @param dependences of the nest as written, silent iterations included */
    CollapseCheck(Dependences dependences, CollapsedComponents components) {
        this.dependences = dependences;
        this.written = dependences.nest();
        this.collapsed = components.nest();
        this.pairs = components.pairs();
        this.context = dependences.context();
    }

    /** What differs; nothing where the nests compute the same. */
    Optional<String> difference() {
        java.util.Map<String, Map> times = new HashMap<>();
        for (PlacedStatement placed : written.statements()) {
            String id = placed.statement().id();
            PlacedStatement now = collapsed.statement(id);
            Set domain = dependences.domain(id);
            Map iterations = map(SetNotation.tuple(placed), id, counted(now)).intersectDomain(domain);
            if (!iterations.reverse().isSingleValued()
                    || !iterations.range().isEqual(Set.parse(context, new SetNotation(collapsed).domain(now)))) {
                return Optional.of(id + " runs for other iterations");
            }
            SourcePosition position = placed.statement().position();
            if (!operations(placed.statement(), position).equals(operations(now.statement(), position))) {
                return Optional.of(id + " computes something else");
            }
            for (int a = 0; a < placed.statement().accesses().size(); a++) {
                Access access = placed.statement().accesses().get(a);
                Access other = now.statement().accesses().get(a);
                Map elements = Map.parse(context, new SetNotation(written).subscripts(placed, access))
                        .intersectDomain(domain);
                Map places = places(access.array());
                boolean inRow =
                        places.intersectDomain(elements.range()).reverse().isSingleValued();
                Map found =
                        iterations.applyRange(Map.parse(context, new SetNotation(collapsed).subscripts(now, other)));
                if (!inRow || !elements.applyRange(places).isEqual(found)) {
                    return Optional.of(id + " accesses another element than " + access);
                }
            }
            times.put(id, map(SetNotation.tuple(placed), "", time(now)).intersectDomain(domain));
        }
        for (Dependence dependence : dependences.dependences()) {
            Map from = times.get(dependence.source());
            Map to = times.get(dependence.sink());
            if (from == null
                    || to == null
                    || OrderCheck.notBefore(dependence, from, to).isPresent()) {
                return Optional.of(dependence.inWords() + " does not keep its order");
            }
        }
        return Optional.empty();
    }

    private Map map(String from, String name, List<Affine> values) {
        return Map.parse(context, new SetNotation(written).parameters() + SetNotation.map(from, name, values));
    }

    /** Values of a statement's loops in the collapsed nest, by those of its loops in the nest as written. */
    private List<Affine> counted(PlacedStatement now) {
        return now.loopVariables().stream().map(this::counted).toList();
    }

    private Affine counted(String variable) {
        Pair pair = pairs.get(variable);
        return pair == null ? Affine.variable(variable) : pair.counted();
    }

    /** When an iteration runs in the collapsed nest: its place before each loop, and what the loop has counted. */
    private List<Affine> time(PlacedStatement now) {
        List<Affine> time = new ArrayList<>(List.of(Affine.constant(now.order().getFirst())));
        for (int d = 0; d < collapsed.depth(); d++) {
            boolean inside = d < now.depth();
            time.add(inside ? forward(now.loops().get(d)) : Affine.constant(0));
            time.add(Affine.constant(inside ? now.order().get(d + 1) : 0));
        }
        return time;
    }

    private Affine forward(Node.Loop loop) {
        return counted(loop.variable()).times(loop.step() < 0 ? -1 : 1);
    }

    /** Where the elements of an array stand in the collapsed nest's. */
    private Map places(String array) {
        ArrayDeclaration old = written.array(array);
        List<String> names = new ArrayList<>();
        List<Affine> values = new ArrayList<>();
        for (int d = 0; d < old.dimensions(); d++) {
            String name = "x" + d + "'";
            names.add(name);
            values.add(Affine.variable(name));
        }
        if (collapsed.array(array).dimensions() < old.dimensions()) {
            Bounds component = old.bounds().getLast();
            long components = LinearForm.of(component.extent()).constant();
            Affine column = values.removeLast().minus(component.lower());
            values.add(values.removeLast().times(components).plus(column));
        }
        return map(array + "[" + String.join(", ", names) + "]", array, values);
    }

    /** What a statement does, whatever the elements and wherever it is written. */
    private static Node operations(Statement statement, SourcePosition position) {
        Node bare = Substitution.ofAccesses(
                        List.of(statement), (_, a) -> new Access(a.index(), a.array(), List.of(), position))
                .getFirst();
        return bare instanceof Statement s ? new Statement(s.id(), s.target(), s.value(), position) : bare;
    }
}
