package tilewright.report.stored;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The stored result of {@code analyze}; names and meaning are those of the schema {@code tilewright/analysis/1}. */
public record Analysis(
        Nest nest,
        List<Statement> statements,
        List<Dependence> dependences,
        List<Silent> silent,
        List<Semiring> semirings,
        List<Band> bands,
        List<Estimate> estimates,
        List<List<String>> blockRanking,
        List<ThreadSize> threadSizes,
        List<Locality> locality,
        @Nullable Volumes volumes) {
    /** @param loops of the common loop space, outermost first: the z-th has block size r_z */
    public record Nest(List<String> loops, List<String> assumptions) {}

    public record Statement(String id, List<Access> accesses) {}

    /** @param text as in the source, e.g. {@code a(i,k)} */
    public record Access(int index, String text) {}

    /** @param max d_z^max per shared loop: an integer or {@code far} */
    public record Dependence(
            String kind,
            String array,
            String source,
            String sink,
            int access,
            String relation,
            List<String> vector,
            List<String> max) {}

    /** Iterations that write what is there already. */
    public record Silent(String statement, String iterations, String rule, boolean removed) {}

    /** A statement whose algebra allows more orders than its dependences do. */
    public record Semiring(String statement, List<String> loops, String rule, List<String> needs) {}

    public record Band(
            List<String> statements, List<String> loops, boolean permutable, List<String> parallel, String rule) {}

    /**
     * Theorem 1 for one access and one loop.
     *
     * @param vector of the dependence, null for input data
     */
    public record Estimate(
            String statement,
            int access,
            String loop,
            @Nullable String vector,
            int rho,
            int rhoFixed,
            String theoremCase,
            @Nullable Order reads,
            @Nullable Order writes) {}

    /** O(Q_z^parts M^power). */
    public record Order(int parts, int power) {}

    /** Theorem 2 for one loop. */
    public record ThreadSize(
            String loop, String size, @Nullable String or, String because) {}

    public record Locality(String statement, int access, List<String> broadcast, List<String> spatial) {}

    /** Numbers of values over all blocks. */
    public record Volumes(List<Integer> block, double reads, double writes) {}

    /** An access as in the source. */
    public String accessText(String statement, int index) {
        return statements.stream()
                .filter(s -> s.id().equals(statement))
                .flatMap(s -> s.accesses().stream())
                .filter(a -> a.index() == index)
                .map(Access::text)
                .findFirst()
                .orElse("access " + index);
    }
}
