/** The analysis of a nest as documents: LaTeX tables, Graphviz text, an HTML page with figures, explanations. */
@NullMarked
package tilewright.report.analysis;

import org.jspecify.annotations.NullMarked;
