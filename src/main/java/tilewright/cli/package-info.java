/** The command line: options in, exit codes and text out; {@link tilewright.cli.pipeline.Pipeline} is the whole tool in one page. */
@NullMarked
package tilewright.cli;

import org.jspecify.annotations.NullMarked;
