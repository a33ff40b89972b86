package tilewright.tiling.rewrite;

import java.util.ArrayList;
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
 * <p>Before: {@code do i; do k = 1, m; y(i) = y(i) + h(k) * x(i+k)}. After, for chunks of 16: {@code do i; do k_chunk = 0, (m-1)/16; do k_in_chunk = 0, 15; if (16*k_chunk + k_in_chunk + 1 <= m) y(i) = y(i) + h(16*k_chunk + k_in_chunk + 1) * x(i + 16*k_chunk + k_in_chunk + 1)}.
 *
 * <p>Asked for: an innermost loop in steps of one, whose bounds do not depend on other loops and whose length is unknown or more than is written out; it has statements alone in its body, which write the same element in all iterations;
 * and one of them reads an array that nothing writes at a subscript in which the loop and another one around it both go by one;
 * if that is the last one, it has nothing else but a number: wide accesses need a place whose alignment is known.
 *
 * <p>{@link tilewright.tiling.check.ReindexCheck ReindexCheck} proves the result without relying on any of this.
 *
 * @param nest with chunks; its arrays are the same
 * @param counters of iterations within chunks
 * @param lengths iterations of the loops that are cut
 * @param parts where the statements of loops that are cut come from, by their ids
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

    /** Whether enough of the iterations that are written out exist at some sizes: a filter of 5 x 5 x 5 points, 5 of 16, takes longer in chunks. */
    public boolean fill(Map<String, Long> sizes) {
        return lengths.stream()
                .mapToLong(l -> l.evaluate(sizes::get))
                .allMatch(l -> l >= LIMITS.slidingFilled() * Math.ceilDiv(l, (long) LIMITS.slidingIterations()));
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
                            changed.add(chunks(l));
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
                                            .noneMatch(i -> i.variables().contains(loop.variable())))
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

        private Node chunks(Node.Loop loop) {
            long length = LIMITS.slidingIterations();
            LinearForm count = LinearForm.of(loop.upper().minus(loop.lower()).plus(1));
            String chunk = names.fresh(loop.variable() + "_chunk");
            String inside = names.fresh(loop.variable() + "_in_chunk");
            counters.add(inside);
            lengths.add(count.toAffine());
            Affine value =
                    loop.lower().plus(Affine.variable(chunk).times(length)).plus(Affine.variable(inside));
            List<Node> body = Substitution.in(loop.body(), Map.of(loop.variable(), value));
            Affine done = Affine.variable(loop.variable()).minus(loop.lower());
            Map<String, Affine> values = Map.of(chunk, done.floorDiv(length), inside, new Affine.Mod(done, length));
            body.forEach(s -> parts.put(((Statement) s).id(), new Reindexed(((Statement) s).id(), values)));
            boolean whole = count.isConstant() && count.constant() % length == 0;
            Condition exists = new Condition.Compare(value, Condition.Relation.LE, loop.upper());
            List<Node> asked = whole ? body : List.of(new Node.Guard(exists, body, List.of(), loop.position()));
            return new Node.Loop(
                    chunk,
                    Affine.constant(0),
                    count.toAffine().plus(-1).floorDiv(length),
                    1,
                    List.of(new Node.Loop(
                            inside, Affine.constant(0), Affine.constant(length - 1), 1, asked, loop.position())),
                    loop.position());
        }
    }
}
