package tilewright.tiling;

import java.util.List;
import tilewright.dependence.Dependences;
import tilewright.model.LoopNest;

/**
 * A nest, taken apart.
 *
 * @param nest as written, or with other memory
 * @param dependences of it, silent iterations included
 * @param unit the same with loops in steps of one
 * @param rules why it may have other memory, a sentence for each {@link Memory}
 */
record NestForm(LoopNest nest, Dependences dependences, Rewriting unit, List<Region> regions, List<String> rules) {}
