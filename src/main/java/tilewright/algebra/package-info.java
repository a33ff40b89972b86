/**
 * Nests, and the schedules that the laws allow of them, as schemes of Glushkov's algebra of algorithms, modified for parallel work
 * (V. Glushkov, 1965; G. Tseitlin's SAA-M): a two-sorted algebra of operators and conditions.
 *
 * <p>The algebra does not interpret its elementary operators and conditions: they are texts of the {@code .nest} notation.
 * {@link tilewright.algebra.NestSchemes} writes a nest as a scheme,
 * {@link tilewright.algebra.Derivations} leads from the sequential scheme to parallel ones, one law a step, and {@link
 * tilewright.algebra.PlanSchemes} writes a plan.
 */
@NullMarked
package tilewright.algebra;

import org.jspecify.annotations.NullMarked;
