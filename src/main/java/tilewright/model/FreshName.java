package tilewright.model;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;

/** Names that nothing has yet. */
public final class FreshName {
    private FreshName() {}

    /**
     * The wanted name, or the first of those with a number behind it: {@code d}, then {@code d_2}, {@code d_3}.
     *
     * @param between stands before the number
     * @param take takes a name, unless it is taken already: {@code Set::add}
     */
    public static String numbered(String wanted, String between, Predicate<String> take) {
        String name = wanted;
        for (int number = 2; !take.test(name); number++) {
            name = wanted + between + number;
        }
        return name;
    }

    /** The wanted name, or the first of those with underscores behind it. */
    public static String underscored(String wanted, Predicate<String> take) {
        String name = wanted;
        while (!take.test(name)) {
            name += "_";
        }
        return name;
    }

    /** The names of a nest's sizes and arrays; more may be added. */
    public static Set<String> taken(LoopNest nest) {
        Set<String> taken = new HashSet<>(nest.parameters());
        nest.arrays().forEach(a -> taken.add(a.name()));
        return taken;
    }
}
