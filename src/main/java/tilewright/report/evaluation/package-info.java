/**
 * How well orders of candidates agree with the clock: recorded sweeps are ranked again, without the device that they ran
 * on, and the model is put beside orders that know less.
 *
 * <pre>
 * results directory -&gt; Replay (today's order of what was measured) -&gt; Evaluation -&gt; EvaluationTable
 * </pre>
 */
@NullMarked
package tilewright.report.evaluation;

import org.jspecify.annotations.NullMarked;
