/**
 * Measured truth: builds ranked candidates ahead, verifies them against the sequential nest, times them in a worker
 * process that may die, stores every measurement as it comes, and says which candidate won.
 *
 * <pre>
 * Sweep -&gt; Builds (generate, compile ahead) -&gt; WorkerProcess | WorkerMain (verify, time) -&gt; MeasurementLog -&gt; Summary
 * </pre>
 */
@NullMarked
package tilewright.tune;

import org.jspecify.annotations.NullMarked;
