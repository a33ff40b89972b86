package tilewright.ranking.work;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tilewright.dependence.Dependences;
import tilewright.dependence.Embedding;
import tilewright.model.Affine;
import tilewright.model.LoopNest;
import tilewright.model.UserError;

/**
 * What is to be ranked: a nest, its common loop space and the sizes.
 *
 * @param loops names of the common loop space, outermost first
 * @param coordinates for every statement id, its place in the common loop space, in its own loop variables
 * @param sizes values of the parameters
 */
public record Problem(
        LoopNest nest, List<String> loops, Map<String, List<Affine>> coordinates, Map<String, Long> sizes) {
    public Problem {
        loops = List.copyOf(loops);
        coordinates = Map.copyOf(coordinates);
        sizes = Map.copyOf(sizes);
        for (String parameter : nest.parameters()) {
            if (!sizes.containsKey(parameter)) {
                throw UserError.badInput("parameter " + parameter + " has no value; give --set " + parameter + "=...");
            }
        }
    }

    /** The problem of an analysed nest. */
    public static Problem of(Dependences dependences, Map<String, Long> sizes) {
        Map<String, List<Affine>> coordinates = new HashMap<>();
        for (Embedding embedding : dependences.embeddings()) {
            coordinates.put(embedding.statement(), embedding.coordinates());
        }
        return new Problem(dependences.nest(), dependences.loops(), coordinates, sizes);
    }
}
