package tilewright.tune.peer;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import tilewright.dependence.Dependence;
import tilewright.dependence.Dependences;
import tilewright.device.VendorRoutine;
import tilewright.model.Access;
import tilewright.model.ArrayDeclaration;
import tilewright.model.DataType;
import tilewright.model.Expression;
import tilewright.model.LoopNest;
import tilewright.model.MathFunction;
import tilewright.model.Operator;
import tilewright.model.PlacedStatement;
import tilewright.model.ScalarOperation;
import tilewright.tiling.schedule.PlannedNest;
import tilewright.tune.worker.Peer;

/**
 * Which routines of a vendor do the work of a nest, read off its deepest statements: what they add up, over which loops, which bounds
 * depend on each other, and where values come from. The nest's name says nothing, and where one of these statements is unlike all
 * routines, none is offered.
 *
 * <p>Example: {@code c(i,j) = c(i,j) + a(i,k)*b(k,j)} over a box is a product of m x k by k x n; with {@code b} in place of {@code c} and k
 * from i + 1, which reads what was in {@code b} before the nest, the product by a triangular matrix; where it reads what the nest computed,
 * the solution of a triangular system.
 */
public final class PeerRecognition {
    private final Dependences dependences;
    private final LoopNest nest;
    private final Map<String, Long> sizes;
    private final Set<String> written = new HashSet<>();

    private PeerRecognition(Dependences dependences, Map<String, Long> sizes) {
        this.dependences = dependences;
        this.nest = dependences.nest();
        this.sizes = sizes;
        nest.statements().forEach(s -> written.add(s.statement().target().array()));
    }

    /**
     * The calls that do the nest's work; nothing where there are none that do.
     *
     * @param sizes values of the nest's parameters
     */
    public static Optional<PeerWork> of(Dependences dependences, Map<String, Long> sizes) {
        return new PeerRecognition(PlannedNest.start(dependences), sizes).work();
    }

    private Optional<PeerWork> work() {
        int deepest = nest.statements().stream()
                .mapToInt(PlacedStatement::depth)
                .max()
                .orElse(0);
        List<PlacedStatement> heavy =
                nest.statements().stream().filter(p -> p.depth() == deepest).toList();
        Optional<Peer> symmetric = symmetric(heavy);
        if (symmetric.isPresent()) {
            return Optional.of(new PeerWork(List.of(symmetric.get())));
        }
        List<Peer> calls = new ArrayList<>();
        Set<Peer> once = new LinkedHashSet<>();
        for (PlacedStatement placed : heavy) {
            Optional<Peer> call = ProductUpdate.of(nest, placed).flatMap(this::call);
            if (call.isEmpty()) {
                return Optional.empty();
            }
            // Parts of one factorisation are one call.
            if (!isFactorisation(call.get().routine()) || once.add(call.get())) {
                calls.add(call.get());
            }
        }
        return calls.isEmpty() ? Optional.empty() : Optional.of(new PeerWork(calls));
    }

    private static boolean isFactorisation(VendorRoutine routine) {
        return switch (routine) {
            case SGETRF, DGETRF, SPOTRF, DPOTRF -> true;
            default -> false;
        };
    }

    private Optional<Peer> call(ProductUpdate update) {
        for (List<Access> product : update.products()) {
            if (product.size() != 2
                    || update.loops(product.get(0)).isEmpty()
                    || update.loops(product.get(1)).isEmpty()) {
                return Optional.empty();
            }
        }
        if (update.loops(update.target()).isEmpty()) {
            return Optional.empty();
        }
        return switch (update.products().size()) {
            case 1 ->
                product(
                        update,
                        update.products().getFirst().get(0),
                        update.products().getFirst().get(1));
            case 2 -> twoProducts(update);
            default -> Optional.empty();
        };
    }

    private Optional<Peer> product(ProductUpdate update, Access x, Access y) {
        String target = update.target().array();
        boolean first = x.array().equals(target);
        boolean second = y.array().equals(target);
        if (first && second) {
            return factorisation(update, x, y);
        }
        if (first || second) {
            return inPlace(update, first ? y : x, first ? x : y);
        }
        if (x.array().equals(y.array())
                && update.loops(update.target()).orElseThrow().size() == 2) {
            return ofItself(update, x, y);
        }
        return update.isBox() ? box(update, x, y) : Optional.empty();
    }

    /** A product over a box: every loop belongs to some of the three arrays. */
    private Optional<Peer> box(ProductUpdate update, Access x, Access y) {
        Set<String> target = new TreeSet<>(update.loops(update.target()).orElseThrow());
        Set<String> left = new TreeSet<>(update.loops(x).orElseThrow());
        Set<String> right = new TreeSet<>(update.loops(y).orElseThrow());
        long batch = 1;
        long rows = 1;
        long columns = 1;
        long sum = 1;
        for (String loop : update.placed().loopVariables()) {
            boolean t = target.contains(loop);
            boolean l = left.contains(loop);
            boolean r = right.contains(loop);
            long extent = extent(update, loop);
            if (t && l && r) {
                batch *= extent;
            } else if (t && l) {
                rows *= extent;
            } else if (t && r) {
                columns *= extent;
            } else if (l && r) {
                sum *= extent;
            } else {
                return Optional.empty();
            }
        }
        boolean matrices = left.size() > 1 && right.size() > 1 && target.size() > 1;
        if (matrices && batch > 1) {
            return peer(VendorRoutine.SGEMMBATCHED, VendorRoutine.DGEMMBATCHED, update, batch, rows, columns, sum);
        }
        if (matrices) {
            return peer(VendorRoutine.SGEMM, VendorRoutine.DGEMM, update, rows, columns, sum);
        }
        boolean vectors = batch == 1 && update.placed().depth() == 2 && target.size() == 1;
        return vectors ? peer(VendorRoutine.SGEMV, VendorRoutine.DGEMV, update, rows * columns, sum) : Optional.empty();
    }

    /** The same matrix on both sides of a triangle. */
    private Optional<Peer> ofItself(ProductUpdate update, Access x, Access y) {
        List<String> target = update.loops(update.target()).orElseThrow();
        boolean triangle = update.isTriangular(target.get(0), target.get(1)) && !written.contains(x.array());
        return triangle
                ? peer(
                        VendorRoutine.SSYRK,
                        VendorRoutine.DSYRK,
                        update,
                        extent(update, target.get(0)),
                        sum(update, target))
                : Optional.empty();
    }

    private Optional<Peer> twoProducts(ProductUpdate update) {
        List<String> target = update.loops(update.target()).orElseThrow();
        Set<String> arrays = new TreeSet<>();
        update.products().forEach(p -> p.forEach(a -> arrays.add(a.array())));
        boolean crossed = update.products().stream()
                .allMatch(p -> !p.get(0).array().equals(p.get(1).array()));
        boolean fits = target.size() == 2
                && update.placed().depth() == 3
                && arrays.size() == 2
                && crossed
                && arrays.stream().noneMatch(written::contains)
                && update.isTriangular(target.get(0), target.get(1));
        return fits
                ? peer(
                        VendorRoutine.SSYR2K,
                        VendorRoutine.DSYR2K,
                        update,
                        extent(update, target.get(0)),
                        sum(update, target))
                : Optional.empty();
    }

    /** A triangular matrix times what the target holds. */
    private Optional<Peer> inPlace(ProductUpdate update, Access triangle, Access own) {
        List<String> target = update.loops(update.target()).orElseThrow();
        List<String> read = update.loops(own).orElseThrow();
        List<String> loops = update.loops(triangle).orElseThrow();
        boolean fits = loops.size() == 2
                && !written.contains(triangle.array())
                && update.isTriangular(loops.get(0), loops.get(1))
                && loops.stream().filter(target::contains).count() == 1
                && loops.stream().filter(read::contains).count() == 1;
        if (!fits) {
            return Optional.empty();
        }
        long order = extent(
                update, loops.stream().filter(target::contains).findFirst().orElseThrow());
        long others = target.stream()
                .filter(l -> !loops.contains(l))
                .mapToLong(l -> extent(update, l))
                .reduce(1, Math::multiplyExact);
        boolean computed = dependences.ofKind(Dependence.Kind.FLOW).stream()
                .anyMatch(f -> f.sink().equals(update.placed().statement().id()) && f.access() == own.index());
        return computed
                ? peer(VendorRoutine.STRSM, VendorRoutine.DTRSM, update, order, others)
                : peer(VendorRoutine.STRMM, VendorRoutine.DTRMM, update, order, others);
    }

    /** A matrix updated by products of its own elements: factors, where a division or a root makes them. */
    private Optional<Peer> factorisation(ProductUpdate update, Access x, Access y) {
        List<String> target = update.loops(update.target()).orElseThrow();
        if (target.size() != 2 || update.placed().depth() != 3) {
            return Optional.empty();
        }
        long order = extent(update, target.get(0));
        List<String> left = update.loops(x).orElseThrow();
        List<String> right = update.loops(y).orElseThrow();
        boolean sameSide = left.get(1).equals(right.get(1)) || left.get(0).equals(right.get(0));
        if (sameSide) {
            return applies(MathFunction.SQRT)
                    ? peer(VendorRoutine.SPOTRF, VendorRoutine.DPOTRF, update, order)
                    : Optional.empty();
        }
        return applies(Operator.DIV)
                ? peer(VendorRoutine.SGETRF, VendorRoutine.DGETRF, update, order)
                : Optional.empty();
    }

    private boolean applies(ScalarOperation operation) {
        return nest.statements().stream().anyMatch(s -> applies(s.statement().value(), operation));
    }

    private static boolean applies(Expression expression, ScalarOperation operation) {
        return expression instanceof Expression.Apply a
                && (a.operator().equals(operation) || a.operands().stream().anyMatch(o -> applies(o, operation)));
    }

    /** A symmetric matrix of which one triangle is stored: two sums over it, one for each side, of the same two arrays. */
    private Optional<Peer> symmetric(List<PlacedStatement> heavy) {
        if (heavy.size() != 2) {
            return Optional.empty();
        }
        Optional<ProductUpdate> first = ProductUpdate.of(nest, heavy.get(0));
        Optional<ProductUpdate> second = ProductUpdate.of(nest, heavy.get(1));
        if (first.isEmpty() || second.isEmpty()) {
            return Optional.empty();
        }
        for (List<ProductUpdate> pair :
                List.of(List.of(first.get(), second.get()), List.of(second.get(), first.get()))) {
            Optional<Peer> found = symmetric(pair.get(0), pair.get(1));
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /** @param onto updates elements in the rows that the other one reads */
    private Optional<Peer> symmetric(ProductUpdate onto, ProductUpdate from) {
        if (onto.products().size() != 1
                || from.products().size() != 1
                || onto.products().getFirst().size() != 2
                || from.products().getFirst().size() != 2
                || onto.target().indices().size() != 2
                || onto.loops(onto.target()).isEmpty()) {
            return Optional.empty();
        }
        for (Access triangle : onto.products().getFirst()) {
            Optional<List<String>> loops = onto.loops(triangle);
            List<Access> others = others(onto, triangle.array());
            List<Access> mirrored = others(from, triangle.array());
            boolean fits = loops.isPresent()
                    && loops.get().size() == 2
                    && !written.contains(triangle.array())
                    && onto.isTriangular(loops.get().get(0), loops.get().get(1))
                    && others.size() == 1
                    && mirrored.size() == 1
                    && others.getFirst().array().equals(mirrored.getFirst().array())
                    && !written.contains(others.getFirst().array())
                    // What is read here is written there, and the other way round.
                    && mirrored.getFirst().indices().equals(onto.target().indices())
                    && !from.target().array().equals(onto.target().array());
            if (fits) {
                List<String> target = onto.loops(onto.target()).orElseThrow();
                return peer(
                        VendorRoutine.SSYMM,
                        VendorRoutine.DSYMM,
                        onto,
                        dimension(onto.target(), 0),
                        extent(onto, target.get(1)));
            }
        }
        return Optional.empty();
    }

    private static List<Access> others(ProductUpdate update, String array) {
        return update.products().getFirst().stream()
                .filter(a -> !a.array().equals(array))
                .toList();
    }

    private long sum(ProductUpdate update, List<String> target) {
        return update.placed().loopVariables().stream()
                .filter(l -> !target.contains(l))
                .mapToLong(l -> extent(update, l))
                .reduce(1, Math::multiplyExact);
    }

    /** How many values a loop has: those of the dimension that it runs through. */
    private long extent(ProductUpdate update, String loop) {
        List<Access> all = update.placed().statement().accesses();
        return all.stream()
                .flatMapToLong(a -> IntStream.range(0, a.indices().size())
                        .filter(d -> a.indices().get(d).toString().equals(loop))
                        .mapToLong(d -> dimension(a, d)))
                .min()
                .orElse(1);
    }

    private long dimension(Access access, int dimension) {
        ArrayDeclaration array = nest.array(access.array());
        return array.bounds().get(dimension).extent().evaluate(sizes::get);
    }

    private Optional<Peer> peer(VendorRoutine single, VendorRoutine twice, ProductUpdate update, long... extents) {
        DataType type = nest.array(update.target().array()).type();
        // A library's routine takes arrays of one type.
        boolean known = (type == DataType.REAL || type == DataType.DOUBLE)
                && update.placed().statement().accesses().stream()
                        .allMatch(a -> nest.array(a.array()).type() == type);
        List<Integer> all = new ArrayList<>();
        for (long extent : extents) {
            if (extent < 1 || extent > Integer.MAX_VALUE) {
                return Optional.empty();
            }
            all.add((int) extent);
        }
        return known ? Optional.of(new Peer(type == DataType.REAL ? single : twice, all)) : Optional.empty();
    }
}
