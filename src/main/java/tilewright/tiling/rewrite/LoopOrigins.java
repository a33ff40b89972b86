package tilewright.tiling.rewrite;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.LinearForm;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.PlacedStatement;
import tilewright.model.Statement;
import tilewright.tiling.space.ConstantLoops;

/**
 * What loops are counted from: where all subscripts see a loop's variable through one sum with variables of loops around, that sum is the loop's own coordinate. Of {@code do j = i, n+i-1; c(j-i) = b(j-i,i)} it is {@code j - i},
 * and the nest is the one that has {@code do j = 0, n-1; c(j) = b(j,i)}. Iterations keep their order, as the sum grows with the variable while the loops around stand still.
 *
 * <p>A loop whose bounds are numbers stays: it may be written out; so does one inside of a tile or a stride ({@code c(32*b + i)}), whose sum begins elsewhere in each iteration of the other one. Taken where every subscript inside of an outermost loop is one loop's variable then, but for parameters and numbers; where some are not there are no such coordinates.
 */
final class LoopOrigins {
    private final List<Seen> seen = new ArrayList<>();
    private final Map<Node.Loop, Affine> origins = new HashMap<>();

    private LoopOrigins() {}

    /** What is added to the variable of a loop; nothing for other loops. */
    static Map<Node.Loop, Affine> of(LoopNest nest) {
        Map<Node.Loop, Affine> origins = new HashMap<>();
        nest.statements().stream()
                .filter(p -> p.depth() > 0)
                .collect(Collectors.groupingBy(p -> p.loops().getFirst()))
                .forEach((outermost, inside) -> origins.putAll(of(outermost, inside)));
        return origins;
    }

    private static Map<Node.Loop, Affine> of(Node.Loop outermost, List<PlacedStatement> inside) {
        LoopOrigins found = new LoopOrigins();
        for (PlacedStatement placed : inside) {
            for (Access access : placed.statement().accesses()) {
                access.indices().forEach(index -> found.add(placed, LinearForm.of(index)));
            }
        }
        if (found.isSimple()) {
            return Map.of();
        }
        found.loops(List.of(outermost), Set.of());
        return found.isSimple() ? found.origins : Map.of();
    }

    /** A subscript: coefficients of loops, and whether these stand in no other terms. */
    private static final class Seen {
        private final Map<Node.Loop, Long> loops = new HashMap<>();
        private boolean isLinear = true;
    }

    private void add(PlacedStatement placed, LinearForm form) {
        Seen own = new Seen();
        form.terms().forEach((term, factor) -> {
            boolean ofLoops = placed.loopVariables().stream().anyMatch(term.variables()::contains);
            own.isLinear &= !ofLoops || term instanceof Affine.Variable;
            placed.loops().stream()
                    .filter(l -> term instanceof Affine.Variable v && v.name().equals(l.variable()))
                    .forEach(l -> own.loops.put(l, factor));
        });
        seen.add(own);
    }

    private boolean isSimple() {
        return seen.stream().allMatch(s -> s.isLinear && s.loops.size() <= 1);
    }

    /** Loops inside come first: what they are counted from goes from the subscripts. */
    private void loops(List<Node> nodes, Set<Node.Loop> around) {
        for (Node node : nodes) {
            switch (node) {
                case Node.Loop l -> {
                    Set<Node.Loop> inside = new HashSet<>(around);
                    inside.add(l);
                    loops(l.body(), inside);
                    origin(l, around);
                }
                case Node.Guard g -> {
                    loops(g.then(), around);
                    loops(g.otherwise(), around);
                }
                case Node.Repeat r -> throw r.notAffine();
                case Statement _ -> {}
            }
        }
    }

    private void origin(Node.Loop loop, Set<Node.Loop> around) {
        if (ConstantLoops.isConstant(loop)) {
            return;
        }
        List<Seen> through =
                seen.stream().filter(s -> s.loops.containsKey(loop)).toList();
        Set<Map<Node.Loop, Long>> sums = new HashSet<>();
        for (Seen each : through) {
            long factor = Objects.requireNonNull(each.loops.get(loop));
            if (Math.abs(factor) != 1) {
                return;
            }
            Map<Node.Loop, Long> others = new HashMap<>();
            each.loops.forEach((l, f) -> {
                if (!l.equals(loop)) {
                    others.put(l, f * factor);
                }
            });
            sums.add(others);
        }
        if (sums.size() != 1 || sums.iterator().next().isEmpty()) {
            return;
        }
        Map<Node.Loop, Long> sum = sums.iterator().next();
        if (!around.containsAll(sum.keySet()) || sum.values().stream().anyMatch(factor -> Math.abs(factor) != 1)) {
            return;
        }
        Affine origin = Affine.constant(0);
        for (Map.Entry<Node.Loop, Long> term : sum.entrySet()) {
            origin = origin.plus(Affine.variable(term.getKey().variable()).times(term.getValue()));
        }
        origins.put(loop, origin);
        through.forEach(s -> s.loops.keySet().retainAll(Set.of(loop)));
    }
}
