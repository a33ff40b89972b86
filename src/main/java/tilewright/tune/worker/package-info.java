/**
 * Processes that run programs, so that a fault of a program ends none but them: requests and replies, one line each
 * ({@link tilewright.tune.worker.Request}, {@link tilewright.tune.worker.Reply}), who starts workers and hands work out, and what a
 * worker does: verify at small sizes, then time.
 */
@NullMarked
package tilewright.tune.worker;

import org.jspecify.annotations.NullMarked;
