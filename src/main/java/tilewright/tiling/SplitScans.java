package tilewright.tiling;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import tilewright.dependence.Scan;
import tilewright.dependence.Scans;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Condition;
import tilewright.model.DataType;
import tilewright.model.Expression;
import tilewright.model.LinearForm;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.Statement;

/**
 * Scans in shares: what each share of {@code length} iterations joins is computed first, then what all shares before it do, the carry of the share, and then the share from its carry. Shares are independent of each other in the first step
 * and in the last one; the step between is a scan of one element for each share, in place, which may be taken into shares in its turn (Blelloch 1990; reduce, then scan).
 *
 * <p>Before: {@code do j = 1, n: s(j) = s(j-1) + a(j)}. After, for shares of 64, with shares from 0 on:
 *
 * <pre>
 * s_carries(0) = s(0)                                                              if there are iterations
 * do j_share = 1, (n - 1)/64
 *   s_carries(j_share) = 0
 *   do j_in_share = 0, 63: s_carries(j_share) = s_carries(j_share) + a(64*j_share + j_in_share - 63)
 * do j_share = 1, (n - 1)/64: s_carries(j_share) = s_carries(j_share-1) + s_carries(j_share)
 * do j_share = 0, (n - 1)/64
 *   s(64*j_share + 1) = s_carries(j_share) + a(64*j_share + 1)
 *   do j_in_share = 1, min(63, n - 64*j_share - 1): s(64*j_share + j_in_share + 1) = s(64*j_share + j_in_share) + a(64*j_share + j_in_share + 1)
 * </pre>
 *
 * <p>A scan is taken into shares, if it is a {@link Scan} whose values may be joined in another order, its loop runs between sizes, one up or down at a time, and has nothing else in its body, and loops inside have bounds of their own.
 * What it joins is read in the first step and again in the last one: the scan writes nothing of it but the element itself, in the last step, after it has been read. Loops around stay around all steps.
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
                + " iterations are joined side by side, what comes before a share is joined from them, and each share runs from that";
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
        private final String carries;
        private final Affine iterations;
        private final Affine last;
        /** The subscript of the target that names the loop. */
        private final int dimension;

        Steps(Node.Loop loop, Statement statement, Scan scan) {
            this.loop = loop;
            this.statement = statement;
            this.scan = scan;
            this.carries = names.fresh(scan.array() + "_carries");
            this.iterations = iterations(loop);
            this.last = simple(iterations.plus(-1)).floorDiv(length);
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
            bounds.addFirst(new ArrayDeclaration.Bounds(Affine.constant(0), last));
            arrays.add(new ArrayDeclaration(carries, array.type(), bounds, true, array.position()));
            return List.of(first(), totals(), joined(), shares());
        }

        /** The element before the first share. */
        private Node first() {
            Map<String, Affine> before = Map.of(
                    loop.variable(), simple(loop.lower().plus(-loop.step())));
            Statement copy = Substitution.in(
                    new Statement(
                            names.statement(),
                            carry(1, Affine.constant(0)),
                            new Expression.Read(Copies.access(
                                    2, scan.array(), statement.target().indices(), statement.position())),
                            statement.position()),
                    before);
            return new Node.Guard(
                    new Condition.Compare(iterations, Condition.Relation.GE, Affine.constant(1)),
                    List.of(inLoops(copy)),
                    List.of(),
                    loop.position());
        }

        /** What each share but the last joins, where the carry of the next one will be. */
        private Node totals() {
            Affine share = Affine.variable(names.fresh(loop.variable() + "_share"));
            Affine inside = Affine.variable(names.fresh(loop.variable() + "_in_share"));
            Affine before = Affine.scaled(length, share.plus(-1));
            Statement begins = new Statement(
                    names.statement(),
                    carry(1, share),
                    SplitSums.start(statement.value(), scan.operator(), scan.read()),
                    statement.position());
            Statement start = SplitSums.numbered(Substitution.in(begins, at(before)));
            Statement update = Substitution.in(
                    reading(access -> access.index() == 1 || access.index() == scan.read(), share),
                    at(before.plus(inside)));
            Node joins = new Node.Loop(
                    variable(inside),
                    Affine.constant(0),
                    Affine.constant(length - 1L),
                    1,
                    List.of(update),
                    loop.position());
            return overShares(share, 1, inLoops(start, joins));
        }

        private Node joined() {
            Affine share = Affine.variable(names.fresh(loop.variable() + "_share"));
            Expression value = new Expression.Apply(
                    scan.operator(),
                    List.of(
                            new Expression.Read(carry(2, share.plus(-1))),
                            new Expression.Read(carry(3, share))));
            return overShares(
                    share,
                    1,
                    inLoops(new Statement(names.statement(), carry(1, share), value, statement.position())));
        }

        /** The statement as written, but that a share begins from its carry. */
        private Node shares() {
            Affine share = Affine.variable(names.fresh(loop.variable() + "_share"));
            Affine inside = Affine.variable(names.fresh(loop.variable() + "_in_share"));
            Affine before = Affine.scaled(length, share);
            Statement begins =
                    Substitution.in(reading(access -> access.index() == scan.read(), share), at(before));
            Statement goesOn = Substitution.in(reading(_ -> false, share), at(before.plus(inside)));
            Affine left = simple(iterations.plus(-1).minus(before));
            Node others = new Node.Loop(
                    variable(inside),
                    Affine.constant(1),
                    Affine.least(List.of(Affine.constant(length - 1L), left)),
                    1,
                    List.of(goesOn),
                    loop.position());
            return overShares(share, 0, length == 1 ? inLoops(begins) : inLoops(begins, others));
        }

        private static String variable(Affine variable) {
            return ((Affine.Variable) variable).name();
        }

        private Node overShares(Affine share, long first, Node... body) {
            return new Node.Loop(
                    variable(share), Affine.constant(first), last, 1, List.of(body), loop.position());
        }

        /** Nodes in the loops inside of the one that is cut. */
        private Node[] inLoops(Node... nodes) {
            List<Node> body = List.of(nodes);
            for (Node.Loop each : inside(nest, scan).reversed()) {
                body = List.of(new Node.Loop(
                        each.variable(), each.lower(), each.upper(), each.step(), body, each.position()));
            }
            return body.toArray(Node[]::new);
        }

        /** The loop's variable in an iteration, counted from 0. */
        private Map<String, Affine> at(Affine iteration) {
            return Map.of(loop.variable(), simple(loop.lower().plus(iteration.times(loop.step()))));
        }

        private Access carry(int index, Affine share) {
            List<Affine> subscripts = new ArrayList<>(statement.target().indices());
            subscripts.remove(dimension);
            subscripts.addFirst(simple(share));
            return Copies.access(index, carries, subscripts, statement.target().position());
        }

        /** The statement with some of its accesses leading to a share's carry. */
        private Statement reading(Function<Access, Boolean> some, Affine share) {
            Statement own =
                    new Statement(names.statement(), statement.target(), statement.value(), statement.position());
            return (Statement) Substitution.ofAccesses(
                            List.of(own),
                            (_, access) -> some.apply(access) ? carry(access.index(), share) : access)
                    .getFirst();
        }
    }
}
