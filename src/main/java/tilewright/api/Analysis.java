package tilewright.api;

import java.util.List;

/**
 * What must stay in order in a nest, and how data grow when its loops are cut.
 *
 * @param nest name
 * @param parameters of the nest
 * @param statements in textual order
 * @param dependences exact; flow dependences are value-based
 * @param blockOrder groups of loops, the one that deserves the largest block first
 * @param json everything, as {@code analyze --quick --json} writes it, schema {@code tilewright/analysis/1}
 */
public record Analysis(
        String nest,
        List<String> parameters,
        List<Statement> statements,
        List<Dependence> dependences,
        List<List<String>> blockOrder,
        String json) {
    /** Keeps copies. */
    public Analysis {
        parameters = List.copyOf(parameters);
        statements = List.copyOf(statements);
        dependences = List.copyOf(dependences);
        blockOrder = blockOrder.stream().map(List::copyOf).toList();
    }

    /**
     * A statement.
     *
     * @param id e.g. {@code S1}
     * @param loops around it, outermost first
     * @param text e.g. {@code c(i,j) = c(i,j) + a(i,k) * b(k,j)}
     * @param position of the statement
     */
    public record Statement(String id, List<String> loops, String text, Position position) {
        /** Keeps a copy. */
        public Statement {
            loops = List.copyOf(loops);
        }
    }

    /** What a dependence keeps in order. */
    public enum Kind {
        /** The write of a value before its read. */
        FLOW,
        /** A read before the write that replaces the value. */
        ANTI,
        /** A write before a later one of the same element. */
        OUTPUT
    }

    /**
     * A dependence between iterations of two statements.
     *
     * @param kind what is kept in order
     * @param array through which they depend
     * @param source id of the statement that runs first
     * @param sink id of the other
     * @param relation from iterations of the source to iterations of the sink, in isl's notation
     * @param vector distance in each common loop
     * @param position of the sink's access
     */
    public record Dependence(
            Kind kind,
            String array,
            String source,
            String sink,
            String relation,
            List<String> vector,
            Position position) {
        /** Keeps a copy. */
        public Dependence {
            vector = List.copyOf(vector);
        }
    }
}
