/**
 * Programs of candidates and their builds: sources from whoever plans them ({@link tilewright.tune.build.Backend}), compilers
 * ({@link tilewright.tune.build.Toolchain}), builds ahead of measurements, sizes that are hostile to a program.
 */
@NullMarked
package tilewright.tune.build;

import org.jspecify.annotations.NullMarked;
