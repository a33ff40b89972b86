package tilewright.model;

import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A declared property of index arrays, as {@code assume sorted(src)}: laws rest on it, and an inspector checks it on the
 * data before anything runs.
 *
 * @param arrays what it speaks of, in the order written
 */
public record Property(Kind kind, List<String> arrays, SourcePosition position) {
    /** What may be declared. */
    public enum Kind {
        /** No element is less than the one before it. */
        SORTED(1, 1),
        /** As {@link #SORTED}; the usual word for row pointers. */
        MONOTONE(1, 1),
        /** No two elements are equal. */
        INJECTIVE(1, 1),
        /** Every element of the array's own index range occurs exactly once. */
        PERMUTATION(1, 1),
        /** No two arcs have the same ends: {@code distinct(src, dst)}. */
        DISTINCT(2, 2),
        /** With every arc u -> v there is an arc v -> u, of the same weight where one is named. */
        SYMMETRIC(2, 3);

        private final int least;
        private final int most;

        Kind(int least, int most) {
            this.least = least;
            this.most = most;
        }

        /** The kind of that name, in any case; null where there is none. */
        public static @Nullable Kind of(String word) {
            for (Kind kind : values()) {
                if (kind.word().equalsIgnoreCase(word)) {
                    return kind;
                }
            }
            return null;
        }

        /** The word in {@code .nest} files. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Whether it speaks of that many arrays. */
        public boolean takes(int arrays) {
            return least <= arrays && arrays <= most;
        }

        /** How it is written, for messages. */
        public String form() {
            return switch (this) {
                case SORTED, MONOTONE, INJECTIVE, PERMUTATION -> word() + "(array)";
                case DISTINCT -> "distinct(src, dst)";
                case SYMMETRIC -> "symmetric(src, dst) or symmetric(src, dst, w)";
            };
        }
    }

    public Property {
        arrays = List.copyOf(arrays);
    }

    @Override
    public String toString() {
        return kind.word() + "(" + String.join(", ", arrays) + ")";
    }
}
