package tilewright.dependence;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import tilewright.isl.Aff;
import tilewright.isl.Dim;
import tilewright.isl.LocalSpace;
import tilewright.isl.Map;
import tilewright.isl.MultiAff;
import tilewright.isl.PwMultiAff;
import tilewright.isl.Set;
import tilewright.isl.Val;

/**
 * Splits a value-based relation, in which every sink has one source, into pieces of one vector each. The source is an
 * affine function of the sink on each piece, and so is d = J - I.
 */
final class FunctionalPieces {
    private static final int MOST_VALUES = 3;

    /** Sinks of one vector, and the vector as functions of the sink. */
    private static final class Group {
        private final List<Aff> components;
        private final long equalities;
        private Set sinks;

        Group(Set sinks, List<Aff> components) {
            this.sinks = sinks;
            this.components = components;
            this.equalities = equalities(sinks);
        }
    }

    private FunctionalPieces() {}

    /**
     * Splits a relation.
     *
     * @param relation source iterations to sink iterations; its inverse is single-valued
     * @param shared the number of loops that source and sink share
     */
    static List<DependencePiece> of(Map relation, int shared) {
        List<Group> groups = new ArrayList<>();
        for (Group part : partsOfHighDimensionFirst(relation, shared)) {
            groups.stream()
                    .filter(g -> agree(part.sinks, part.components, g.components))
                    .findFirst()
                    .ifPresentOrElse(
                            g -> g.sinks = g.sinks.union(part.sinks),
                            () -> groups.add(new Group(part.sinks, inKnownWords(part.sinks, part.components, groups))));
        }
        return groups.stream().map(g -> piece(relation, g)).toList();
    }

    /** The generic parts come first, so that special ones join them or borrow their wording. */
    private static List<Group> partsOfHighDimensionFirst(Map relation, int shared) {
        List<Group> parts = new ArrayList<>();
        for (PwMultiAff.Piece piece : relation.reverse().lexminPwMultiAff().pieces()) {
            splitByValue(piece.domain(), differences(piece.multiAff(), shared), 0, parts);
        }
        parts.sort(Comparator.comparingLong(p -> p.equalities));
        return parts;
    }

    /**
     * A component that takes two or three values is split into constants: where row k is skipped in iteration k, the
     * writes before the last one lie 1, 2 or 3 iterations back.
     */
    private static void splitByValue(Set sinks, List<Aff> components, int first, List<Group> parts) {
        for (int z = first; z < components.size(); z++) {
            Aff component = components.get(z);
            if (component.isCst()) {
                continue;
            }
            Val least = sinks.minVal(component);
            Val greatest = sinks.maxVal(component);
            if (least.isInt() && greatest.isInt()) {
                long low = least.longValue();
                long high = greatest.longValue();
                if (high - low < MOST_VALUES) {
                    for (long v = low; v <= high; v++) {
                        Aff constant = constant(component, v);
                        Set part = sinks.intersect(component.eqSet(constant));
                        if (!part.isEmpty()) {
                            List<Aff> fixed = new ArrayList<>(components);
                            fixed.set(z, constant);
                            splitByValue(part, fixed, z + 1, parts);
                        }
                    }
                    return;
                }
            }
        }
        parts.add(new Group(sinks, components));
    }

    private static Aff constant(Aff like, long value) {
        return Aff.valOnDomain(like.getDomainLocalSpace(), Val.of(like.context(), value));
    }

    private static long equalities(Set set) {
        return set.affineHull().getConstraintList().stream()
                .filter(c -> c.isEquality())
                .count();
    }

    private static List<Aff> differences(MultiAff source, int shared) {
        LocalSpace sinkSpace = LocalSpace.fromSpace(source.getDomainSpace());
        List<Aff> differences = new ArrayList<>();
        for (int z = 0; z < shared; z++) {
            differences.add(Aff.varOnDomain(sinkSpace, Dim.SET, z).sub(source.getAff(z)));
        }
        return differences;
    }

    private static boolean agree(Set sinks, List<Aff> left, List<Aff> right) {
        for (int z = 0; z < left.size(); z++) {
            if (!agree(sinks, left.get(z), right.get(z))) {
                return false;
            }
        }
        return true;
    }

    private static boolean agree(Set sinks, Aff left, Aff right) {
        return left.plainIsEqual(right) || sinks.isDisjoint(left.neSet(right));
    }

    /** The components, each written as in an earlier piece where that is equal here: j - k rather than j - i - 1. */
    private static List<Aff> inKnownWords(Set sinks, List<Aff> components, List<Group> known) {
        List<Aff> result = new ArrayList<>();
        for (int z = 0; z < components.size(); z++) {
            int position = z;
            Aff own = components.get(z);
            result.add(known.stream()
                    .map(g -> g.components.get(position))
                    .filter(other -> agree(sinks, own, other))
                    .findFirst()
                    .orElse(own));
        }
        return result;
    }

    private static DependencePiece piece(Map relation, Group group) {
        Set sinks = group.sinks.coalesce();
        List<Component> components =
                group.components.stream().map(aff -> component(sinks, aff)).toList();
        return new DependencePiece(relation.intersectRange(sinks).coalesce(), new DependenceVector(components));
    }

    private static Component component(Set sinks, Aff difference) {
        if (difference.isCst()) {
            long value = difference.getConstantVal().longValue();
            return new Component(Long.toString(value), value, value);
        }
        long least = Bounds.finiteOr(sinks.minVal(difference), Component.UNBOUNDED_BELOW);
        long greatest = Bounds.finiteOr(sinks.maxVal(difference), Component.UNBOUNDED_ABOVE);
        String text = least == greatest
                ? Long.toString(least)
                : AffineReader.read(difference).toString();
        return new Component(text, least, greatest);
    }
}
