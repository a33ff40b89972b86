/**
 * A file before any scop of it is read: preprocessed and parsed texts ({@link tilewright.parse.c.unit.TranslationUnit}), its types and
 * literals, where its scops are, what stands before and behind them, and what C forbids.
 */
@NullMarked
package tilewright.parse.c.unit;

import org.jspecify.annotations.NullMarked;
