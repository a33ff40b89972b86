/**
 * The way through the stages ({@link tilewright.cli.pipeline.Pipeline}), which schedule is chosen on it
 * ({@link tilewright.cli.pipeline.Choice}), and runs and stored programs along it.
 */
@NullMarked
package tilewright.cli.pipeline;

import org.jspecify.annotations.NullMarked;
