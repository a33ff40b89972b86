package tilewright.tiling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import tilewright.model.ArrayData;
import tilewright.model.Data;
import tilewright.model.Interpreter;
import tilewright.model.PlacedStatement;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.TimeTile;

/**
 * Executes a plan of time tiles point by point, without isl and without generated code. Every block works on arrays of its
 * own that hold nothing but its box, the rest is not a number: a halo that is too narrow shows in the result. Blocks and
 * points come in random order, and second copies start out as not a number.
 */
public final class TimeTileExecution {
    private final Plan plan;
    private final Map<String, Long> parameters;
    private final Map<String, Long> values;
    private final Data data;
    private final Data second;
    private final Random random;

    public TimeTileExecution(Plan plan, Map<String, Long> parameters, Data data, long seed) {
        this.plan = plan;
        this.parameters = parameters;
        this.values = new HashMap<>(parameters);
        this.data = data;
        this.second = data.copy();
        this.random = new Random(seed);
        second.arrays().values().forEach(TimeTileExecution::poison);
    }

    private static void poison(ArrayData array) {
        for (int e = 0; e < array.size(); e++) {
            array.setAt(e, Double.NaN);
        }
    }

    public void run() {
        run(plan.host());
    }

    private void run(List<HostStep> steps) {
        for (HostStep step : steps) {
            switch (step) {
                case HostStep.HostLoop loop -> {
                    long last = loop.last().evaluate(values::get);
                    for (long v = loop.first().evaluate(values::get); v <= last; v++) {
                        values.put(loop.variable(), v);
                        run(loop.body());
                    }
                }
                case HostStep.Launch launch -> launch(launch.timeTile().orElseThrow());
                case HostStep.AsWritten _ -> throw new AssertionError("no time tiles");
            }
        }
    }

    private void launch(TimeTile tile) {
        boolean even = Objects.requireNonNull(values.get(tile.time().turn())) % 2 == 0;
        Data from = even ? data : second;
        Data to = even ? second : data;
        List<Map<String, Long>> blocks = new ArrayList<>();
        List<TimeTile.Dimension> dimensions = tile.dimensions();
        blocks(dimensions, 0, new HashMap<>(), blocks);
        Collections.shuffle(blocks, random);
        // What one block stores, no other block may see: all read the state before the launch.
        Data before = from.copy();
        Data inPlace = data.copy();
        Map<String, Set<List<Long>>> stored = new HashMap<>();
        for (Map<String, Long> block : blocks) {
            values.putAll(block);
            block(tile, before, inPlace, to, stored);
        }
        for (TimeTile.HeldArray held : tile.arrays()) {
            if (held.transfer() == TimeTile.Transfer.CARRIED) {
                assertEquals(
                        data.array(held.array()).size(),
                        stored.getOrDefault(held.array(), Set.of()).size(),
                        "every element of " + held.array() + " is carried on");
            }
        }
    }

    private void blocks(
            List<TimeTile.Dimension> dimensions, int d, Map<String, Long> block, List<Map<String, Long>> blocks) {
        if (d == dimensions.size()) {
            blocks.add(new HashMap<>(block));
            return;
        }
        long last = dimensions.get(d).lastBlock().evaluate(values::get);
        for (long b = 0; b <= last; b++) {
            block.put(dimensions.get(d).block(), b);
            blocks(dimensions, d + 1, block, blocks);
        }
    }

    private void block(TimeTile tile, Data before, Data inPlace, Data to, Map<String, Set<List<Long>>> stored) {
        List<long[]> box = new ArrayList<>();
        points(tile.dimensions(), 0, new long[tile.dimensions().size()], false, box);
        boolean interior = tile.interior().test(values::get);
        Data own = inPlace.copy();
        for (TimeTile.HeldArray held : tile.arrays()) {
            ArrayData array = own.array(held.array());
            poison(array);
            boolean carried = held.transfer() == TimeTile.Transfer.CARRIED;
            ArrayData source = (carried ? before : inPlace).array(held.array());
            for (long[] point : box) {
                assertTrue(!interior || array.contains(point), "an interior block leaves " + held.array());
                boolean recomputed =
                        held.transfer() == TimeTile.Transfer.RECOMPUTED && holds(tile, held.written(), point);
                if (array.contains(point) && !recomputed) {
                    array.set(point, source.get(point));
                }
            }
        }
        Interpreter interpreter = new Interpreter(plan.nest(), parameters, own);
        long last = tile.time().last().evaluate(values::get);
        for (long t = tile.time().first().evaluate(values::get); t <= last; t++) {
            values.put(tile.time().variable(), t);
            for (TimeTile.TimedStatement statement : tile.statements()) {
                Collections.shuffle(box, random);
                box.forEach(p -> point(tile, statement, p, interior, interpreter));
            }
        }
        store(tile, own, to, stored);
    }

    private void point(
            TimeTile tile, TimeTile.TimedStatement statement, long[] point, boolean interior, Interpreter interpreter) {
        boolean runs = holds(tile, statement.domain(), point);
        assertTrue(!interior || runs == statement.bulk(), "an interior block has a boundary point");
        if (runs) {
            PlacedStatement placed = plan.nest().statement(statement.statement().id());
            long[] iteration = placed.loopVariables().stream()
                    .mapToLong(
                            v -> Objects.requireNonNull(statement.coordinates().get(v))
                                    .evaluate(values::get))
                    .toArray();
            interpreter.execute(placed.statement().id(), iteration);
        }
    }

    private void store(TimeTile tile, Data own, Data to, Map<String, Set<List<Long>>> stored) {
        List<long[]> points = new ArrayList<>();
        points(tile.dimensions(), 0, new long[tile.dimensions().size()], true, points);
        for (TimeTile.HeldArray held : tile.arrays()) {
            ArrayData array = own.array(held.array());
            for (long[] point : points) {
                boolean inside = array.contains(point);
                if (inside && held.transfer() == TimeTile.Transfer.CARRIED) {
                    to.array(held.array()).set(point, array.get(point));
                    Set<List<Long>> known = stored.computeIfAbsent(held.array(), _ -> new HashSet<>());
                    assertTrue(
                            known.add(java.util.Arrays.stream(point).boxed().toList()),
                            "two blocks own one element of " + held.array());
                }
                if (held.transfer() == TimeTile.Transfer.RECOMPUTED
                        && holds(tile, held.written(), point)
                        && tile.time().ends().test(values::get)) {
                    data.array(held.array()).set(point, array.get(point));
                }
            }
        }
    }

    private boolean holds(TimeTile tile, tilewright.model.Condition condition, long[] point) {
        for (int d = 0; d < point.length; d++) {
            values.put(tile.dimensions().get(d).variable(), point[d]);
        }
        return condition.test(values::get);
    }

    private void points(List<TimeTile.Dimension> dimensions, int d, long[] point, boolean own, List<long[]> points) {
        if (d == dimensions.size()) {
            points.add(point.clone());
            return;
        }
        TimeTile.Dimension dimension = dimensions.get(d);
        long base = dimension.base().evaluate(values::get);
        for (long p = base; p < base + dimension.extent(); p++) {
            point[d] = p;
            values.put(dimension.variable(), p);
            if (!own || dimension.owned().test(values::get)) {
                points(dimensions, d + 1, point, own, points);
            }
        }
    }
}
