package tilewright.tiling.rewrite;

import java.util.Map;
import tilewright.model.Affine;
import tilewright.model.LoopNest;

/**
 * A nest in another form: the iterations of every statement are run, each once, by the statement of the same id or by copies of it.
 *
 * @param nest the new form
 * @param original for every statement id of the new form, the loop variables of the statement that it stands for in terms of those in the new form
 * @param copies ids of statements that run a part of another one's iterations, to the id of that one
 */
public record Rewriting(LoopNest nest, Map<String, Map<String, Affine>> original, Map<String, String> copies) {
    public Rewriting {
        original = Map.copyOf(original);
        copies = Map.copyOf(copies);
    }

    /** A form without copies. */
    Rewriting(LoopNest nest, Map<String, Map<String, Affine>> original) {
        this(nest, original, Map.of());
    }

    /** The id of the statement that one of the new form stands for. */
    public String written(String id) {
        return copies.getOrDefault(id, id);
    }
}
