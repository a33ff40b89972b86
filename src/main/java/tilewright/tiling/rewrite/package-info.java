/**
 * Transformations of nests: each is a function from a nest, or its dependences, to a nest that computes the same, or to nothing where
 * it does not apply. They change the order of iterations ({@link tilewright.tiling.rewrite.Skewing},
 * {@link tilewright.tiling.rewrite.TiledSums}), where values live ({@link tilewright.tiling.rewrite.Expansion},
 * {@link tilewright.tiling.rewrite.NodeSplitting}), or both; what has been done is proved afterwards
 * ({@code tilewright.tiling.check.ExpansionCheck}), not here.
 *
 * <p>Example: {@link tilewright.tiling.rewrite.EagerUpdates} makes {@code for j: for k < j: a(i,j) -= a(i,k) * a(k,j)} run its updates with k
 * outermost, as soon as column k is done.
 */
@NullMarked
package tilewright.tiling.rewrite;

import org.jspecify.annotations.NullMarked;
