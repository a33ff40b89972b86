package tilewright.model;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * A whole affine program: what one input file declares.
 *
 * @param name from the file name, e.g. {@code floyd-warshall}
 * @param parameters the symbolic sizes N, in order of declaration or first use
 * @param associative operators whose rounding its user lets depend on the order of operations
 */
public record LoopNest(
        String name,
        List<String> parameters,
        List<ArrayDeclaration> arrays,
        List<Assumption> assumptions,
        List<Initializer> initializers,
        List<Node> body,
        Set<Operator> associative) {
    public LoopNest {
        parameters = List.copyOf(parameters);
        arrays = List.copyOf(arrays);
        assumptions = List.copyOf(assumptions);
        initializers = List.copyOf(initializers);
        body = List.copyOf(body);
        associative = Collections.unmodifiableSortedSet(new TreeSet<>(associative));
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

    /** The array of that name; it exists for every access of a parsed nest. */
    public ArrayDeclaration array(String array) {
        return arrays.stream()
                .filter(a -> a.name().equals(array))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no array " + array + " in nest " + name));
    }

    /** The statements in textual order, each with its loops, guards and place. */
    public List<PlacedStatement> statements() {
        List<PlacedStatement> found = new ArrayList<>();
        new StatementCollector(found).collect(body);
        return found;
    }

    /** The statement with that id. */
    public PlacedStatement statement(String id) {
        return statements().stream()
                .filter(s -> s.statement().id().equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no statement " + id + " in nest " + name));
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
