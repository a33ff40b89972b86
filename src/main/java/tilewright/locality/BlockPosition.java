package tilewright.locality;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * What tells a block's place apart from that of others, at equal block sizes: for every loop whether it is the first or last
 * part, and for some pairs of loops which of them has the smaller part number.
 *
 * @param ends per loop
 * @param order per pair of loops the sign of the difference of their parts' numbers
 */
record BlockPosition(List<End> ends, List<Integer> order) {
    /** Two loops, the outer one first. */
    record Pair(int outer, int inner) {}

    /** Place along one loop. */
    enum End {
        FIRST,
        INSIDE,
        LAST
    }

    BlockPosition {
        ends = List.copyOf(ends);
        order = List.copyOf(order);
    }

    /**
     * The position of a block.
     *
     * @param block part numbers
     * @param first least part number of each loop
     * @param last greatest part number
     * @param pairs the loops that are compared
     */
    static BlockPosition of(long[] block, long[] first, long[] last, List<Pair> pairs) {
        List<End> ends = new ArrayList<>();
        List<Integer> order = new ArrayList<>();
        for (int z = 0; z < block.length; z++) {
            ends.add(block[z] == first[z] ? End.FIRST : block[z] == last[z] ? End.LAST : End.INSIDE);
        }
        pairs.forEach(p -> order.add(Long.compare(block[p.outer], block[p.inner])));
        return new BlockPosition(ends, order);
    }

    /** What some positions have in common: per loop its ends, per pair its signs. */
    private record Facts(List<Set<End>> ends, List<Set<Integer>> signs) {
        static Facts of(Collection<BlockPosition> some) {
            BlockPosition any = some.iterator().next();
            return new Facts(
                    IntStream.range(0, any.ends.size())
                            .mapToObj(z -> (Set<End>) endsOf(some, z))
                            .toList(),
                    IntStream.range(0, any.order.size())
                            .mapToObj(p -> signsOf(some, p))
                            .toList());
        }

        boolean hold(BlockPosition position) {
            return IntStream.range(0, ends.size()).allMatch(z -> ends.get(z).contains(position.ends.get(z)))
                    && IntStream.range(0, signs.size())
                            .allMatch(p -> signs.get(p).contains(position.order.get(p)));
        }

        /** As few as tell the same positions from all others: those that all have go, ends before signs. */
        Facts withoutNeedless(Collection<BlockPosition> all) {
            Facts everything = of(all);
            Facts kept = this;
            long count = all.stream().filter(this::hold).count();
            for (int z = 0; z < ends.size(); z++) {
                kept = kept.unless(z, everything.ends.get(z), null, all, count);
            }
            for (int p = signs.size() - 1; p >= 0; p--) {
                kept = kept.unless(p, null, everything.signs.get(p), all, count);
            }
            return kept;
        }

        private Facts unless(
                int index,
                @Nullable Set<End> end,
                @Nullable Set<Integer> sign,
                Collection<BlockPosition> all,
                long count) {
            List<Set<End>> fewerEnds = new ArrayList<>(ends);
            List<Set<Integer>> fewerSigns = new ArrayList<>(signs);
            if (end != null) {
                fewerEnds.set(index, end);
            }
            if (sign != null) {
                fewerSigns.set(index, sign);
            }
            Facts fewer = new Facts(fewerEnds, fewerSigns);
            return all.stream().filter(fewer::hold).count() == count ? fewer : this;
        }
    }

    /**
     * How some positions are told from the others, e.g. {@code I = K, J != K}; empty where they are all.
     *
     * @param all positions that occur
     * @param names of the loops' parts, e.g. K, I, J
     * @param pairs the loops that were compared
     */
    static String describe(
            Collection<BlockPosition> some, Collection<BlockPosition> all, List<String> names, List<Pair> pairs) {
        if (isDescribed(some, all)) {
            return words(Facts.of(some).withoutNeedless(all), Facts.of(all), names, pairs);
        }
        BlockPosition any = some.iterator().next();
        for (int p = 0; p < any.order.size(); p++) {
            int pair = p;
            String split = split(some, x -> x.order.get(pair), all, names, pairs);
            if (split != null) {
                return split;
            }
        }
        for (int z = 0; z < any.ends.size(); z++) {
            int loop = z;
            String split = split(some, x -> x.ends.get(loop), all, names, pairs);
            if (split != null) {
                return split;
            }
        }
        String common = words(Facts.of(some).withoutNeedless(all), Facts.of(all), names, pairs);
        return common.isEmpty() ? "others" : "others with " + common;
    }

    /** Two descriptions for the positions with one value of a feature and for those without; null where these fail. */
    private static @Nullable String split(
            Collection<BlockPosition> some,
            Function<BlockPosition, Object> feature,
            Collection<BlockPosition> all,
            List<String> names,
            List<Pair> pairs) {
        for (Object value : some.stream().map(feature).distinct().toList()) {
            List<BlockPosition> with =
                    some.stream().filter(x -> feature.apply(x).equals(value)).toList();
            List<BlockPosition> without =
                    some.stream().filter(x -> !feature.apply(x).equals(value)).toList();
            if (!without.isEmpty() && isDescribed(with, all) && isDescribed(without, all)) {
                return "(" + describe(with, all, names, pairs) + ") or (" + describe(without, all, names, pairs) + ")";
            }
        }
        return null;
    }

    private static String words(Facts facts, Facts everything, List<String> names, List<Pair> pairs) {
        List<String> words = new ArrayList<>();
        for (int p = 0; p < pairs.size(); p++) {
            if (!facts.signs.get(p).equals(everything.signs.get(p))) {
                words.add(names.get(pairs.get(p).inner) + " " + relation(facts.signs.get(p)) + " "
                        + names.get(pairs.get(p).outer));
            }
        }
        for (int z = 0; z < names.size(); z++) {
            if (!facts.ends.get(z).equals(everything.ends.get(z))) {
                words.add(names.get(z) + " " + words(EnumSet.copyOf(facts.ends.get(z))));
            }
        }
        return String.join(", ", words);
    }

    /** Whether exactly these positions have what they have in common. */
    private static boolean isDescribed(Collection<BlockPosition> some, Collection<BlockPosition> all) {
        return all.stream().filter(Facts.of(some)::hold).count() == some.size();
    }

    private static EnumSet<End> endsOf(Collection<BlockPosition> positions, int z) {
        EnumSet<End> ends = EnumSet.noneOf(End.class);
        positions.forEach(p -> ends.add(p.ends.get(z)));
        return ends;
    }

    private static Set<Integer> signsOf(Collection<BlockPosition> positions, int pair) {
        Set<Integer> signs = new java.util.TreeSet<>();
        positions.forEach(p -> signs.add(p.order.get(pair)));
        return signs;
    }

    private static String words(EnumSet<End> ends) {
        if (ends.size() == 1) {
            return ends.iterator().next().name().toLowerCase(Locale.ROOT);
        }
        End missing = EnumSet.complementOf(ends).iterator().next();
        return missing == End.INSIDE ? "first or last" : "not " + missing.name().toLowerCase(Locale.ROOT);
    }

    /** How the later loop's part is to the earlier one's, for signs of earlier - later. */
    private static String relation(Set<Integer> signs) {
        boolean less = signs.contains(1);
        boolean equal = signs.contains(0);
        boolean greater = signs.contains(-1);
        return less && greater ? "!=" : less ? (equal ? "<=" : "<") : greater ? (equal ? ">=" : ">") : "=";
    }
}
