package tilewright.tiling.schedule;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Condition;
import tilewright.model.FreshName;
import tilewright.model.LinearForm;
import tilewright.model.LoopExtents;
import tilewright.model.LoopNest;
import tilewright.model.UserError;

/**
 * A nest with several loops as one (loop coalescing: Polychronopoulos 1987): an axis of {@code n_1 * .. * n_r} iterations stands for loops of n_1, ..,
 * n_r. Iteration x of it is that iteration of the loops whose offsets from their first values are the digits of x in the mixed radix (n_1, .., n_r),
 * the last loop's the lowest digit.
 *
 * <p>Digits by sizes that are parameters are not affine, so the coalesced nest does not name them: its arrays are {@link View views}, with a dimension
 * for each axis that an access moves along, and an element of a view is found by {@link View#subscripts} of the array itself. Lengths of axes are
 * parameters of their own. Everything else, order, tiles, proofs, predictions, takes the coalesced nest like any other; {@link CoalescedCheck} proves
 * that it computes what the nest as written does.
 *
 * <p>Example: {@code C(a,b,c) = C(a,b,c) + A(a,e,b,f) * B(e,f,c)} for n iterations of every loop becomes {@code C(a_b,c) = C(a_b,c) + A(a_b,e_f) *
 * B(e_f,c)} for n * n of a_b and e_f: a product of matrices.
 *
 * @param written the nest as its user wrote it
 * @param axes of the coalesced nest, the outermost first; every loop is part of one
 * @param views by array; arrays whose accesses no axis of several loops changes have none
 * @param nest the coalesced nest; its parameters are those of the nest as written, then the lengths of axes
 */
public record CoalescedLoops(LoopNest written, List<Axis> axes, Map<String, View> views, LoopNest nest) {
    public CoalescedLoops {
        axes = List.copyOf(axes);
        views = Map.copyOf(views);
    }

    /**
     * A loop of an axis.
     *
     * @param first its first value, affine in parameters
     * @param extent how many values it has
     */
    public record Digit(String loop, Affine first, Affine extent) {}

    /**
     * A loop of the coalesced nest.
     *
     * @param variable of the loop: the one loop's, or a new one that runs from 0
     * @param length the parameter that is the number of its iterations, where it is several loops
     * @param digits its loops, the one of the highest digit first
     */
    public record Axis(String variable, String length, List<Digit> digits) {
        public Axis {
            digits = List.copyOf(digits);
        }

        public boolean isSeveral() {
            return digits.size() > 1;
        }

        /** The values of its variable. */
        public ArrayDeclaration.Bounds bounds() {
            Digit only = digits.getFirst();
            return isSeveral()
                    ? new ArrayDeclaration.Bounds(
                            Affine.constant(0), Affine.variable(length).plus(-1))
                    : new ArrayDeclaration.Bounds(
                            only.first(), only.first().plus(only.extent()).plus(-1));
        }

        /** The same loops, by their names. */
        List<String> loops() {
            return digits.stream().map(Digit::loop).toList();
        }
    }

    /**
     * An array as the coalesced nest sees it.
     *
     * @param axes its dimensions, in order
     * @param subscripts of the array, one for each dimension that it has, in the loops of the nest as written
     */
    public record View(List<Axis> axes, List<Affine> subscripts) {
        public View {
            axes = List.copyOf(axes);
            subscripts = List.copyOf(subscripts);
        }

        /**
         * When so many neighbours along the last dimension are neighbours in memory, from every multiple of their number on: where the rows of the array are
         * along the last loop of the last axis, and have no other loop.
         *
         * @param lower the array's lowest last subscript
         * @return false where they never are
         */
        public Condition isAligned(Affine lower, int neighbours) {
            Axis last = axes.getLast();
            Digit row = last.digits().getLast();
            Affine start = LinearForm.of(subscripts
                            .getLast()
                            .substitute(Map.of(row.loop(), row.first()))
                            .minus(lower))
                    .toAffine();
            if (!row.loop().equals(ViewBuilder.alongRow(subscripts)) || !start.equals(Affine.constant(0))) {
                return Condition.FALSE;
            }
            return last.isSeveral()
                    ? new Condition.Compare(
                            new Affine.Mod(row.extent(), neighbours), Condition.Relation.EQ, Affine.constant(0))
                    : Condition.TRUE;
        }

        /** What the loops of an axis add to a subscript: the terms that they are in. */
        public Affine part(int dimension, Axis axis) {
            return ViewBuilder.terms(subscripts.get(dimension), axis.loops());
        }

        /** What no loop changes of a subscript. */
        public Affine fixed(int dimension) {
            Affine rest = subscripts.get(dimension);
            for (Axis axis : axes) {
                rest = rest.minus(part(dimension, axis));
            }
            return LinearForm.of(rest).toAffine();
        }
    }

    /**
     * The nest with given loops together, whether or not dependences allow it.
     *
     * @param groups the loops of each axis, the outermost axis first
     * @return nothing where the nest is no chain of loops with fixed bounds, or an access is no view
     */
    public static Optional<CoalescedLoops> of(LoopNest written, List<List<String>> groups) {
        return LoopChain.of(written).flatMap(chain -> of(written, chain, groups));
    }

    /** The contraction that a nest is, with the loops of rows, of columns and of sums as one each; nothing where it is none, or each is one loop already. */
    public static Optional<CoalescedLoops> ofContraction(Dependences dependences) {
        return Contraction.of(dependences.nest())
                .filter(Contraction::isOfSeveral)
                .flatMap(c -> of(dependences.nest(), c.axes()))
                .filter(c -> new CoalescedCheck(DependenceAnalysis.withSilent(dependences))
                        .difference(c)
                        .isEmpty());
    }

    static UserError noContraction(LoopNest nest) {
        return UserError.badInput("--schedule coalesced: " + nest.name()
                + " is no contraction with several loops of rows, of" + " columns or of sums; leave --schedule out");
    }

    private static Optional<CoalescedLoops> of(LoopNest written, LoopChain chain, List<List<String>> groups) {
        Set<String> taken = FreshName.taken(written);
        chain.loops().forEach(l -> taken.add(l.variable()));
        List<Axis> axes = new ArrayList<>();
        for (List<String> group : groups) {
            List<Digit> digits = group.stream().map(chain::digit).toList();
            if (digits.size() == 1) {
                axes.add(new Axis(group.getFirst(), "", digits));
            } else {
                String variable = FreshName.underscored(String.join("_", group), taken::add);
                axes.add(new Axis(variable, FreshName.underscored(variable + "_length", taken::add), digits));
            }
        }
        return new ViewBuilder(written, axes)
                .views()
                .flatMap(views -> chain.coalesced(written, axes, views)
                        .map(nest -> new CoalescedLoops(written, axes, views, nest)));
    }

    /** The loops of the axes, as {@link #of(LoopNest, List)} takes them. */
    public List<List<String>> groups() {
        return axes.stream().map(Axis::loops).toList();
    }

    /** Lengths of axes by their parameters, as factors. */
    public Map<String, List<Affine>> lengths() {
        Map<String, List<Affine>> lengths = new LinkedHashMap<>();
        axes.stream()
                .filter(Axis::isSeveral)
                .forEach(a -> lengths.put(
                        a.length(), a.digits().stream().map(Digit::extent).toList()));
        return lengths;
    }

    /** Sizes of the nest as written, and the lengths of axes; of those beyond 64 bits the largest number. */
    public Map<String, Long> sizes(Map<String, Long> sizes) {
        Map<String, Long> all = new HashMap<>(sizes);
        all.putAll(lengths(lengths(), sizes));
        return all;
    }

    /** Lengths of axes that are given as factors; of those beyond 64 bits the largest number. */
    public static Map<String, Long> lengths(Map<String, List<Affine>> axes, Map<String, Long> sizes) {
        Map<String, Long> values = new HashMap<>();
        axes.forEach((name, factors) -> values.put(
                name,
                factors.stream()
                        .mapToLong(f -> Math.max(0, f.evaluate(sizes::get)))
                        .reduce(1, CoalescedLoops::product)));
        return values;
    }

    private static long product(long left, long right) {
        return Math.multiplyHigh(left, right) == 0 && left * right >= 0 ? left * right : Long.MAX_VALUE;
    }

    /** The coalesced nest with operands copied first, in the order in which they are read ({@link Schedule.Packed}); nothing where they stand so. */
    public Optional<LoopNest> packed() {
        return Packing.of(nest);
    }

    /** Whether programs can count the iterations of all axes. */
    public boolean isCounted(Map<String, Long> sizes) {
        Map<String, Long> all = sizes(sizes);
        return lengths().keySet().stream().allMatch(l -> all.getOrDefault(l, 0L) <= LoopExtents.LARGEST);
    }

    /**
     * The same of axes that programs count.
     *
     * @throws UserError where one is longer
     */
    public Map<String, Long> countedSizes(Map<String, Long> sizes) {
        if (!isCounted(sizes)) {
            throw UserError.badInput("--schedule coalesced: an axis has more iterations than programs count, "
                    + LoopExtents.LARGEST + ": " + sizes(sizes) + "; leave --schedule out");
        }
        return sizes(sizes);
    }

    /** Why the nest may be planned so, a sentence. */
    String rule() {
        return axes.stream()
                        .filter(Axis::isSeveral)
                        .map(a -> String.join(", ", a.loops()))
                        .collect(Collectors.joining("; ", "loops (", ")"))
                + " are one each: no dependence is carried by a parallel one, and the others keep their order";
    }
}
