package tilewright.codegen.lower;

import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import tilewright.model.Affine;
import tilewright.model.FreshName;

/** Gives every register tile, fragment and shared array of a piece a name of its own. */
final class Names {
    private final Set<String> taken;

    /** @param taken names that the nest and the plan use */
    Names(Collection<String> taken) {
        this.taken = new HashSet<>(taken);
    }

    /** Independent names that know those given so far. */
    Names copy() {
        return new Names(taken);
    }

    /** {@code wanted}, or the same with a number where that is taken. */
    String fresh(String wanted) {
        return FreshName.numbered(wanted, "", taken::add);
    }

    /** What to call an element of an array with these indices: a(i, k+1) becomes {@code a_ik}. */
    static String ofElement(String array, List<Affine> indices) {
        Set<String> variables = new LinkedHashSet<>();
        indices.forEach(i -> variables.addAll(i.variables()));
        boolean diagonal = variables.size() == 1
                && indices.size() == 2
                && indices.get(0).variables().equals(indices.get(1).variables());
        String suffix = join(variables);
        return array + (suffix.isEmpty() ? "" : "_" + (diagonal ? suffix + suffix : suffix));
    }

    private static String join(Set<String> variables) {
        boolean single = variables.stream().allMatch(v -> v.length() == 1);
        return variables.stream().collect(Collectors.joining(single ? "" : "_"));
    }
}
