package tilewright.ranking.work;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import tilewright.kernel.GenerationLimits;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Interval;
import tilewright.model.LinearForm;
import tilewright.model.PlacedStatement;
import tilewright.tiling.plan.Family;
import tilewright.tiling.space.LoopRole;

/** Loops of a nest by the roles that a family gives them, and indices by these loops; sets of loops are masks. */
record FamilyLoops(Problem problem, Family family) {
    /** Those whose values are shared out among blocks and threads. */
    int parallel() {
        return having(LoopRole.PARALLEL);
    }

    /** Loops whose iterations are written out. */
    int writtenOut() {
        return having(LoopRole.UNROLLED);
    }

    private int having(LoopRole role) {
        int mask = 0;
        for (int z = 0; z < family.roles().size(); z++) {
            mask |= family.roles().get(z) == role ? 1 << z : 0;
        }
        return mask;
    }

    /** Whether a block runs its iterations one after the other. */
    boolean isSequential(int loop) {
        return family.roles().get(loop).runsInside();
    }

    /** The names of a statement's own loops in those of the nest. */
    Map<String, Affine> names(PlacedStatement placed) {
        Map<String, Affine> names = new HashMap<>();
        for (int d = 0; d < placed.depth(); d++) {
            names.put(
                    placed.loopVariables().get(d),
                    Affine.variable(problem.loops().get(d)));
        }
        return names;
    }

    /** An access's indices by the loops of the nest. */
    List<Affine> indices(PlacedStatement placed, Access access) {
        Map<String, Affine> names = names(placed);
        return access.indices().stream().map(i -> i.substitute(names)).toList();
    }

    /** The loops on which indices depend. */
    int of(List<Affine> indices) {
        int mask = 0;
        for (Affine index : indices) {
            for (String variable : index.variables()) {
                int loop = problem.loops().indexOf(variable);
                mask |= loop < 0 ? 0 : 1 << loop;
            }
        }
        return mask;
    }

    /** The loops along which the last index goes by one. */
    int contiguous(List<Affine> indices) {
        if (indices.isEmpty()) {
            return 0;
        }
        int mask = 0;
        for (int z = 0; z < problem.loops().size(); z++) {
            if (Math.abs(coefficient(indices.getLast(), z)) == 1) {
                mask |= 1 << z;
            }
        }
        return mask;
    }

    /** Whether a row's elements that threads' points begin at are whole accesses apart from those that a number says: all else that the last subscript adds goes by whole accesses. */
    boolean isAligned(List<Affine> indices, int elements) {
        if (indices.isEmpty()) {
            return true;
        }
        return LinearForm.of(indices.getLast()).terms().entrySet().stream()
                .allMatch(t -> t.getValue() % elements == 0
                        || t.getKey() instanceof Affine.Variable v
                                && isOfPoints(problem.loops().indexOf(v.name())));
    }

    private boolean isOfPoints(int loop) {
        return loop >= 0
                && (family.roles().get(loop) == LoopRole.PARALLEL
                        || family.roles().get(loop) == LoopRole.UNROLLED);
    }

    /** The parallel loops with which the bounds of a loop move that runs inside the kernel as a whole. */
    int moving(PlacedStatement placed) {
        Set<String> bounds = new HashSet<>();
        for (int d = 0; d < placed.depth(); d++) {
            if (family.roles().get(d) == LoopRole.KERNEL) {
                bounds.addAll(placed.loops().get(d).lower().variables());
                bounds.addAll(placed.loops().get(d).upper().variables());
            }
        }
        int moving = 0;
        for (int d = 0; d < placed.depth(); d++) {
            boolean parallel = family.roles().get(d) == LoopRole.PARALLEL;
            moving |= parallel && bounds.contains(placed.loopVariables().get(d)) ? 1 << d : 0;
        }
        return moving;
    }

    /** Accesses that differ by constants only touch, block by block, nearly the same elements. */
    String linearParts(List<Affine> indices) {
        StringBuilder key = new StringBuilder();
        for (Affine index : indices) {
            for (int z = 0; z < problem.loops().size(); z++) {
                key.append(coefficient(index, z)).append(' ');
            }
        }
        return key.toString();
    }

    /**
     * Where elements lie in an array.
     *
     * @param array that the subscripts are of
     * @param whole values of a loop that is written out
     * @param apart whether accesses at other places touch other elements; else those of other points, a period apart, are the same
     */
    Lattice lattice(ArrayDeclaration array, List<Affine> indices, IntFunction<Interval> whole, boolean apart) {
        List<Long> steps = new ArrayList<>();
        List<Long> rows = new ArrayList<>();
        long shortRow = shortRow(array, indices);
        for (int z = 0; z < problem.loops().size(); z++) {
            steps.add(stepAlong(indices, indices.size() - 1, z));
            rows.add(shortRow > 0 ? shortRow * stepAlong(indices, indices.size() - 2, z) : 0);
        }
        List<Long> periods = new ArrayList<>();
        Set<List<Long>> places = new HashSet<>(Set.of(List.of()));
        for (Affine index : indices) {
            long period = period(index);
            periods.add(period);
            Set<List<Long>> longer = new HashSet<>();
            for (long added : added(index, whole, apart ? problem.sizes() : Map.of())) {
                for (List<Long> place : places) {
                    List<Long> with = new ArrayList<>(place);
                    with.add(apart ? added : Math.floorMod(added, period));
                    longer.add(with);
                }
            }
            places = longer;
        }
        return new Lattice(steps, rows, periods, places);
    }

    /** Elements from one row to the next where rows are short; else 0. */
    private static long shortRow(ArrayDeclaration array, List<Affine> indices) {
        if (indices.size() < 2 || array.dimensions() != indices.size()) {
            return 0;
        }
        Affine extent = array.bounds().getLast().extent();
        return GenerationLimits.isShort(extent) ? LinearForm.of(extent).constant() : 0;
    }

    /**
     * The loops along which points slide over an array, by subscript.
     *
     * @param whole values of a loop
     */
    List<Reference.Slide> slides(List<Affine> indices, IntFunction<Interval> whole) {
        List<Reference.Slide> slides = new ArrayList<>();
        for (int d = 0; d < indices.size(); d++) {
            List<Long> steps = new ArrayList<>();
            long iterations = 1;
            long distance = 0;
            for (int z = 0; z < problem.loops().size(); z++) {
                boolean point = family.roles().get(z) == LoopRole.PARALLEL;
                steps.add(point ? Math.abs(coefficient(indices.get(d), z)) : 0);
                long step = family.roles().get(z) == LoopRole.KERNEL ? stepAlong(indices, d, z) : 0;
                if (step > 0) {
                    long length = Math.max(1, whole.apply(z).length());
                    iterations *= length;
                    distance += step * (length - 1);
                }
            }
            if (iterations > 1 && steps.stream().anyMatch(s -> s > 0)) {
                slides.add(new Reference.Slide(steps, iterations, distance));
            }
        }
        return slides;
    }

    /** The size of a loop's coefficient in a subscript, where it is in no other one; else 0. */
    private long stepAlong(List<Affine> indices, int subscript, int loop) {
        boolean alone = subscript >= 0
                && IntStream.range(0, indices.size())
                        .allMatch(d -> d == subscript || coefficient(indices.get(d), loop) == 0);
        return alone ? Math.abs(coefficient(indices.get(subscript), loop)) : 0;
    }

    /** The distance of the elements of neighbouring points: the greatest common divisor of the coefficients of all loops that launches run and that are not written out. */
    long period(Affine index) {
        long period = 0;
        for (int z = 0; z < problem.loops().size(); z++) {
            LoopRole role = family.roles().get(z);
            boolean one = role == LoopRole.UNROLLED || role == LoopRole.HOST;
            period = one ? period : gcd(period, coefficient(index, z));
        }
        return Math.max(1, period);
    }

    private static long gcd(long a, long b) {
        return b == 0 ? Math.abs(a) : gcd(b, a % b);
    }

    /** What iterations that are written out add to a subscript, and its constant. */
    private List<Long> added(Affine index, IntFunction<Interval> whole, Map<String, Long> sizes) {
        List<Long> added = List.of(index.evaluate(v -> sizes.getOrDefault(v, 0L)));
        for (int z = 0; z < problem.loops().size(); z++) {
            long coefficient = coefficient(index, z);
            if (family.roles().get(z) == LoopRole.UNROLLED && coefficient != 0) {
                Interval all = whole.apply(z);
                added = added.stream()
                        .flatMap(a ->
                                LongStream.rangeClosed(all.low(), all.high()).mapToObj(v -> a + coefficient * v))
                        .distinct()
                        .toList();
            }
        }
        return added;
    }

    private long coefficient(Affine index, int loop) {
        String name = problem.loops().get(loop);
        long at1 = index.evaluate(v -> v.equals(name) ? 1 : 0);
        return at1 - index.evaluate(v -> 0);
    }
}
