/**
 * Stored results and analyses for people and scripts: text for the terminal, JSON, and one self-contained HTML
 * page per results directory, predicted beside measured. {@code stored} reads, {@code chart} computes the
 * geometry of figures, {@code page} lays the page out for the FreeMarker templates in {@code templates/report}.
 */
@NullMarked
package tilewright.report;

import org.jspecify.annotations.NullMarked;
