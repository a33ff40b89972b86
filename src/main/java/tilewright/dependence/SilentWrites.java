package tilewright.dependence;

import tilewright.isl.Set;

/**
 * Iterations of a statement that provably write the value that is already there.
 *
 * @param iterations the silent part of the domain
 * @param rule the algebraic law and the assumption it rests on, for people
 */
public record SilentWrites(String statement, Set iterations, String rule) {}
