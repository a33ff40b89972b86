package tilewright.tiling.rewrite;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import tilewright.kernel.GenerationLimits;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LinearForm;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.Statement;
import tilewright.model.UserError;

/**
 * A nest in which long loops along which points slide over an array have chunks of known length, which are written out (strip mining): a thread then reads what neighbouring points and iterations share once, as of a filter whose length is known.
 *
 * <p>Before: {@code do i; do k = 1, m; y(i) = y(i) + h(k) * x(i+k)}. After, for chunks of 16: {@code do i; do k_chunk = 0, m/16 - 1; do k_in_chunk = 0, 15; y(i) = y(i) + h(16*k_chunk + k_in_chunk + 1) * x(i + 16*k_chunk + k_in_chunk + 1)}, and behind it, in {@code do k_rest = 0, 14}
 * under a condition, what is left.
 *
 * <p>Asked for: an innermost loop in steps of one, whose bounds do not depend on other loops and whose length is unknown or more than is written out; it has statements alone in its body, which write the same element in all iterations and others in those of any loop around it: what is left then runs behind all chunks, in a launch of its own;
 * and one of them reads an array that nothing writes at a subscript in which the loop and another one around it both go by one;
 * if that is the last one, it has nothing else but a number: wide accesses need a place whose alignment is known.
 *
 * <p>{@link tilewright.tiling.check.ReindexCheck ReindexCheck} proves the result without relying on any of this.
 *
 * @param nest with chunks; its arrays are the same
 * @param counters of iterations within chunks
 * @param lengths iterations of the loops that are cut
 * @param parts where its statements come from, by their ids, those of chunks and rests alone
 */
public record SlidingChunks(LoopNest nest, Set<String> counters, List<Affine> lengths, Map<String, Reindexed> parts) {
    private static final GenerationLimits LIMITS = GenerationLimits.shipped();

    public SlidingChunks {
        counters = Set.copyOf(counters);
        lengths = List.copyOf(lengths);
        parts = Map.copyOf(parts);
    }

    /** Nothing where no loop is cut. */
    public static Optional<SlidingChunks> of(LoopNest written) {
        if (written.isIrregular()) {
            return Optional.empty();
        }
        Cutting cutting = new Cutting(written);
        List<Node> body = cutting.nodes(written.body(), List.of());
        return cutting.parts.isEmpty()
                ? Optional.empty()
                : Optional.of(new SlidingChunks(
                        written.with(written.arrays(), body), cutting.counters, cutting.lengths, cutting.parts));
    }

    /** Whether chunks are all that there is at some sizes: what is left of loops runs in a launch of its own, point by point and iteration by iteration, which takes longer than predicted. */
    public boolean leaveNothing(Map<String, Long> sizes) {
        return lengths.stream().allMatch(l -> l.evaluate(sizes::get) % LIMITS.slidingIterations() == 0);
    }

    /** What is said of a nest without such loops. */
    public static UserError nothingSlides(LoopNest nest) {
        return UserError.badInput("--schedule chunks: " + nest.name()
                + " has no long sum over neighbours: an innermost loop in steps of one between sizes, and in it a"
                + " statement that writes the same element throughout and reads an array that nothing writes where"
                + " the loop and one around it are added up, as in y(i) = y(i) + h(k)*x(i+k); leave --schedule out");
    }

    /** Why the nest may be planned so. */
    public static String rule() {
        return "loops along which points slide over an array run in chunks of " + LIMITS.slidingIterations()
                + " iterations";
    }

    /** Cuts loops. */
    private static final class Cutting {
        private final LoopNest written;
        private final NewNames names;
        private final Set<String> counters = new HashSet<>();
        private final List<Affine> lengths = new ArrayList<>();
        private final Map<String, Reindexed> parts = new LinkedHashMap<>();

        Cutting(LoopNest written) {
            this.written = written;
            this.names = new NewNames(written);
        }

        List<Node> nodes(List<Node> nodes, List<Node.Loop> around) {
            List<Node> changed = new ArrayList<>();
            for (Node node : nodes) {
                switch (node) {
                    case Statement s -> changed.add(s);
                    case Node.Repeat r -> throw r.notAffine();
                    case Node.Guard g ->
                        changed.add(new Node.Guard(
                                g.condition(), nodes(g.then(), around), nodes(g.otherwise(), around), g.position()));
                    case Node.Loop l -> {
                        if (isCut(l, around)) {
                            changed.addAll(chunks(l));
                        } else {
                            List<Node.Loop> inside = new ArrayList<>(around);
                            inside.add(l);
                            changed.add(new Node.Loop(
                                    l.variable(),
                                    l.lower(),
                                    l.upper(),
                                    l.step(),
                                    nodes(l.body(), inside),
                                    l.position()));
                        }
                    }
                }
            }
            return changed;
        }

        private boolean isCut(Node.Loop loop, List<Node.Loop> around) {
            Affine length = loop.upper().minus(loop.lower()).plus(1);
            boolean ofSizes = Set.copyOf(written.parameters()).containsAll(length.variables());
            LinearForm known = LinearForm.of(length);
            boolean isLong = !known.isConstant() || known.constant() > LIMITS.writtenOutIterations();
            return loop.step() == 1
                    && ofSizes
                    && isLong
                    && loop.body().stream()
                            .allMatch(n -> n instanceof Statement s
                                    && s.target().indices().stream()
                                            .noneMatch(i -> i.variables().contains(loop.variable()))
                                    && around.stream().allMatch(l -> isNamed(s.target(), l)))
                    && loop.body().stream().anyMatch(n -> n instanceof Statement s && slides(s, loop, around));
        }

        private boolean slides(Statement statement, Node.Loop loop, List<Node.Loop> around) {
            return around.stream()
                    .filter(l -> l.step() == 1)
                    .map(Node.Loop::variable)
                    .anyMatch(point -> statement.value().reads().stream()
                            .filter(r -> !written.isWritten(r.array()))
                            .anyMatch(r -> slides(r, loop, point)));
        }

        private static boolean isNamed(Access target, Node.Loop loop) {
            return target.indices().stream().anyMatch(i -> i.variables().contains(loop.variable()));
        }

        /** Whether a subscript has both loops; the last one has nothing else but a number, so that what it names begins at a place whose alignment is known. */
        private static boolean slides(Access read, Node.Loop loop, String point) {
            List<LinearForm> indices =
                    read.indices().stream().map(LinearForm::of).toList();
            return IntStream.range(0, indices.size()).anyMatch(d -> {
                LinearForm index = indices.get(d);
                boolean last = d == indices.size() - 1;
                boolean known =
                        index.terms().size() == 2 && LinearForm.of(loop.lower()).isConstant();
                return Math.abs(index.coefficient(loop.variable())) == 1
                        && Math.abs(index.coefficient(point)) == 1
                        && (!last || known);
            });
        }

        private List<Node> chunks(Node.Loop loop) {
            long length = LIMITS.slidingIterations();
            Affine count =
                    LinearForm.of(loop.upper().minus(loop.lower()).plus(1)).toAffine();
            Affine chunks = count.floorDiv(length);
            String chunk = names.fresh(loop.variable() + "_chunk");
            String inside = names.fresh(loop.variable() + "_in_chunk");
            counters.add(inside);
            lengths.add(count);
            Affine done = Affine.variable(loop.variable()).minus(loop.lower());
            List<Node> nodes = new ArrayList<>();
            Affine value =
                    loop.lower().plus(Affine.variable(chunk).times(length)).plus(Affine.variable(inside));
            List<Node> body = Substitution.in(loop.body(), Map.of(loop.variable(), value));
            note(body, body, Map.of(chunk, done.floorDiv(length), inside, new Affine.Mod(done, length)));
            nodes.add(new Node.Loop(
                    chunk,
                    Affine.constant(0),
                    chunks.plus(-1),
                    1,
                    List.of(new Node.Loop(
                            inside, Affine.constant(0), Affine.constant(length - 1), 1, body, loop.position())),
                    loop.position()));
            boolean whole =
                    LinearForm.of(count).isConstant() && LinearForm.of(count).constant() % length == 0;
            if (!whole) {
                nodes.add(rest(loop, chunks.times(length), length));
            }
            return nodes;
        }

        /** @param before iterations of all chunks */
        private Node rest(Node.Loop loop, Affine before, long length) {
            String rest = names.fresh(loop.variable() + "_rest");
            Affine value = loop.lower().plus(before).plus(Affine.variable(rest));
            List<Node> same = Substitution.in(loop.body(), Map.of(loop.variable(), value));
            List<Node> body = Substitution.ofStatements(
                    same, s -> new Statement(names.statement(), s.target(), s.value(), s.position()));
            note(
                    body,
                    same,
                    Map.of(
                            rest,
                            Affine.variable(loop.variable()).minus(loop.lower()).minus(before)));
            Condition exists = new Condition.And(List.of(
                    new Condition.Compare(value, Condition.Relation.GE, loop.lower()),
                    new Condition.Compare(value, Condition.Relation.LE, loop.upper())));
            return new Node.Loop(
                    rest,
                    Affine.constant(0),
                    Affine.constant(length - 2),
                    1,
                    List.of(new Node.Guard(exists, body, List.of(), loop.position())),
                    loop.position());
        }

        /** @param values of the new loops' variables, in the variables of the nest as written */
        private void note(List<Node> statements, List<Node> from, Map<String, Affine> values) {
            IntStream.range(0, statements.size())
                    .forEach(s -> parts.put(
                            ((Statement) statements.get(s)).id(),
                            new Reindexed(((Statement) from.get(s)).id(), new HashMap<>(values))));
        }
    }
}
