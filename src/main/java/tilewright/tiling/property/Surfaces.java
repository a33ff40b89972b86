package tilewright.tiling.property;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import tilewright.model.LoopNest;
import tilewright.tiling.plan.TimeShape;
import tilewright.tiling.plan.TimeTile;

/**
 * What blocks that stay with their shape tell each other in an iteration of the time loop, and what they keep in shared memory for it. Before a statement that reads neighbours of
 * arrays which have changed since they were told, blocks tell each other the outermost elements of these arrays: a round.
 *
 * <p>Example: {@code b(i) = a(i-1) + a(i+1)}, then {@code a(i) = b(i-1) + b(i+1)}: two rounds, of a before the first statement and of b before the second. Both arrays use the
 * same shared memory, since neighbours of a are not read any more when b is told.
 *
 * @param rounds in order
 * @param constant arrays with neighbours that nothing writes: they are read from memory once
 * @param memory the shared memory, by number, in which threads find elements of other threads, for each array with neighbours
 * @param directions where the blocks lie that a block waits for, by dimension -1, 0 or 1; with every direction the opposite one, so that whoever is read from waits for who
 *     reads, and tells nothing anew before
 */
public record Surfaces(
        TimeShape shape,
        List<Round> rounds,
        List<String> constant,
        Map<String, Integer> memory,
        List<List<Integer>> directions) {
    /**
     * @param before number of the statement that it comes before
     * @param arrays that are told
     */
    public record Round(int before, List<String> arrays) {
        public Round {
            arrays = List.copyOf(arrays);
        }
    }

    public Surfaces {
        rounds = List.copyOf(rounds);
        constant = List.copyOf(constant);
        memory = Map.copyOf(memory);
        directions = List.copyOf(directions);
    }

    public static Surfaces of(TimeShape shape) {
        List<Round> rounds = rounds(shape);
        List<String> constant = shape.arrays().stream()
                .filter(a -> a.transfer() == TimeTile.Transfer.READ_ONLY)
                .filter(a -> !a.neighbours().isEmpty())
                .map(TimeShape.Array::name)
                .toList();
        Set<List<Integer>> directions = new LinkedHashSet<>();
        rounds.stream().flatMap(r -> r.arrays().stream()).distinct().forEach(a -> {
            for (List<Integer> direction : directions(shape, a)) {
                directions.add(direction);
                directions.add(direction.stream().map(d -> -d).toList());
            }
        });
        return new Surfaces(shape, rounds, constant, memory(shape, rounds, constant), List.copyOf(directions));
    }

    /** What boxes of blocks that stay tell each other. */
    public static Surfaces of(TimeTile boxes, LoopNest nest) {
        return of(TimeShape.of(boxes, nest));
    }

    private static TimeShape.Array array(TimeShape shape, String name) {
        return shape.arrays().stream()
                .filter(a -> a.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static List<Round> rounds(TimeShape shape) {
        Set<String> changed = new TreeSet<>();
        shape.sweeps().forEach(s -> changed.add(s.target()));
        List<Round> rounds = new ArrayList<>();
        for (int s = 0; s < shape.sweeps().size(); s++) {
            TimeShape.Sweep sweep = shape.sweeps().get(s);
            List<String> told =
                    neighboured(sweep).stream().filter(changed::remove).toList();
            if (!told.isEmpty()) {
                rounds.add(new Round(s, told));
            }
            changed.add(sweep.target());
        }
        return rounds;
    }

    /** Arrays of which a statement reads neighbours. */
    private static List<String> neighboured(TimeShape.Sweep sweep) {
        return sweep.reads().stream()
                .filter(r -> r.offset().stream().anyMatch(o -> o != 0))
                .map(TimeShape.Read::array)
                .distinct()
                .toList();
    }

    /** Where the blocks lie that have what is read of an array at its neighbours. */
    public static List<List<Integer>> directions(TimeShape shape, String array) {
        Set<List<Integer>> found = new LinkedHashSet<>();
        for (List<Integer> offset : array(shape, array).neighbours()) {
            List<List<Integer>> partial = new ArrayList<>(List.of(List.of()));
            for (int o : offset) {
                List<List<Integer>> longer = new ArrayList<>();
                for (List<Integer> p : partial) {
                    for (int side : o == 0 ? List.of(0) : List.of(0, Integer.signum(o))) {
                        List<Integer> next = new ArrayList<>(p);
                        next.add(side);
                        longer.add(List.copyOf(next));
                    }
                }
                partial = longer;
            }
            found.addAll(partial);
        }
        found.removeIf(d -> d.stream().allMatch(s -> s == 0));
        return List.copyOf(found);
    }

    /** Arrays share memory that are not needed in the same statements. */
    private static Map<String, Integer> memory(TimeShape shape, List<Round> rounds, List<String> constant) {
        int statements = shape.sweeps().size();
        Map<String, Set<Integer>> needed = new LinkedHashMap<>();
        for (int s = 0; s < statements; s++) {
            for (String array : neighboured(shape.sweeps().get(s))) {
                Set<Integer> places = needed.computeIfAbsent(array, _ -> new TreeSet<>());
                if (constant.contains(array)) {
                    for (int all = 0; all < statements; all++) {
                        places.add(all);
                    }
                    continue;
                }
                int place = s;
                places.add(place);
                while (!isTold(rounds, array, place)) {
                    place = Math.floorMod(place - 1, statements);
                    places.add(place);
                }
            }
        }
        Map<String, Integer> memory = new HashMap<>();
        needed.forEach((array, places) -> {
            int number = 0;
            while (isTaken(shape, number, array, places, memory, needed)) {
                number++;
            }
            memory.put(array, number);
        });
        return memory;
    }

    private static boolean isTold(List<Round> rounds, String array, int place) {
        return rounds.stream().anyMatch(r -> r.before() == place && r.arrays().contains(array));
    }

    private static boolean isTaken(
            TimeShape shape,
            int number,
            String array,
            Set<Integer> places,
            Map<String, Integer> memory,
            Map<String, Set<Integer>> needed) {
        return memory.entrySet().stream()
                .filter(e -> e.getValue() == number)
                .anyMatch(e ->
                        array(shape, e.getKey()).type() != array(shape, array).type()
                                || Objects.requireNonNull(needed.get(e.getKey())).stream()
                                        .anyMatch(places::contains));
    }

    /** Number of a round, from 0 on. */
    public int number(Round round) {
        return rounds.indexOf(round);
    }

    /** How often an iteration tells an array. */
    public int perIteration(String array) {
        return (int) rounds.stream().filter(r -> r.arrays().contains(array)).count();
    }

    /** How often the iteration has told the array before a round. */
    public int before(Round round, String array) {
        return (int) rounds.subList(0, number(round)).stream()
                .filter(r -> r.arrays().contains(array))
                .count();
    }

    /** The arrays that are told, in the order of the nest's. */
    public List<String> told() {
        return shape.arrays().stream()
                .map(TimeShape.Array::name)
                .filter(a -> perIteration(a) > 0)
                .toList();
    }

    /** How far before a point an array is read along a dimension. */
    public int low(String array, int dimension) {
        return reach(array, dimension, -1);
    }

    /** How far behind a point an array is read along a dimension. */
    public int high(String array, int dimension) {
        return reach(array, dimension, 1);
    }

    private int reach(String array, int dimension, int sign) {
        return Math.max(
                0,
                array(shape, array).neighbours().stream()
                        .mapToInt(o -> sign * o.get(dimension))
                        .max()
                        .orElse(0));
    }
}
