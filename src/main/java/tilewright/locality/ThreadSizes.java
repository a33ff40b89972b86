package tilewright.locality;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.Dependences;
import tilewright.locality.AccessThreadSizes.Reason;
import tilewright.locality.AccessThreadSizes.Rule;
import tilewright.model.Access;
import tilewright.model.LoopNest;
import tilewright.model.PlacedStatement;

/**
 * Theorem 2 and Lemma 1 (paper, section 3): thread sizes with the fewest cache misses, loops along which parallel
 * threads share an element (broadcast) or a cache line (spatial locality).
 *
 * <p>The set Xi of independent columns is not unique. Parallel loops are taken into it first, inner ones before outer
 * ones: a loop outside of it is asked to run sequentially, which costs nothing where it does so anyway.
 *
 * <p>The paper names broadcast for xi < xi^ only; a loop beyond the last subscript that parallel threads run is one as
 * well (Floyd-Warshall's a(i,k) along j, in the paper's own example), so every zero column of a parallel loop counts.
 */
public final class ThreadSizes {
    /** Cache line of NVIDIA GPUs since Fermi and twice that of most CPUs, in bytes. */
    public static final int DEFAULT_LINE_BYTES = 128;

    /** More elements than this are not spelled out in a reason. */
    private static final int MAX_ELEMENTS = 3;

    private final Dependences dependences;
    private final LoopNest nest;
    private final ParallelLoops parallel;
    private final int lineBytes;

    public ThreadSizes(Dependences dependences, int lineBytes) {
        this.dependences = dependences;
        this.nest = dependences.nest();
        this.parallel = new ParallelLoops(dependences);
        this.lineBytes = lineBytes;
    }

    /** The rules at every access, in textual order. */
    public List<AccessThreadSizes> ofAccesses() {
        List<AccessThreadSizes> found = new ArrayList<>();
        for (PlacedStatement placed : nest.statements()) {
            for (Access access : placed.statement().accesses()) {
                List<Rule> rules = AccessMatrix.of(placed, access, nest.parameters())
                        .map(m -> rules(placed, access, m))
                        .orElse(List.of());
                found.add(new AccessThreadSizes(placed.statement().id(), access.index(), access.toString(), rules));
            }
        }
        return found;
    }

    private List<Rule> rules(PlacedStatement placed, Access access, AccessMatrix matrix) {
        List<Integer> independent = matrix.independentColumns(preference(placed));
        return IntStream.range(0, placed.depth())
                .mapToObj(z -> {
                    boolean parallel = isParallel(placed, z);
                    return new Rule(commonLoop(z), reason(placed, access, matrix, independent, z), parallel);
                })
                .toList();
    }

    private Reason reason(
            PlacedStatement placed, Access access, AccessMatrix matrix, List<Integer> independent, int z) {
        if (z > matrix.lastNonzeroColumn()) {
            return Reason.BEYOND;
        }
        if (!independent.contains(z)) {
            return matrix.isZero(z) ? Reason.REPEATED : Reason.DEPENDENT;
        }
        if (!isWithinLine(placed, access, matrix, z)) {
            return Reason.INDEPENDENT;
        }
        return isParallel(placed, z) ? Reason.SPATIAL : Reason.SEQUENTIAL;
    }

    private boolean isWithinLine(PlacedStatement placed, Access access, AccessMatrix matrix, int z) {
        long stride =
                Math.abs(matrix.strideWithinLine(z) * placed.loops().get(z).step());
        return stride > 0 && stride * nest.array(access.array()).type().bytes() < lineBytes;
    }

    private List<Integer> preference(PlacedStatement placed) {
        List<Integer> inner =
                IntStream.range(0, placed.depth()).boxed().toList().reversed();
        List<Integer> order = new ArrayList<>(
                inner.stream().filter(z -> isParallel(placed, z)).toList());
        inner.stream().filter(z -> !order.contains(z)).forEach(order::add);
        return order;
    }

    /** The combined advice per loop of the common loop space: "1" at any access wins over "free". */
    public List<ThreadSizeAdvice> combined() {
        List<AccessThreadSizes> accesses = ofAccesses();
        return dependences.loops().stream().map(loop -> combine(loop, accesses)).toList();
    }

    private static ThreadSizeAdvice combine(String loop, List<AccessThreadSizes> accesses) {
        List<String> reasons = new ArrayList<>();
        boolean barrier = true;
        for (Reason reason : List.of(Reason.REPEATED, Reason.DEPENDENT, Reason.SPATIAL)) {
            List<AccessThreadSizes> asking = accesses.stream()
                    .filter(a -> rule(a, loop)
                            .map(Rule::reason)
                            .filter(reason::equals)
                            .isPresent())
                    .toList();
            if (!asking.isEmpty()) {
                reasons.add(clause(reason, loop) + " " + name(asking));
                barrier &= asking.stream()
                        .allMatch(a -> rule(a, loop).map(Rule::allowsBarrier).orElse(false));
            }
        }
        if (reasons.isEmpty()) {
            return new ThreadSizeAdvice(loop, "free", null, "Theorem 2: no access asks for a size");
        }
        @Nullable String or = barrier ? "block with barrier" : null;
        return new ThreadSizeAdvice(loop, "1", or, String.join("; ", reasons));
    }

    private static Optional<Rule> rule(AccessThreadSizes access, String loop) {
        return access.rules().stream().filter(r -> r.loop().equals(loop)).findFirst();
    }

    private static String clause(Reason reason, String loop) {
        return switch (reason) {
            case REPEATED -> "Lemma 1: " + loop + " does not move";
            case DEPENDENT -> "Lemma 1: " + loop + " moves along other loops, run it in order:";
            case SPATIAL -> "spatial locality: parallel " + loop + " shares lines of";
            case SEQUENTIAL, INDEPENDENT, BEYOND -> throw new IllegalArgumentException(reason + " asks for nothing");
        };
    }

    /** {@code a(i,j) (S1 accesses 1, 2), a(k,j) (S1 access 4)}; with many elements, the accesses alone. */
    private static String name(List<AccessThreadSizes> accesses) {
        Map<List<String>, List<Integer>> byElement = grouped(accesses, a -> List.of(a.statement(), a.text()));
        if (byElement.size() <= MAX_ELEMENTS) {
            return byElement.entrySet().stream()
                    .map(e -> e.getKey().getLast() + " (" + e.getKey().getFirst() + numbers(e.getValue()) + ")")
                    .collect(Collectors.joining(", "));
        }
        return grouped(accesses, a -> List.of(a.statement())).entrySet().stream()
                .map(e -> e.getKey().getFirst() + numbers(e.getValue()))
                .collect(Collectors.joining(", "));
    }

    private static Map<List<String>, List<Integer>> grouped(
            List<AccessThreadSizes> accesses, Function<AccessThreadSizes, List<String>> key) {
        return accesses.stream()
                .collect(Collectors.groupingBy(
                        key, LinkedHashMap::new, Collectors.mapping(AccessThreadSizes::access, Collectors.toList())));
    }

    /** {@code access 4}, {@code accesses 1, 2} or {@code accesses 1-6}. */
    private static String numbers(List<Integer> accesses) {
        int first = accesses.getFirst();
        int last = accesses.getLast();
        if (accesses.size() > 2 && last - first == accesses.size() - 1) {
            return " accesses " + first + "-" + last;
        }
        return (accesses.size() == 1 ? " access " : " accesses ")
                + accesses.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }

    /** Broadcast and spatial locality of every access. */
    public List<AccessLocality> sharing() {
        List<AccessLocality> found = new ArrayList<>();
        for (PlacedStatement placed : nest.statements()) {
            for (Access access : placed.statement().accesses()) {
                AccessMatrix.of(placed, access, nest.parameters())
                        .ifPresent(m -> found.add(sharing(placed, access, m)));
            }
        }
        return found;
    }

    private AccessLocality sharing(PlacedStatement placed, Access access, AccessMatrix matrix) {
        List<String> broadcast = new ArrayList<>();
        List<String> spatial = new ArrayList<>();
        for (int z = 0; z < placed.depth(); z++) {
            if (isParallel(placed, z) && matrix.isZero(z)) {
                broadcast.add(placed.loopVariables().get(z));
            } else if (isParallel(placed, z) && isWithinLine(placed, access, matrix, z)) {
                spatial.add(placed.loopVariables().get(z));
            }
        }
        return new AccessLocality(placed.statement().id(), access.index(), broadcast, spatial);
    }

    private String commonLoop(int z) {
        return dependences.loops().get(z);
    }

    private boolean isParallel(PlacedStatement placed, int z) {
        return parallel.isParallel(placed.statement().id(), z);
    }
}
