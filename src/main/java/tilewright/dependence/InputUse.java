package tilewright.dependence;

import tilewright.isl.Map;

/**
 * Reads of input data: iterations whose access has no source within the nest.
 *
 * @param access number q of the read
 * @param relation iterations to the elements they read, {@code { Sb[J] -> a[..] }}
 */
public record InputUse(String statement, int access, String array, Map relation) {}
