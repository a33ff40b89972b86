package tilewright.locality;

import org.jspecify.annotations.Nullable;

/**
 * Theorem 2's advice for one loop over all accesses of the nest.
 *
 * @param size {@code "1"} or {@code "free"}
 * @param or the allowed replacement, e.g. {@code "block with barrier"}, or null
 * @param because the access and the clause of the theorem
 */
public record ThreadSizeAdvice(
        String loop, String size, @Nullable String or, String because) {}
