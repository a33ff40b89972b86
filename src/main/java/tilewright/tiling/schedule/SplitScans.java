package tilewright.tiling.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import tilewright.dependence.Scan;
import tilewright.dependence.Scans;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.DataType;
import tilewright.model.Expression;
import tilewright.model.LinearForm;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.Statement;
import tilewright.tiling.rewrite.Copies;
import tilewright.tiling.rewrite.NewNames;
import tilewright.tiling.rewrite.SharedReductions;
import tilewright.tiling.rewrite.Substitution;

/**
 * Scans in shares: what each share of {@code length} iterations joins is computed first, then the last element of each share, from that of the share before it, and then the others, each share from the last element of the one before. Shares are
 * independent of each other in the first step and in the last one; the step between is a scan of one element for each share, which may be taken into shares in its turn (Blelloch 1990; reduce, then scan).
 *
 * <p>Before: {@code do j = 1, n: s(j) = s(j-1) + a(j)}. After, for shares of 64, the first step with shares from 1 on, the last one with shares from 0 on:
 *
 * <pre>
 * do j_share = 1, n/64
 *   s_shares(j_share) = 0
 *   do j_in_share = 0, 63: s_shares(j_share) = s_shares(j_share) + a(64*j_share + j_in_share - 63)
 * do j_share = 1, n/64: s(64*j_share) = s(64*j_share - 64) + s_shares(j_share)
 * do j_share = 0, (n - 1)/64
 *   do j_in_share = 0, min(62, n - 64*j_share - 1): s(64*j_share + j_in_share + 1) = s(64*j_share + j_in_share) + a(64*j_share + j_in_share + 1)
 * </pre>
 *
 * <p>A scan is taken into shares, if it is a {@link Scan} whose values may be joined in another order, its loop runs between sizes, one up or down at a time, and has nothing else in its body, and loops inside have bounds of their own.
 * What it joins is read in the first step, and again in the last one but for the last elements of shares: of that the scan writes nothing but the element itself, once, and after it has been read. Loops around stay around all steps.
 */
final class SplitScans {
    private final LoopNest nest;
    private final int length;
    private final NewNames names;
    private final List<ArrayDeclaration> arrays;
    private final Map<String, Scan> scans;

    /**
     * @param names for what is added
     * @param arrays receives the arrays that are added
     */
    SplitScans(LoopNest nest, int length, NewNames names, List<ArrayDeclaration> arrays) {
        this.nest = nest;
        this.length = length;
        this.names = names;
        this.arrays = arrays;
        this.scans = of(nest).stream().collect(Collectors.toMap(Scan::statement, s -> s));
    }

    /** Whether there are none. */
    boolean isEmpty() {
        return scans.isEmpty();
    }

    /** The scans of a nest that may be taken into shares. */
    static List<Scan> of(LoopNest nest) {
        return Scans.of(nest).stream().filter(s -> isShared(nest, s)).toList();
    }

    private static boolean isShared(LoopNest nest, Scan scan) {
        Node.Loop loop = cut(nest, scan);
        Optional<Statement> only = SharedReductions.onlyStatement(loop);
        List<Node.Loop> inside = inside(nest, scan);
        return scan.mayRegroup()
                && nest.array(scan.array()).type() != DataType.HALF
                && Math.abs(loop.step()) == 1
                && !LinearForm.of(iterations(loop)).isConstant()
                && only.filter(s -> s.id().equals(scan.statement())).isPresent()
                && nest.parameters().containsAll(loop.lower().variables())
                && nest.parameters().containsAll(loop.upper().variables())
                && inside.stream()
                        .allMatch(l -> !l.lower().variables().contains(loop.variable())
                                && !l.upper().variables().contains(loop.variable()));
    }

    /**
     * Why a scan may be taken into shares, a sentence.
     *
     * @param lengths of its shares
     */
    static String rule(LoopNest nest, Scan scan, String lengths) {
        String why = switch (scan.regrouping()) {
            case EXACT -> "every order gives the same result";
            case DECLARED -> "declared associative";
            case REFUSED -> throw new IllegalArgumentException(scan + " may not be regrouped");
        };
        return scan.statement() + " is a scan by " + scan.operator().notation() + " along "
                + cut(nest, scan).variable() + " (" + why + "): shares of " + lengths
                + " iterations are joined side by side, their last elements from that, and each share runs from the"
                + " last element of the one before";
    }

    /** The loop that is cut into shares. */
    static Node.Loop cut(LoopNest nest, Scan scan) {
        return nest.statement(scan.statement()).loops().get(scan.loop());
    }

    private static List<Node.Loop> inside(LoopNest nest, Scan scan) {
        List<Node.Loop> loops = nest.statement(scan.statement()).loops();
        return loops.subList(scan.loop() + 1, loops.size());
    }

    /** Iterations of the loop that is cut. */
    static Affine iterations(Node.Loop loop) {
        return simple(loop.upper().minus(loop.lower()).times(loop.step()).plus(1));
    }

    private static Affine simple(Affine value) {
        return LinearForm.of(value).toAffine();
    }

    /** What stands for a loop that is a scan in shares; nothing where it is none. */
    Optional<List<Node>> of(Node.Loop loop) {
        return SharedReductions.onlyStatement(loop)
                .filter(s -> scans.containsKey(s.id()) && cut(nest, scan(s)).equals(loop))
                .map(s -> new Steps(loop, s, scan(s)).all());
    }

    private Scan scan(Statement statement) {
        Scan scan = scans.get(statement.id());
        if (scan == null) {
            throw new IllegalArgumentException(statement.id() + " is no scan");
        }
        return scan;
    }

    /** The steps of one scan. */
    private final class Steps {
        private final Node.Loop loop;
        private final Statement statement;
        private final Scan scan;
        private final String totals;
        private final Affine iterations;
        /** Shares that have all their iterations. */
        private final Affine whole;
        /** The subscript of the target that names the loop. */
        private final int dimension;

        Steps(Node.Loop loop, Statement statement, Scan scan) {
            this.loop = loop;
            this.statement = statement;
            this.scan = scan;
            this.totals = names.fresh(scan.array() + "_shares");
            this.iterations = iterations(loop);
            this.whole = iterations.floorDiv(length);
            List<Affine> subscripts = statement.target().indices();
            int found = 0;
            while (!subscripts.get(found).variables().contains(loop.variable())) {
                found++;
            }
            this.dimension = found;
        }

        List<Node> all() {
            ArrayDeclaration array = nest.array(scan.array());
            List<ArrayDeclaration.Bounds> bounds = new ArrayList<>(array.bounds());
            bounds.remove(dimension);
            bounds.addFirst(new ArrayDeclaration.Bounds(Affine.constant(1), whole));
            arrays.add(ArrayDeclaration.scratch(totals, array.type(), bounds, array.position()));
            return length == 1 ? List.of(totals(), lastOnes()) : List.of(totals(), lastOnes(), others());
        }

        /** What each share joins. */
        private Node totals() {
            Affine share = fresh("_share");
            Affine inside = fresh("_in_share");
            Affine before = Affine.scaled(length, share.plus(-1));
            Statement begins = new Statement(
                    names.statement(),
                    total(1, share),
                    SplitSums.start(statement.value(), scan.operator(), scan.read()),
                    statement.position());
            Statement start = SplitSums.numbered(in(begins, before));
            Statement own =
                    new Statement(names.statement(), statement.target(), statement.value(), statement.position());
            Set<Integer> accumulators = Set.of(own.target().index(), scan.read());
            Statement update = in(
                    changed(
                            own,
                            access -> accumulators.contains(access.index()) ? total(access.index(), share) : access),
                    before.plus(inside));
            Node joins = loop(inside, 0, Affine.constant(length - 1L), List.of(update));
            return loop(share, 1, whole, inLoops(List.of(start, joins)));
        }

        /** The last element of each share, a scan. */
        private Node lastOnes() {
            Affine share = fresh("_share");
            Affine last = Affine.scaled(length, share).plus(-1);
            Expression value = new Expression.Apply(
                    scan.operator(),
                    List.of(new Expression.Read(element(2, last.plus(-length))), new Expression.Read(total(3, share))));
            Statement own = new Statement(names.statement(), element(1, last), value, statement.position());
            return loop(share, 1, whole, inLoops(List.of(own)));
        }

        /** The statement as written, for all elements but the last one of each share. */
        private Node others() {
            Affine share = fresh("_share");
            Affine inside = fresh("_in_share");
            Affine before = Affine.scaled(length, share);
            Statement own =
                    new Statement(names.statement(), statement.target(), statement.value(), statement.position());
            Affine left = simple(iterations.plus(-1).minus(before));
            return loop(
                    share,
                    0,
                    simple(iterations.plus(-1)).floorDiv(length),
                    inLoops(List.of(loop(
                            inside,
                            0,
                            Affine.least(List.of(Affine.constant(length - 2L), left)),
                            List.of(in(own, before.plus(inside)))))));
        }

        private Affine fresh(String kind) {
            return Affine.variable(names.fresh(loop.variable() + kind));
        }

        private Node loop(Affine variable, long first, Affine last, List<Node> body) {
            return new Node.Loop(
                    ((Affine.Variable) variable).name(), Affine.constant(first), last, 1, body, loop.position());
        }

        /** Nodes in the loops inside of the one that is cut. */
        private List<Node> inLoops(List<Node> nodes) {
            List<Node> body = nodes;
            for (Node.Loop each : inside(nest, scan).reversed()) {
                body = List.of(
                        new Node.Loop(each.variable(), each.lower(), each.upper(), each.step(), body, each.position()));
            }
            return body;
        }

        private static Statement changed(Statement statement, UnaryOperator<Access> change) {
            return (Statement) Substitution.ofAccesses(List.of(statement), (_, access) -> change.apply(access))
                    .getFirst();
        }

        /** A statement in an iteration, counted from 0. */
        private Statement in(Statement statement, Affine iteration) {
            return changed(
                    Substitution.in(statement, at(iteration)),
                    access -> Copies.access(
                            access.index(),
                            access.array(),
                            access.indices().stream().map(SplitScans::simple).toList(),
                            access.position()));
        }

        /** The loop's variable in an iteration, counted from 0. */
        private Map<String, Affine> at(Affine iteration) {
            return Map.of(loop.variable(), simple(loop.lower().plus(iteration.times(loop.step()))));
        }

        /** What an iteration writes. */
        private Access element(int index, Affine iteration) {
            Map<String, Affine> variable = at(iteration);
            return Copies.access(
                    index,
                    scan.array(),
                    statement.target().indices().stream()
                            .map(i -> simple(i.substitute(variable)))
                            .toList(),
                    statement.target().position());
        }

        private Access total(int index, Affine share) {
            List<Affine> subscripts = new ArrayList<>(statement.target().indices());
            subscripts.remove(dimension);
            subscripts.addFirst(simple(share));
            return Copies.access(index, totals, subscripts, statement.target().position());
        }
    }
}
