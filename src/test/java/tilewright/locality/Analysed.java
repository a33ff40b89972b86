package tilewright.locality;

import java.nio.file.Path;
import java.util.List;
import org.opentest4j.TestAbortedException;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.isl.IslLimitException;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;

/** A nest analysed in a context of its own. */
public record Analysed(Context context, Dependences dependences, Locality locality) implements AutoCloseable {
    /** One of the nests in {@code loopnests/}, without silent iterations. */
    public static Analysed stored(String name) {
        return of(NestParser.parse(Path.of("loopnests", name + ".nest")), true);
    }

    public static Analysed text(String... lines) {
        return of(NestParser.parse("test.nest", String.join("\n", lines)), true);
    }

    /** Random nests may need more integer-set operations than any nest that people write. */
    private static final long MOST_OPERATIONS = 30_000_000;

    public static Analysed of(LoopNest nest, boolean removeSilent) {
        Context context = new Context();
        context.setMaxOperations(MOST_OPERATIONS);
        try {
            Dependences dependences = DependenceAnalysis.analyze(context, nest, removeSilent);
            Locality locality = LocalityAnalysis.of(dependences);
            context.setMaxOperations(0);
            return new Analysed(context, dependences, locality);
        } catch (IslLimitException refusal) {
            context.close();
            throw new TestAbortedException("a random nest beyond the limit says nothing", refusal);
        }
    }

    /** The values that decide at an access; there must be one source. */
    UsedValues values(String statement, int access) {
        List<UsedValues> found = locality.values().stream()
                .filter(v -> v.statement().equals(statement) && v.access() == access && v.decides())
                .toList();
        if (found.size() != 1) {
            throw new AssertionError("values used at access " + access + " of " + statement + ": " + found);
        }
        return found.getFirst();
    }

    @Override
    public void close() {
        context.close();
    }
}
