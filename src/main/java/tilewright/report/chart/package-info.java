/**
 * Figures as geometry: scales, ticks, marks and labels in SVG user units, computed from numbers alone. Nothing
 * here knows what is plotted or how it is drawn; the FreeMarker templates print it.
 */
@NullMarked
package tilewright.report.chart;

import org.jspecify.annotations.NullMarked;
