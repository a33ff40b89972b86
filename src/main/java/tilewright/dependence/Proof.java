package tilewright.dependence;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tilewright.isl.Set;

/**
 * A statement about values that holds on some iterations.
 *
 * @param where the iterations
 * @param because the facts it rests on, for people
 */
record Proof(Set where, List<String> because) {
    Proof {
        because = List.copyOf(because);
    }

    static List<Proof> on(Set where, String... because) {
        return where.isEmpty() ? List.of() : List.of(new Proof(where, List.of(because)));
    }

    /** Both hold. */
    static List<Proof> both(List<Proof> left, List<Proof> right) {
        List<Proof> result = new ArrayList<>();
        for (Proof l : left) {
            for (Proof r : right) {
                l.and(r).ifPresent(result::add);
            }
        }
        return result;
    }

    /** One of them holds. */
    static List<Proof> either(List<Proof> left, List<Proof> right) {
        return Stream.concat(left.stream(), right.stream()).toList();
    }

    private Optional<Proof> and(Proof other) {
        Set both = where.intersect(other.where);
        if (both.isEmpty()) {
            return Optional.empty();
        }
        List<String> reasons = Stream.concat(because.stream(), other.because.stream())
                .distinct()
                .toList();
        return Optional.of(new Proof(both, reasons));
    }
}
