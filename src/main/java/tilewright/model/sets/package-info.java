/**
 * Conditions of the model as sets of integer points: where several hold ({@link tilewright.model.sets.ConditionSets}), and whether one follows from
 * others ({@link tilewright.model.sets.ConditionProver}). The model itself knows nothing about isl.
 */
@NullMarked
package tilewright.model.sets;

import org.jspecify.annotations.NullMarked;
