package tilewright.ranking.work;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tilewright.dependence.Dependences;
import tilewright.dependence.Embedding;
import tilewright.model.Affine;
import tilewright.model.LoopNest;
import tilewright.model.UserError;
import tilewright.tiling.Tiler;

/**
 * What is to be ranked: a nest, its common loop space and the sizes.
 *
 * @param loops names of the common loop space, outermost first
 * @param coordinates for every statement id, its place in the common loop space, in its own loop variables
 * @param sizes values of the parameters
 * @param own arrays of the nest that nothing else accesses, before it or after it: where points keep elements in registers, memory need not have them
 */
public record Problem(
        LoopNest nest,
        List<String> loops,
        Map<String, List<Affine>> coordinates,
        Map<String, Long> sizes,
        Set<String> own) {
    public Problem {
        loops = List.copyOf(loops);
        coordinates = Map.copyOf(coordinates);
        sizes = Map.copyOf(sizes);
        own = Set.copyOf(own);
        for (String parameter : nest.parameters()) {
            if (!sizes.containsKey(parameter)) {
                throw UserError.badInput("parameter " + parameter + " has no value; give --set " + parameter + "=...");
            }
        }
    }

    /** The problem of the part whose sizes a tiler's candidates are. */
    public static Problem of(Tiler tiler, Map<String, Long> sizes) {
        return of(tiler.ranked(), tiler.rankedSizes(sizes), tiler.rankedOwn());
    }

    /** The problem of an analysed nest, all of whose arrays others may access. */
    public static Problem of(Dependences dependences, Map<String, Long> sizes) {
        return of(dependences, sizes, Set.of());
    }

    /** The problem of an analysed nest, some of whose arrays are its own. */
    public static Problem of(Dependences dependences, Map<String, Long> sizes, Set<String> own) {
        Map<String, List<Affine>> coordinates = new HashMap<>();
        for (Embedding embedding : dependences.embeddings()) {
            coordinates.put(embedding.statement(), embedding.coordinates());
        }
        return new Problem(dependences.nest(), dependences.loops(), coordinates, sizes, own);
    }
}
