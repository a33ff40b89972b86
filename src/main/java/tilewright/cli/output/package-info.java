/**
 * What commands write: to the terminal, to files whole or not at all, as JSON, and how faults are told.
 */
@NullMarked
package tilewright.cli.output;

import org.jspecify.annotations.NullMarked;
