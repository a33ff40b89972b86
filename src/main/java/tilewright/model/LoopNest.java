package tilewright.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A whole program: what one input file declares. It is affine, or irregular: with subscripts or loop bounds loaded from
 * index arrays, or with passes that are repeated.
 *
 * @param name from the file name, e.g. {@code floyd-warshall}
 * @param parameters the symbolic sizes N, in order of declaration or first use
 * @param associative operators whose rounding its user lets depend on the order of operations
 * @param indexFacts what the file says about index arrays
 */
public record LoopNest(
        String name,
        List<String> parameters,
        List<ArrayDeclaration> arrays,
        List<Assumption> assumptions,
        List<Initializer> initializers,
        List<Node> body,
        Set<Operator> associative,
        IndexFacts indexFacts) {
    public LoopNest {
        parameters = List.copyOf(parameters);
        arrays = List.copyOf(arrays);
        assumptions = List.copyOf(assumptions);
        initializers = List.copyOf(initializers);
        body = List.copyOf(body);
        associative = Collections.unmodifiableSortedSet(new TreeSet<>(associative));
    }

    /** A nest without index arrays. */
    public LoopNest(
            String name,
            List<String> parameters,
            List<ArrayDeclaration> arrays,
            List<Assumption> assumptions,
            List<Initializer> initializers,
            List<Node> body,
            Set<Operator> associative) {
        this(name, parameters, arrays, assumptions, initializers, body, associative, IndexFacts.NONE);
    }

    /** A nest whose operations keep their order. */
    public LoopNest(
            String name,
            List<String> parameters,
            List<ArrayDeclaration> arrays,
            List<Assumption> assumptions,
            List<Initializer> initializers,
            List<Node> body) {
        this(name, parameters, arrays, assumptions, initializers, body, Set.of());
    }

    /** The same nest with other arrays and statements. */
    public LoopNest with(List<ArrayDeclaration> otherArrays, List<Node> otherBody) {
        return new LoopNest(
                name, parameters, otherArrays, assumptions, initializers, otherBody, associative, indexFacts);
    }

    /** The same nest with other declared facts. */
    public LoopNest assuming(List<Assumption> facts) {
        return new LoopNest(name, parameters, arrays, facts, initializers, body, associative, indexFacts);
    }

    /** The array of that name; it exists for every access of a parsed nest. */
    public ArrayDeclaration array(String array) {
        return arrays.stream()
                .filter(a -> a.name().equals(array))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no array " + array + " in nest " + name));
    }

    /** The arrays that a caller passes: all but {@linkplain ArrayDeclaration#local the nest's own}. */
    public List<ArrayDeclaration> passed() {
        return arrays.stream().filter(a -> !a.local()).toList();
    }

    /** Dimensions of the array that has most; 0 without arrays. */
    public int mostDimensions() {
        return arrays.stream().mapToInt(ArrayDeclaration::dimensions).max().orElse(0);
    }

    /** The statements in textual order, each with its loops, guards and place. */
    public List<PlacedStatement> statements() {
        List<PlacedStatement> found = new ArrayList<>();
        new StatementCollector(found).collect(body);
        return found;
    }

    /** Whether a statement writes elements of the array. */
    public boolean isWritten(String array) {
        return statements().stream()
                .anyMatch(s -> s.statement().target().array().equals(array));
    }

    /** The statement with that id. */
    public PlacedStatement statement(String id) {
        return statements().stream()
                .filter(s -> s.statement().id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no statement " + id + " in nest " + name));
    }

    /** The first place that makes the nest irregular; null for an affine nest. */
    public @Nullable SourcePosition irregularity() {
        return irregularity(body);
    }

    private static @Nullable SourcePosition irregularity(List<Node> nodes) {
        for (Node node : nodes) {
            SourcePosition found = switch (node) {
                case Node.Repeat r -> r.position();
                case Node.Loop l -> l.loads().isEmpty() ? irregularity(l.body()) : l.position();
                case Node.Guard g -> {
                    SourcePosition then = irregularity(g.then());
                    yield then == null ? irregularity(g.otherwise()) : then;
                }
                case Statement s ->
                    s.accesses().stream()
                            .filter(a -> !a.isAffine())
                            .map(Access::position)
                            .findFirst()
                            .orElse(null);
            };
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** Whether index arrays are read or passes repeated. */
    public boolean isIrregular() {
        return irregularity() != null;
    }

    /**
     * Refuses an irregular nest.
     *
     * @param what cannot be done for one yet, e.g. {@code tiling}
     * @throws UserError with the line that makes it irregular
     */
    public void requireAffine(String what) {
        SourcePosition position = irregularity();
        if (position != null) {
            throw UserError.refused(
                    Refusal.NOT_AFFINE,
                    position + ": error: " + what + " is for affine nests, and this one is irregular here"
                            + " (index arrays or repeated passes); 'analyze' prints its laws, 'run' executes it");
        }
    }

    /**
     * The parameters that count something: those of loop bounds, extents and subscripts. The others are numbers that statements
     * or conditions use, and may be negative.
     */
    public List<String> sizeParameters() {
        return SizeParameters.of(this);
    }

    /** The largest depth n_b of any statement. */
    public int depth() {
        return statements().stream().mapToInt(PlacedStatement::depth).max().orElse(0);
    }

    /** The nest as {@code .nest} text. */
    @Override
    public String toString() {
        return NestPrinter.print(this);
    }

    /** Walks the tree and keeps the path: loops, guards and sibling positions. */
    private record StatementCollector(List<PlacedStatement> found) {
        void collect(List<Node> nodes) {
            collect(nodes, List.of(), List.of(), List.of(), 0);
        }

        private int collect(
                List<Node> nodes, List<Node.Loop> loops, List<Condition> guards, List<Integer> order, int first) {
            int position = first;
            for (Node node : nodes) {
                switch (node) {
                    case Statement s -> found.add(new PlacedStatement(s, loops, guards, append(order, position++)));
                    case Node.Loop l -> collect(l.body(), append(loops, l), guards, append(order, position++), 0);
                    case Node.Repeat r -> collect(r.body(), loops, guards, append(order, position++), 0);
                    case Node.Guard g -> {
                        position = collect(g.then(), loops, append(guards, g.condition()), order, position);
                        Condition negated = new Condition.Not(g.condition());
                        position = collect(g.otherwise(), loops, append(guards, negated), order, position);
                    }
                }
            }
            return position;
        }

        private static <T> List<T> append(List<T> list, T element) {
            List<T> longer = new ArrayList<>(list);
            longer.add(element);
            return List.copyOf(longer);
        }
    }
}
