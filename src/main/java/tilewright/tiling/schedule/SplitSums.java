package tilewright.tiling.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import tilewright.dependence.BlockOrigin;
import tilewright.dependence.Dependences;
import tilewright.dependence.Reduction;
import tilewright.dependence.Scans;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Expression;
import tilewright.model.LinearForm;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.Operator;
import tilewright.model.PlacedStatement;
import tilewright.model.Statement;
import tilewright.model.UserError;
import tilewright.tiling.rewrite.Copies;
import tilewright.tiling.rewrite.NewNames;
import tilewright.tiling.rewrite.SharedReductions;
import tilewright.tiling.rewrite.Substitution;
import tilewright.tiling.rewrite.SumsApart;
import tilewright.tiling.space.ParallelLoops;

/**
 * Long sums in shares (split k): partial results of {@code length} iterations each are computed side by side, into an array of their own, and added to
 * the elements afterwards. So that there are blocks for a whole device where results are few and sums are long. Products, minima and maxima are treated alike.
 *
 * <p>Before: {@code do i; do j; do k = 1, n; c(i,j) = c(i,j) + a(i,k) * b(k,j)}. After, for shares of 512: {@code do k_share = 1, (n + 511)/512; do i; do j;
 * c_shares(k_share,i,j) = 0; do k_in_share = 1, min(512, n - 512 * k_share + 512); c_shares(k_share,i,j) = c_shares(k_share,i,j) + a(i,512 * k_share - 512 + k_in_share) * ..},
 * then {@code do i; do j; do k_share; c(i,j) = c(i,j) + c_shares(k_share,i,j)} where the sum stood. A minimum starts from the first value of its share, which may count twice.
 *
 * <p>A statement's sum is split, if
 *
 * <ul>
 *   <li>it is a {@link Reduction} whose partial results may be joined in another order, along all its loops from one on, the first of which is cut into shares;
 *   <li>these loops have nothing else in their bodies, or may be distributed so ({@link SumsApart}), the first one runs between sizes, and the loops around it make an element each;
 *   <li>what is joined is made of arrays that these loops do not write, so that it may be computed before them.
 * </ul>
 *
 * <p>Outer loops that go over time stay around shares: the norm of a residual in each step of a solver.
 */
public final class SplitSums {
    private final Dependences dependences;
    private final LoopNest nest;
    private final int length;
    /** Number of the first share, and of the first iteration of each: not behind where blocks begin, so that these begin with a share, and a share has whole k-tiles. */
    private final long origin;

    private final NewNames names;
    private final List<ArrayDeclaration> arrays;
    /** Loops over shares that are not in the nest yet. */
    private final List<Shares> shares = new ArrayList<>();

    private final Map<String, Reduction> split;
    private final SplitScans scans;

    /**
     * Partial results.
     *
     * @param depth how many loops stay around them
     */
    private record Shares(int depth, Node loop) {}

    private SplitSums(Dependences dependences, int length) {
        this.dependences = dependences;
        this.nest = dependences.nest();
        this.length = length;
        this.origin = Math.min(1, BlockOrigin.of(nest));
        this.names = new NewNames(nest);
        this.arrays = new ArrayList<>(nest.arrays());
        this.split = SharedReductions.of(dependences).stream()
                .filter(r -> !isWithin(SharedReductions.cut(nest, r), length))
                .collect(Collectors.toMap(Reduction::statement, r -> r));
        this.scans = new SplitScans(nest, length, names, arrays);
    }

    /**
     * The nest with its sums and scans in shares; nothing where it has none that may be split.
     *
     * @param dependences of the nest as written
     * @param length iterations of a share, but for the last one
     */
    public static Optional<LoopNest> of(Dependences dependences, int length) {
        Dependences apart = SumsApart.of(dependences);
        SplitSums sums = new SplitSums(apart, length);
        if (length < 1 || sums.split.isEmpty() && sums.scans.isEmpty()) {
            return Optional.empty();
        }
        List<Node> body = sums.joined(apart.nest().body(), 0);
        return Optional.of(apart.nest().with(sums.arrays, body));
    }

    /**
     * A sum that may be split, for given sizes.
     *
     * @param iterations of the loop that is cut into shares
     * @param results elements of the array that it adds to
     * @param lanes whether so few loops are around it that the threads of a block share it out
     * @param nested whether it has loops inside of the one that is cut
     */
    public record Sum(long iterations, long results, boolean lanes, boolean nested) {}

    /** The sums that may be split. */
    public static List<Sum> sums(Dependences dependences, Map<String, Long> sizes) {
        Dependences apart = SumsApart.of(dependences);
        LoopNest nest = apart.nest();
        return SharedReductions.of(apart).stream()
                .map(r -> new Sum(
                        Math.max(0, extent(SharedReductions.cut(nest, r)).evaluate(sizes::get)),
                        results(nest.array(r.array()), sizes),
                        r.loops().getFirst() < ParallelLoops.ENOUGH,
                        r.loops().size() > 1))
                .toList();
    }

    /** Iterations of the longest scan that may be taken into shares; nothing where there is none. */
    public static OptionalLong longestScan(Dependences dependences, Map<String, Long> sizes) {
        LoopNest nest = dependences.nest();
        return SplitScans.of(nest).stream()
                .mapToLong(scan ->
                        SplitScans.iterations(SplitScans.cut(nest, scan)).evaluate(sizes::get))
                .max();
    }

    private static long results(ArrayDeclaration array, Map<String, Long> sizes) {
        return array.bounds().stream()
                .mapToLong(b -> Math.max(0, b.extent().evaluate(sizes::get)))
                .reduce(1, Math::multiplyExact);
    }

    /** Whether a loop has no more iterations than a share, whatever the sizes: as the shares of sums that are in shares already. */
    private static boolean isWithin(Node.Loop loop, int length) {
        LinearForm iterations = LinearForm.of(extent(loop));
        return iterations.isConstant() && iterations.constant() <= length;
    }

    /** The length of shares of a nest that this class made of another one; nothing where it did not, or where it is 1. */
    public static OptionalInt length(LoopNest written, LoopNest nest) {
        return nest.arrays().stream()
                .skip(written.arrays().size())
                .filter(a -> !a.bounds().isEmpty())
                .map(a -> simple(a.bounds().getFirst().extent()))
                .filter(Affine.FloorDiv.class::isInstance)
                .mapToInt(shares -> Math.toIntExact(((Affine.FloorDiv) shares).divisor()))
                .findFirst();
    }

    static UserError nothingToSplit(LoopNest nest) {
        String fixed = Scans.of(nest).stream()
                .filter(scan -> !scan.mayRegroup())
                .map(scan -> "; " + scan.statement()
                        + " is a scan whose rounding depends on the order: write 'assume associative("
                        + scan.operator().notation() + ")'")
                .findFirst()
                .orElse("");
        return UserError.badInput("--schedule split: " + nest.name()
                + " has no sum, product, minimum or maximum, of operands that it does not change, and no scan, whose"
                + " order may change (assume associative(+)), and that is not in shares already" + fixed
                + "; leave --schedule out");
    }

    /** Why the nest may be planned so, a sentence or two. */
    static String rule(Dependences dependences, Schedule.Split split) {
        String lengths = split.lengths().stream().map(String::valueOf).collect(Collectors.joining(" and "));
        List<String> rules = new ArrayList<>();
        if (!SharedReductions.of(SumsApart.of(dependences)).isEmpty()) {
            rules.add("reductions whose order may change are computed in shares of " + lengths + " iterations");
        }
        SplitScans.of(dependences.nest())
                .forEach(scan -> rules.add(SplitScans.rule(dependences.nest(), scan, lengths)));
        return String.join("; ", rules);
    }

    private static Affine extent(Node.Loop loop) {
        return simple(loop.upper().minus(loop.lower()).plus(1));
    }

    private static Affine simple(Affine value) {
        return LinearForm.of(value).toAffine();
    }

    /**
     * The nest's nodes with the sums over partial results in place of those that are split, and the partial results before them.
     *
     * @param depth of the nodes
     */
    private List<Node> joined(List<Node> nodes, int depth) {
        List<Node> result = new ArrayList<>();
        for (Node node : nodes) {
            List<Node> joined = switch (node) {
                case Statement s -> List.of(s);
                case Node.Repeat r -> throw r.notAffine();
                case Node.Guard g ->
                    List.of(new Node.Guard(
                            g.condition(), joined(g.then(), depth), joined(g.otherwise(), depth), g.position()));
                case Node.Loop l ->
                    SharedReductions.onlyStatement(l)
                            .filter(s -> isCut(l, s))
                            .map(s -> List.of(join(l, s)))
                            .or(() -> scans.of(l))
                            .orElseGet(() -> List.of(new Node.Loop(
                                    l.variable(),
                                    l.lower(),
                                    l.upper(),
                                    l.step(),
                                    joined(l.body(), depth + 1),
                                    l.position())));
            };
            shares.stream().filter(s -> s.depth() == depth).map(Shares::loop).forEach(result::add);
            shares.removeIf(s -> s.depth() == depth);
            result.addAll(joined);
        }
        return result;
    }

    private boolean isCut(Node.Loop loop, Statement statement) {
        Reduction reduction = split.get(statement.id());
        return reduction != null && SharedReductions.cut(nest, reduction).equals(loop);
    }

    /** Adds a sum's shares to those that are computed first. */
    private Node join(Node.Loop sum, Statement statement) {
        PlacedStatement placed = nest.statement(statement.id());
        Reduction reduction = Objects.requireNonNull(split.get(statement.id()));
        Access target = statement.target();
        ArrayDeclaration array = nest.array(target.array());
        String share = names.fresh(sum.variable() + "_share");
        String inside = names.fresh(sum.variable() + "_in_share");
        String name = names.fresh(array.name() + "_shares");
        Affine firstShare = Affine.constant(origin);
        Affine lastShare =
                simple(extent(sum).plus(length - 1L)).floorDiv(length).plus(origin - 1);
        List<ArrayDeclaration.Bounds> bounds = new ArrayList<>();
        bounds.add(new ArrayDeclaration.Bounds(firstShare, lastShare));
        bounds.addAll(array.bounds());
        arrays.add(ArrayDeclaration.scratch(name, array.type(), bounds, array.position()));

        List<Affine> element = new ArrayList<>();
        element.add(Affine.variable(share));
        element.addAll(target.indices());
        Affine before = Affine.scaled(length, Affine.variable(share).plus(-origin));
        String firstId = names.statement();
        String updateId = names.statement();
        Affine earliest = sum.lower().plus(before);
        Statement first = Substitution.in(
                numbered(new Statement(
                        firstId,
                        Copies.access(target.index(), name, element, target.position()),
                        start(statement.value(), reduction.operator(), reduction.read()),
                        statement.position())),
                Map.of(sum.variable(), simple(earliest)));
        Node update = update(
                sum.body().getFirst(),
                new Statement(updateId, statement.target(), statement.value(), statement.position()),
                Map.of(
                        sum.variable(),
                        simple(earliest.plus(Affine.variable(inside)).plus(-origin))));
        Set<Integer> accumulators = Set.of(target.index(), reduction.read());
        Node partial = Substitution.ofAccesses(
                        List.of(update),
                        (_, access) -> accumulators.contains(access.index())
                                ? Copies.access(access.index(), name, element, access.position())
                                : access)
                .getFirst();
        Affine left = simple(extent(sum).minus(before));
        Node node = new Node.Loop(
                inside,
                firstShare,
                Affine.least(List.of(Affine.constant(length + origin - 1), simple(left.plus(origin - 1)))),
                1,
                List.of(partial),
                sum.position());
        List<Node> body = List.of(first, node);
        int staying = SharedReductions.staying(dependences, reduction).orElseThrow();
        for (Node.Loop around :
                placed.loops().subList(staying, reduction.loops().getFirst()).reversed()) {
            body = List.of(new Node.Loop(
                    around.variable(), around.lower(), around.upper(), around.step(), body, around.position()));
        }
        shares.add(new Shares(staying, new Node.Loop(share, firstShare, lastShare, 1, body, sum.position())));

        Expression joined = new Expression.Apply(
                reduction.operator(),
                List.of(
                        new Expression.Read(Copies.access(2, target.array(), target.indices(), target.position())),
                        new Expression.Read(Copies.access(3, name, element, target.position()))));
        return new Node.Loop(
                share,
                firstShare,
                lastShare,
                1,
                List.of(new Statement(names.statement(), target, joined, statement.position())),
                sum.position());
    }

    /** A statement whose accesses are numbered from 1. */
    static Statement numbered(Statement statement) {
        List<Integer> old = statement.accesses().stream().map(Access::index).toList();
        return (Statement) Substitution.ofAccesses(
                        List.of(statement),
                        (_, access) -> new Access(
                                old.indexOf(access.index()) + 1,
                                access.array(),
                                access.subscripts(),
                                access.position()))
                .getFirst();
    }

    /** The loops inside the one that is cut, and the update in them, for the iterations of a share. */
    private static Node update(Node node, Statement update, Map<String, Affine> values) {
        return switch (node) {
            case Statement _ -> Substitution.in(update, values);
            case Node.Loop l ->
                new Node.Loop(
                        l.variable(),
                        simple(l.lower().substitute(values)),
                        simple(l.upper().substitute(values)),
                        l.step(),
                        List.of(update(l.body().getFirst(), update, values)),
                        l.position());
            case Node.Guard _, Node.Repeat _ -> throw new IllegalArgumentException("no loop of a sum alone: " + node);
        };
    }

    /** What a share starts from: the value that changes no other, or what its first iteration joins. */
    static Expression start(Expression update, Operator operator, int accumulator) {
        return switch (operator) {
            case ADD -> new Expression.IntegerLiteral(0);
            case MUL -> new Expression.IntegerLiteral(1);
            default -> without(update, accumulator).orElseThrow();
        };
    }

    /** The operands of a minimum or maximum but for an access. */
    private static Optional<Expression> without(Expression value, int access) {
        if (value instanceof Expression.Read read && read.access().index() == access) {
            return Optional.empty();
        }
        if (!(value instanceof Expression.Apply apply)
                || !(apply.operator() instanceof Operator operator)
                || !operator.isExtreme()) {
            return Optional.of(value);
        }
        List<Expression> left = apply.operands().stream()
                .flatMap(o -> without(o, access).stream())
                .toList();
        return left.isEmpty()
                ? Optional.empty()
                : Optional.of(left.size() == 1 ? left.getFirst() : new Expression.Apply(apply.operator(), left));
    }
}
