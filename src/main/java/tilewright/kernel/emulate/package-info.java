/**
 * Runs kernel programs on the host and finds what a program must not do: the very program that is printed for a device, at small sizes.
 *
 * <p>A kernel is made ready once ({@code KernelCompiler}): names become numbers in a block's frame, expressions and statements become
 * functions of a block and of the threads that are there. All threads of a block execute a statement before any of them goes on to the
 * next; those that took another branch, left a loop or returned are left out meanwhile. What that order hides, shadows tell: each
 * element of shared and global memory keeps who accessed it last ({@code SharedShadow}, {@code Stamps}), and two accesses that nothing
 * orders ({@code Order} says what does) are a race in whatever order they came. A store to global memory of what the element holds already
 * is silent and counts as a read, since plans may leave silent updates unordered; so is one of what nobody set to an element that nobody set. Values that nobody set are carried along, as padding and
 * points beyond an edge are in right programs, and are a fault once they decide a branch, an address, an update or a result.
 *
 * <pre>{@code
 * Emulation run = Emulator.run(program, Map.of("n", 13L), Map.of("a", contents), Emulator.Options.USUAL);
 * run.faults().forEach(IO::println);
 * }</pre>
 *
 * <p>Not modelled: scheduling of warps, time, contraction to fused multiply-adds, and results of functions beyond a unit in the last place.
 */
@NullMarked
package tilewright.kernel.emulate;

import org.jspecify.annotations.NullMarked;
