/**
 * The kernel IR: what blocks compute, as operations over all points of a block with barriers between them. It
 * knows threads, registers and shared memory as places, but no target syntax: every printer decides how an
 * operation over points is spread over threads or loops.
 *
 * <pre>
 * program   ::= array* host*
 * host      ::= loop(variable, first, last, host*) | launch(kernel)
 * kernel    ::= piece*                                  all blocks of all pieces, in any order
 * piece     ::= blocks axis* tile* shared* interior? guarded?
 * operation ::= load tile | store tile | stage buffer | publish slice | give face | take face | barrier
 *             | join | define fragment | assign value | chunk loop | remainder | iterations | serial loop
 * value     ::= literal | index | tile | neighbour | buffer | slice | fragment | global | convert | compute
 * </pre>
 */
@NullMarked
package tilewright.codegen.ir;

import org.jspecify.annotations.NullMarked;
