package tilewright.dependence;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tilewright.model.Access;
import tilewright.model.Affine;

/**
 * The subscripts of two accesses of one array, without those in which both are the same constant: these say nothing about which iterations
 * meet. So {@code f(i, 3)} and {@code f(i - 1, 3)} are told apart as {@code f(i, 4)} and {@code f(i - 1, 4)} are.
 */
record SubscriptPair(List<Affine> first, List<Affine> second) {
    SubscriptPair {
        first = List.copyOf(first);
        second = List.copyOf(second);
    }

    /** Empty where the accesses differ in a constant, so that they never meet. */
    static Optional<SubscriptPair> of(Access first, Access second) {
        if (first.differsInConstant(second)) {
            return Optional.empty();
        }
        List<Affine> some = first.indices();
        List<Affine> others = second.indices();
        List<Affine> left = new ArrayList<>();
        List<Affine> right = new ArrayList<>();
        for (int d = 0; d < some.size(); d++) {
            if (!(some.get(d) instanceof Affine.Constant && others.get(d) instanceof Affine.Constant)) {
                left.add(some.get(d));
                right.add(others.get(d));
            }
        }
        return Optional.of(new SubscriptPair(left, right));
    }
}
