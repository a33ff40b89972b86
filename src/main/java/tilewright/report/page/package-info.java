/**
 * The HTML page of one results directory: what it shows, in the order and words in which it shows it. Every
 * number arrives in the template as finished text or as geometry.
 */
@NullMarked
package tilewright.report.page;

import org.jspecify.annotations.NullMarked;
