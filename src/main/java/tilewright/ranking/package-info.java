/**
 * Which way of cutting a nest will be fast: the space of legal candidates, their predicted time on a described
 * device, and the reasons for their order. Device figures are data ({@code devices/*.json}), never constants of
 * the code; the model is in docs/equations.md. The prediction orders candidates; measured time is the judge.
 */
@NullMarked
package tilewright.ranking;

import org.jspecify.annotations.NullMarked;
