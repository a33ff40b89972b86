package tilewright.tiling;

import java.util.Map;
import tilewright.model.Affine;
import tilewright.model.LoopNest;

/**
 * A nest in another form, with the same statement ids: every statement runs for the same iterations.
 *
 * @param nest the new form
 * @param original for every statement id, its loop variables in the old form in terms of those in the new one
 */
record Rewriting(LoopNest nest, Map<String, Map<String, Affine>> original) {
    Rewriting {
        original = Map.copyOf(original);
    }
}
