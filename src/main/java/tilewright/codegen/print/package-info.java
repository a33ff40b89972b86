/**
 * Source text: every expression string is made here, the templates only put them in their places. Package-private
 * classes make views, public records that templates read.
 */
@NullMarked
package tilewright.codegen.print;

import org.jspecify.annotations.NullMarked;
