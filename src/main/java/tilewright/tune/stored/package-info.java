/**
 * What a sweep finds and stores: measurements, one line of JSON each ({@link tilewright.tune.stored.Measurement},
 * {@link tilewright.tune.stored.MeasurementLog}), its summary, and the folder of results that a sweep resumes from.
 */
@NullMarked
package tilewright.tune.stored;

import org.jspecify.annotations.NullMarked;
