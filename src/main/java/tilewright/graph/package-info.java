/**
 * Graphs and sparse matrices as data of irregular nests: generators and readers of files ({@link
 * tilewright.graph.ArcSource}), compressed rows built from them in parallel ({@link tilewright.graph.RowsBuilder}), the
 * arrays of a nest filled from rows ({@link tilewright.graph.GraphBinding}), and inspectors that check declared properties
 * on data ({@link tilewright.graph.Inspectors}). Vertices count from 0 here; nests say themselves where they begin.
 */
@NullMarked
package tilewright.graph;

import org.jspecify.annotations.NullMarked;
