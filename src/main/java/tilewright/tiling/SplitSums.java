package tilewright.tiling;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import tilewright.dependence.Dependences;
import tilewright.dependence.Reduction;
import tilewright.dependence.Reductions;
import tilewright.isl.Context;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.DataType;
import tilewright.model.Expression;
import tilewright.model.LinearForm;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.Operator;
import tilewright.model.PlacedStatement;
import tilewright.model.SetNotation;
import tilewright.model.Statement;
import tilewright.model.UserError;

/**
 * Long sums in shares (split k): partial results of {@code length} iterations each are computed side by side, into an array of their own, and added to
 * the elements afterwards. So that there are blocks for a whole device where results are few and sums are long.
 *
 * <p>Before: {@code do i; do j; do k = 1, n; c(i,j) = c(i,j) + a(i,k) * b(k,j)}. After, for shares of 512: {@code do k_share = 1, (n + 511)/512; do i; do j;
 * c_shares(k_share,i,j) = 0; do k_in_share = 1, min(512, n - 512 * k_share + 512); c_shares(k_share,i,j) = c_shares(k_share,i,j) + a(i,512 * k_share - 512 + k_in_share) * ..},
 * then {@code do i; do j; do k_share; c(i,j) = c(i,j) + c_shares(k_share,i,j)} where the sum stood.
 *
 * <p>A statement's sum is split, if
 *
 * <ul>
 *   <li>it is a {@link Reduction} by addition whose partial results may be joined in another order, along its innermost loop alone;
 *   <li>the loop has nothing else in its body, runs between sizes, and the loops around it make an element each;
 *   <li>what is added is made of arrays that the nest does not write, so that it may be computed before everything else.
 * </ul>
 */
public final class SplitSums {
    /** Loops around a sum whose operands are used again for other elements: fewer, and a block's threads share out the sum ({@link ReductionPlanner}). */
    private static final int LEAST_LOOPS_AROUND = 2;

    private final Dependences dependences;
    private final LoopNest nest;
    private final int length;
    private final NewNames names;
    private final List<ArrayDeclaration> arrays;
    private final List<Node> shares = new ArrayList<>();
    private final Map<String, Reduction> split;

    private SplitSums(Dependences dependences, int length) {
        this.dependences = dependences;
        this.nest = dependences.nest();
        this.length = length;
        this.names = new NewNames(nest);
        this.arrays = new ArrayList<>(nest.arrays());
        this.split = split(dependences).stream().collect(Collectors.toMap(Reduction::statement, r -> r));
    }

    /**
     * The nest with its sums in shares; nothing where it has none that may be split.
     *
     * @param dependences of the nest as written
     * @param length iterations of a share, but for the last one
     */
    static Optional<LoopNest> of(Dependences dependences, int length) {
        SplitSums sums = new SplitSums(dependences, length);
        if (length < 1 || sums.split.isEmpty()) {
            return Optional.empty();
        }
        List<Node> joined = sums.joined(dependences.nest().body());
        List<Node> body = new ArrayList<>(sums.shares);
        body.addAll(joined);
        return Optional.of(dependences.nest().with(sums.arrays, body));
    }

    /** How many iterations the longest of the sums has that may be split, for given sizes; nothing where there are none. */
    public static OptionalInt longest(Dependences dependences, Map<String, Long> sizes) {
        return split(dependences).stream()
                .map(r -> dependences.nest().statement(r.statement()).loops().getLast())
                .mapToInt(loop -> Math.clamp(extent(loop).evaluate(sizes::get), 0, Integer.MAX_VALUE))
                .max();
    }

    /** The length of shares of a nest that this class made of another one; nothing where it did not. */
    static OptionalInt length(LoopNest written, LoopNest nest) {
        return nest.arrays().stream()
                .skip(written.arrays().size())
                .filter(a -> !a.bounds().isEmpty())
                .map(a -> a.bounds().getFirst().upper())
                .filter(Affine.FloorDiv.class::isInstance)
                .mapToInt(upper -> Math.toIntExact(((Affine.FloorDiv) upper).divisor()))
                .findFirst();
    }

    static UserError nothingToSplit(LoopNest nest) {
        return UserError.badInput("--schedule split: " + nest.name()
                + " has no sum, of operands that it does not change, whose order may change (assume"
                + " associative(+)); leave --schedule out");
    }

    /** Why the nest may be planned so, a sentence. */
    static String rule(int length) {
        return "sums are computed in shares of " + length + " iterations, as + is associative";
    }

    private static List<Reduction> split(Dependences dependences) {
        return Reductions.of(dependences).stream()
                .filter(r -> isSplit(dependences, r))
                .toList();
    }

    private static boolean isSplit(Dependences dependences, Reduction reduction) {
        LoopNest nest = dependences.nest();
        PlacedStatement placed = nest.statement(reduction.statement());
        int last = placed.depth() - 1;
        boolean sum = reduction.operator() == Operator.ADD
                && reduction.mayRegroup()
                && nest.array(reduction.array()).type() != DataType.HALF
                && reduction.loops().equals(List.of(last))
                && last >= LEAST_LOOPS_AROUND
                && placed.guards().isEmpty();
        if (!sum) {
            return false;
        }
        Node.Loop loop = placed.loops().getLast();
        boolean fixed = loop.step() == 1
                && loop.loads().isEmpty()
                && loop.body().equals(List.of(placed.statement()))
                && nest.parameters().containsAll(loop.lower().variables())
                && nest.parameters().containsAll(loop.upper().variables());
        boolean ofInputs = placed.statement().accesses().stream()
                .filter(a -> a.index() != reduction.read()
                        && a.index() != placed.statement().target().index())
                .noneMatch(a -> nest.isWritten(a.array()));
        return fixed && ofInputs && hasElementEach(dependences, placed, last);
    }

    /** Whether iterations that update one element agree in all loops but the last. */
    private static boolean hasElementEach(Dependences dependences, PlacedStatement placed, int last) {
        Context context = dependences.domains().getFirst().iterations().context();
        tilewright.isl.Map elements = tilewright.isl.Map.parse(
                context,
                new SetNotation(dependences.nest())
                        .accessRelation(placed, placed.statement().target()));
        tilewright.isl.Map same = elements.applyRange(elements.reverse());
        return same.isSubset(OrderCheck.agreeingIn(same, last));
    }

    private static Affine extent(Node.Loop loop) {
        return simple(loop.upper().minus(loop.lower()).plus(1));
    }

    private static Affine simple(Affine value) {
        return LinearForm.of(value).toAffine();
    }

    /** The nest's nodes with the sums over partial results in place of those that are split. */
    private List<Node> joined(List<Node> nodes) {
        return nodes.stream()
                .map(node -> switch (node) {
                    case Statement s -> s;
                    case Node.Repeat r -> throw r.notAffine();
                    case Node.Guard g ->
                        new Node.Guard(g.condition(), joined(g.then()), joined(g.otherwise()), g.position());
                    case Node.Loop l -> {
                        List<Node> body = l.body();
                        yield body.size() == 1 && body.getFirst() instanceof Statement s && split.containsKey(s.id())
                                ? join(l, s)
                                : new Node.Loop(
                                        l.variable(), l.lower(), l.upper(), l.step(), joined(body), l.position());
                    }
                })
                .toList();
    }

    /** Adds a sum's shares to those that are computed first. */
    private Node join(Node.Loop sum, Statement statement) {
        PlacedStatement placed = nest.statement(statement.id());
        Access target = statement.target();
        ArrayDeclaration array = nest.array(target.array());
        String share = names.fresh(sum.variable() + "_share");
        String inside = names.fresh(sum.variable() + "_in_share");
        String name = names.fresh(array.name() + "_shares");
        Affine count = simple(extent(sum).plus(length - 1L)).floorDiv(length);
        List<ArrayDeclaration.Bounds> bounds = new ArrayList<>();
        bounds.add(new ArrayDeclaration.Bounds(Affine.constant(1), count));
        bounds.addAll(array.bounds());
        arrays.add(new ArrayDeclaration(name, array.type(), bounds, true, array.position()));

        List<Affine> element = new ArrayList<>();
        element.add(Affine.variable(share));
        element.addAll(target.indices());
        Affine before = Affine.scaled(length, Affine.variable(share).plus(-1));
        Statement first = new Statement(
                names.statement(),
                Copies.access(target.index(), name, element, target.position()),
                new Expression.IntegerLiteral(0),
                statement.position());
        Statement update = Substitution.in(
                new Statement(names.statement(), statement.target(), statement.value(), statement.position()),
                Map.of(
                        sum.variable(),
                        simple(sum.lower()
                                .plus(before)
                                .plus(Affine.variable(inside))
                                .plus(-1))));
        Set<Integer> accumulators = Set.of(
                target.index(),
                Objects.requireNonNull(split.get(statement.id())).read());
        Node partial = Substitution.ofAccesses(
                        List.of(update),
                        (_, access) -> accumulators.contains(access.index())
                                ? Copies.access(access.index(), name, element, access.position())
                                : access)
                .getFirst();
        Affine left = simple(extent(sum).minus(before));
        Node node = new Node.Loop(
                inside,
                Affine.constant(1),
                Affine.least(List.of(Affine.constant(length), left)),
                1,
                List.of(partial),
                sum.position());
        List<Node> body = List.of(first, node);
        for (Node.Loop around : placed.loops().subList(0, placed.depth() - 1).reversed()) {
            body = List.of(new Node.Loop(
                    around.variable(), around.lower(), around.upper(), around.step(), body, around.position()));
        }
        shares.add(new Node.Loop(share, Affine.constant(1), count, 1, body, sum.position()));

        Expression joined = new Expression.Apply(
                Operator.ADD,
                List.of(
                        new Expression.Read(Copies.access(2, target.array(), target.indices(), target.position())),
                        new Expression.Read(Copies.access(3, name, element, target.position()))));
        return new Node.Loop(
                share,
                Affine.constant(1),
                count,
                1,
                List.of(new Statement(names.statement(), target, joined, statement.position())),
                sum.position());
    }
}
