package tilewright.tiling.rewrite;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.Dependences;
import tilewright.dependence.Reduction;
import tilewright.dependence.Reductions;
import tilewright.isl.Context;
import tilewright.isl.Dim;
import tilewright.isl.Set;
import tilewright.model.Affine;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.PlacedStatement;
import tilewright.model.Statement;
import tilewright.tiling.space.ForwardCoordinates;
import tilewright.tiling.space.OrderCheck;

/**
 * Runs a recurrence over two loops, whose points update their elements in a loop of their own, in square tiles of the two loops. Most updates of a tile read what other tiles have finished: these run
 * first, for all points of the tile together, as in a product of matrices. The others run behind them, along the diagonals of the tile. Tiles with the same sum of coordinates, a
 * front, do not depend on each other. For dynamic programming over intervals that is the algorithm of Z. Galil and K. Park, Parallel algorithms for dynamic programming recurrences with more than
 * O(1) dependency, J. Parallel Distrib. Comput. 21 (1994); what is done here hangs on dependences alone.
 *
 * <p>Before, a chain of matrices:
 *
 * <pre>
 * do i = n-1, 0, -1;  do j = i+1, n-1;  do k = i, j-1
 *   m(i,j) = min(m(i,j), m(i,k) + m(k+1,j) + p(i)*p(k+1)*p(j+1))
 * </pre>
 *
 * <p>After, with tiles I of rows and J of columns, for every span of so many fronts as the first of {@link SumTiles#SPANS} says: for its tiles, for all (i,j) of a tile, the k that read tiles of fronts before the span alone; the same for every narrower span inside of it, with the k that wait for fronts of the wider one; then for every front of the span:
 * for its tiles, for all (i,j) of a tile, the k of all other tiles between rows and columns; then for its tiles, for all diagonals of a tile, for all (i,j) of a diagonal, the k of the tile's own rows and columns.
 * The product of a span has as many tiles as all of its fronts together, those of a row in one loop over their columns; what waits for fronts of the span is short. Where the product of a span has no long loop, each front is a span.
 *
 * <p>Conditions: no dependence has a negative component in either of the two loops, which all statements share; in front of them are loops of a batch alone. An update, in one loop more, has
 * operands that no iteration of its own tile has made ({@link SumShares#inside}), in more iterations than a tile has points along a loop. All dependences go from an earlier time to a later one, but for those among updates of one
 * element whose order is free ({@link Reductions#relaxed}).
 */
public final class TiledSums {
    private static final int CUT = SumTiles.CUT;

    private final Dependences dependences;
    private final LoopNest nest;
    private final Context context;
    private final int batch;
    private final SumTiles tiles;
    private final SumShares among;
    /** Ids of the statements whose iterations outside of their tile run first. */
    private final java.util.Set<String> products = new HashSet<>();
    /** Those of statements whose iterations run as products, what waits for fronts of the same span among them, and how many fronts share the product. */
    private final Map<String, Integer> spans = new HashMap<>();

    /**
     * The nest in tiles, whose outermost loop runs through fronts.
     *
     * @param products ids of the statements that are products; the host runs the fronts of whatever depends on them
     */
    public record Form(Rewriting nest, java.util.Set<String> products) {}

    private TiledSums(SumTiles tiles) {
        this.tiles = tiles;
        this.among = new SumShares(tiles);
        this.dependences = tiles.dependences();
        this.nest = tiles.nest();
        this.context = tiles.context();
        this.batch = tiles.batch();
    }

    /**
     * The nest in tiles; nothing where it has no such updates, or dependences forbid it.
     *
     * @param dependences of a nest with loops in steps of one, silent iterations included
     */
    public static Optional<Form> of(Dependences dependences) {
        LoopNest nest = dependences.nest();
        int shared = sharedLoops(nest);
        boolean sums = nest.statements().stream().anyMatch(p -> p.depth() > CUT && readsOfItsKind(nest, p));
        if (shared < CUT || !sums) {
            return Optional.empty();
        }
        OrderCheck order = new OrderCheck(dependences);
        int batch =
                (int) IntStream.range(0, shared - CUT).takeWhile(order::isStill).count();
        return ForwardCoordinates.of(dependences, batch)
                .map(coordinates -> new SumTiles(dependences, batch, coordinates, SumTiles.SPANS))
                .filter(SumTiles::goesForward)
                .flatMap(TiledSums::inOrder);
    }

    /** In spans of fronts, in the narrowest alone where rows of tiles begin in different ones, or front by front. */
    private static Optional<Form> inOrder(SumTiles inSpans) {
        @Nullable List<Ordered> kept = null;
        List<List<Integer>> tried = new ArrayList<>();
        int all = inSpans.spans().size();
        for (int widest = inSpans.beginTogether() ? 0 : all - 1; widest < all; widest++) {
            tried.add(inSpans.spans().subList(widest, all));
        }
        tried.add(List.of(1));
        for (List<Integer> spans : tried) {
            TiledSums sums = new TiledSums(inSpans.inSpans(spans));
            Optional<List<Share>> shares = sums.shares();
            if (shares.isPresent()) {
                kept = kept == null ? kept(inSpans.dependences()) : kept;
                if (keepsOrder(shares.get(), kept)) {
                    return Optional.of(sums.form(shares.get()));
                }
            }
        }
        return Optional.empty();
    }

    private static int sharedLoops(LoopNest nest) {
        List<Node.Loop> shared = nest.statements().getFirst().loops();
        for (PlacedStatement placed : nest.statements()) {
            int same = 0;
            while (same < Math.min(shared.size(), placed.depth())
                    && shared.get(same) == placed.loops().get(same)) {
                same++;
            }
            shared = shared.subList(0, same);
        }
        return shared.size();
    }

    /** Whether a statement reads, besides its own element, what the nest writes. */
    private static boolean readsOfItsKind(LoopNest nest, PlacedStatement placed) {
        return placed.statement().value().reads().stream()
                .anyMatch(r -> nest.isWritten(r.array()) && !SumShares.isOwn(placed, r));
    }

    /**
     * Iterations of a statement that run as one.
     *
     * @param id of the statement that runs them in the new nest
     * @param components of their times, as many for all shares
     * @param values each of these as {@code { S[..] -> [t] }}
     * @param times all of them as {@code { S[..] -> [..] }} on these iterations
     */
    private record Share(
            PlacedStatement placed,
            String id,
            Set iterations,
            List<Affine> components,
            List<tilewright.isl.Map> values,
            tilewright.isl.Map times) {}

    /** Nothing where no statement has iterations that read nothing of their own tile, many of them. */
    private Optional<List<Share>> shares() {
        NewNames names = new NewNames(nest);
        List<Share> shares = new ArrayList<>();
        boolean split = false;
        for (int number = 0; number < nest.statements().size(); number++) {
            PlacedStatement placed = nest.statements().get(number);
            String id = placed.statement().id();
            List<SumShares.Inside> inside =
                    placed.depth() == batch + CUT + 1 ? among.inside(placed).orElse(List.of()) : List.of();
            Set domain = dependences.domain(id);
            Set outside = inside.stream()
                    .map(SumShares.Inside::iterations)
                    .reduce(domain, Set::subtract)
                    .coalesce();
            if (inside.isEmpty() || !among.isLong(placed, outside)) {
                shares.add(share(
                        placed,
                        id,
                        domain,
                        tiles.onDiagonal(placed, number, tiles.diagonal(tiles.point(placed)), true)));
            } else {
                split = true;
                products.add(id);
                Affine inner = among.inner(placed, inside);
                Set first = among.ofWholeTiles(placed, inside, outside);
                Set rest = outside.subtract(first).coalesce();
                Set before = first;
                for (int level = tiles.spans().size() - 1; level >= 0; level--) {
                    for (Set waiting : among.ofOwnSpan(
                            placed, inside, before, tiles.spans().get(level))) {
                        before = before.subtract(waiting).coalesce();
                        shares.add(product(placed, names.statement(), waiting, level + 1, 0, inner));
                    }
                }
                if (!among.isLong(placed, before)) {
                    return Optional.empty();
                }
                shares.add(product(placed, id, before, 0, number, inner));
                for (Set one : among.oneEach(placed, rest)) {
                    shares.add(share(
                            placed,
                            names.statement(),
                            one,
                            tiles.onDiagonal(placed, number, Affine.constant(0), false)));
                }
                for (SumShares.Inside piece : inside) {
                    shares.add(share(
                            placed,
                            names.statement(),
                            piece.iterations(),
                            tiles.onDiagonal(
                                    placed,
                                    number,
                                    tiles.diagonal(piece.point()).plus(1),
                                    false)));
                }
            }
        }
        return split ? Optional.of(shares) : Optional.empty();
    }

    /**
     * @param level number of wider spans
     * @param number of the statement, among those whose products share loops
     * @param inner the loop inside
     */
    private Share product(PlacedStatement placed, String id, Set iterations, int level, int number, Affine inner) {
        int span = level < tiles.spans().size() ? tiles.spans().get(level) : 1;
        // Wider spans first; in each of them a read may have a step of its own, and a statement one.
        int most = (1 + tiles.spans().size())
                * nest.statements().stream()
                        .mapToInt(p -> p.statement().value().reads().size())
                        .sum();
        int step = level == 0 ? 0 : level * most + spans.size();
        spans.put(id, span);
        return share(placed, id, iterations, tiles.product(placed, span, step, number, inner));
    }

    private Form form(List<Share> shares) {
        return new Form(rewritten(shares), java.util.Set.copyOf(products));
    }

    private Share share(PlacedStatement placed, String id, Set iterations, List<Affine> time) {
        int most = nest.statements().stream()
                .mapToInt(PlacedStatement::depth)
                .max()
                .orElse(0);
        // Front, step, tile, diagonal and number of the statement beside the loops.
        List<Affine> full = new ArrayList<>(time);
        full.addAll(Collections.nCopies(most + 5 - time.size(), Affine.constant(0)));
        return new Share(
                placed,
                id,
                iterations,
                full,
                full.stream().map(t -> tiles.map(placed, List.of(t))).toList(),
                tiles.map(placed, full).intersectDomain(iterations));
    }

    /** Whether every iteration has a time of its own, and dependences go from an earlier to a later one. */
    private static boolean keepsOrder(List<Share> shares, List<Ordered> kept) {
        return shares.stream().allMatch(s -> s.times().reverse().isSingleValued())
                && kept.stream()
                        .allMatch(d -> of(shares, d.source())
                                .allMatch(from -> of(shares, d.sink()).allMatch(to -> isForward(d, from, to))));
    }

    /** The dependences but for those among updates of one element whose order is free; of two statements one for all of them. */
    private static List<Ordered> kept(Dependences dependences) {
        List<Reduction> free =
                Reductions.groups(dependences).stream().flatMap(List::stream).toList();
        Map<String, String> groups = new LinkedHashMap<>();
        free.forEach(r -> groups.put(r.statement(), r.array() + " " + r.operator()));
        Map<List<String>, tilewright.isl.Map> pairs = new LinkedHashMap<>();
        Reductions.relaxed(
                        dependences,
                        free,
                        (first, second) -> Objects.equals(groups.get(first), groups.get(second))
                                ? Optional.of(Reductions.pairs(dependences, first, second))
                                : Optional.empty())
                .forEach(d -> pairs.merge(List.of(d.source(), d.sink()), d.relation(), tilewright.isl.Map::union));
        List<Ordered> kept = new ArrayList<>();
        pairs.forEach((ids, all) -> kept.add(new Ordered(ids.getFirst(), ids.getLast(), all.coalesce())));
        return kept;
    }

    /** Iterations of a statement, and those of another one, or of itself, that they come before. */
    private record Ordered(String source, String sink, tilewright.isl.Map pairs) {}

    /** Asked of pairs of iterations themselves, of which each component of their times leaves those that tie: pairs of times would have the iterations beside them as unknowns. */
    private static boolean isForward(Ordered ordered, Share from, Share to) {
        tilewright.isl.Map tied =
                ordered.pairs().intersectDomain(from.iterations()).intersectRange(to.iterations());
        for (int c = 0; c < from.components().size() && !tied.isEmpty(); c++) {
            if (from.components().get(c) instanceof Affine.Constant(long first)
                    && to.components().get(c) instanceof Affine.Constant(long second)) {
                if (first != second) {
                    return first < second;
                }
                continue;
            }
            tilewright.isl.Map source = from.values().get(c);
            tilewright.isl.Map sink = to.values().get(c);
            if (!tied.intersect(sink.lexLtMap(source).reverse()).isEmpty()) {
                return false;
            }
            tied = tied.intersect(source.applyRange(sink.reverse()));
        }
        return tied.isEmpty();
    }

    private static Stream<Share> of(List<Share> shares, String statement) {
        return shares.stream().filter(s -> s.placed().statement().id().equals(statement));
    }

    private Rewriting rewritten(List<Share> shares) {
        Map<String, tilewright.isl.Map> times = new LinkedHashMap<>();
        Map<String, String> copies = new LinkedHashMap<>();
        for (Share share : shares) {
            times.put(share.id(), share.times().setTupleName(Dim.IN, share.id()));
            if (!share.id().equals(share.placed().statement().id())) {
                copies.put(share.id(), share.placed().statement().id());
            }
        }
        LoopNest copied = nest.with(nest.arrays(), withCopies(nest.body(), copies));
        Rewriting form = ScheduledNest.of(context, copied, times, tiles.ranges(spans));
        return new Rewriting(form.nest(), form.original(), copies);
    }

    /** The nodes with copies of statements beside these. */
    private static List<Node> withCopies(List<Node> nodes, Map<String, String> copies) {
        List<Node> all = new ArrayList<>();
        for (Node node : nodes) {
            switch (node) {
                case Statement s -> {
                    all.add(s);
                    copies.forEach((id, of) -> {
                        if (of.equals(s.id())) {
                            all.add(new Statement(id, s.target(), s.value(), s.position()));
                        }
                    });
                }
                case Node.Loop l ->
                    all.add(new Node.Loop(
                            l.variable(), l.lower(), l.upper(), l.step(), withCopies(l.body(), copies), l.position()));
                case Node.Guard g ->
                    all.add(new Node.Guard(
                            g.condition(),
                            withCopies(g.then(), copies),
                            withCopies(g.otherwise(), copies),
                            g.position()));
                case Node.Repeat r -> throw r.notAffine();
            }
        }
        return all;
    }
}
