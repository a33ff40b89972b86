package tilewright.tiling.space;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import tilewright.dependence.Dependence;
import tilewright.dependence.Dependences;
import tilewright.dependence.InputUse;
import tilewright.isl.Dim;
import tilewright.model.Access;
import tilewright.model.Expression;
import tilewright.model.LoopNest;
import tilewright.model.PlacedStatement;

/**
 * The loops on which the values of statements depend: value numbering (J. Cocke, J. T. Schwartz, Programming Languages and Their Compilers, 1970) over the exact flow of a nest. All iterations of
 * a statement that agree in these loops compute one value, bit by bit, because every read of theirs gets one value, from the input or from iterations of which the same is known. The
 * greatest solution is found: statements depend on no loop until a read shows that they do.
 *
 * <p>Example: of {@code do i; p(i,0) = 0.0; do j; p(i,j) = c / (a*p(i,j-1) + b)} the first statement depends on no loop, the second one on j alone.
 */
public final class ValueLoops {
    private record Read(String statement, int access) {}

    /**
     * @param source the statement that made the value, empty for input
     * @param origin iterations of the reader to those of the source or to elements
     */
    private record Origin(String source, tilewright.isl.Map origin) {}

    private final LoopNest nest;
    private final Map<Read, List<Origin>> origins = new HashMap<>();
    /** Depths, by statement. */
    private final Map<String, Set<Integer>> depths = new LinkedHashMap<>();

    /**
     * @param dependences of a nest, silent iterations included
     * @param wanted statements of interest
     */
    public ValueLoops(Dependences dependences, Set<String> wanted) {
        this.nest = dependences.nest();
        for (Dependence flow : dependences.ofKind(Dependence.Kind.FLOW)) {
            add(flow.sink(), flow.access(), flow.source(), flow.relation().reverse());
        }
        for (InputUse use : dependences.inputs()) {
            add(use.statement(), use.access(), "", use.relation());
        }
        Set<String> sources = new HashSet<>(wanted);
        for (boolean grows = true; grows; ) {
            grows = false;
            for (Dependence flow : dependences.ofKind(Dependence.Kind.FLOW)) {
                grows |= sources.contains(flow.sink()) && sources.add(flow.source());
            }
        }
        List<PlacedStatement> statements = nest.statements().stream()
                .filter(p -> sources.contains(p.statement().id()))
                .toList();
        statements.forEach(p -> depths.put(p.statement().id(), new TreeSet<>()));
        for (boolean grows = true; grows; ) {
            grows = false;
            for (PlacedStatement placed : statements) {
                grows |= of(placed.statement().id())
                        .addAll(of(placed, placed.statement().value()));
            }
        }
    }

    private void add(String reader, int access, String source, tilewright.isl.Map origin) {
        origins.computeIfAbsent(new Read(reader, access), _ -> new ArrayList<>())
                .add(new Origin(source, origin));
    }

    /** Depths of the loops that the values of a statement of interest depend on, or of one that such a statement has values from. */
    public Set<Integer> of(String statement) {
        Set<Integer> found = depths.get(statement);
        if (found == null) {
            throw new IllegalArgumentException("nothing is known of " + statement);
        }
        return found;
    }

    /** The same of a part of what a statement computes. */
    public Set<Integer> of(PlacedStatement placed, Expression part) {
        Set<Integer> needed = new TreeSet<>();
        part.visit(e -> {
            if (e instanceof Expression.IndexValue v) {
                IntStream.range(0, placed.depth())
                        .filter(z -> v.index()
                                .variables()
                                .contains(placed.loopVariables().get(z)))
                        .forEach(needed::add);
            }
        });
        List<Access> reads = part.reads();
        for (Access read : reads) {
            for (int z = 0; z < placed.depth(); z++) {
                if (!needed.contains(z) && !isOneValue(placed, read, Set.of(z))) {
                    needed.add(z);
                }
            }
        }
        Set<Integer> others = new HashSet<>();
        IntStream.range(0, placed.depth()).filter(z -> !needed.contains(z)).forEach(others::add);
        if (!reads.stream().allMatch(r -> isOneValue(placed, r, others))) {
            needed.addAll(others);
        }
        return needed;
    }

    /** Whether iterations that differ in these loops alone read one value. */
    private boolean isOneValue(PlacedStatement placed, Access read, Set<Integer> loops) {
        Map<String, tilewright.isl.Map> values = new LinkedHashMap<>();
        for (Origin origin : origins.getOrDefault(new Read(placed.statement().id(), read.index()), List.of())) {
            Set<Integer> own = origin.source().isEmpty() ? Set.of() : of(origin.source());
            tilewright.isl.Map value = only(origin.origin(), Dim.IN, z -> !loops.contains(z));
            if (!origin.source().isEmpty()) {
                value = only(value, Dim.OUT, own::contains);
            }
            values.merge(origin.source(), value.resetTupleId(Dim.IN).resetTupleId(Dim.OUT), tilewright.isl.Map::union);
        }
        List<tilewright.isl.Map> all = List.copyOf(values.values());
        for (int m = 0; m < all.size(); m++) {
            tilewright.isl.Set domain = all.get(m).domain();
            if (!all.get(m).isSingleValued()
                    || all.subList(0, m).stream()
                            .anyMatch(other -> !other.domain().isDisjoint(domain))) {
                return false;
            }
        }
        return true;
    }

    /** A relation of some dimensions of one side. */
    public static tilewright.isl.Map only(tilewright.isl.Map map, Dim side, IntPredicate kept) {
        tilewright.isl.Map left = map;
        for (int z = map.dim(side) - 1; z >= 0; z--) {
            left = kept.test(z) ? left : left.projectOut(side, z, 1);
        }
        return left;
    }
}
