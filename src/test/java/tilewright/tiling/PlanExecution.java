package tilewright.tiling;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.function.BiConsumer;
import tilewright.model.PlacedStatement;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.plan.Plan;

/**
 * Executes a plan operation by operation, without isl and without generated code: blocks of a launch and points of a
 * block in random order, sequential loops and statements in order. It shows whether bounds and guards name every
 * operation once, and whether the order is right for every order of blocks.
 */
public final class PlanExecution {
    private final Plan plan;
    private final Map<String, Long> values;
    private final Random random;
    private final BiConsumer<String, long[]> operation;

    /** @param operation receives statement id and iteration, in the plan's order */
    public PlanExecution(Plan plan, Map<String, Long> parameters, long seed, BiConsumer<String, long[]> operation) {
        this.plan = plan;
        this.values = new HashMap<>(parameters);
        this.random = new Random(seed);
        this.operation = operation;
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
                case HostStep.Launch launch -> launch(launch);
                case HostStep.AsWritten _ -> throw new AssertionError("no blocks");
            }
        }
    }

    private record Block(Piece piece, Map<String, Long> coordinates) {}

    private void launch(HostStep.Launch launch) {
        List<Block> blocks = new ArrayList<>();
        launch.timeTile().ifPresent(_ -> {
            throw new AssertionError("see TimeTileExecution");
        });
        for (Piece piece : launch.pieces()) {
            collect(piece, 0, new HashMap<>(), blocks);
        }
        Collections.shuffle(blocks, random);
        for (Block block : blocks) {
            values.putAll(block.coordinates());
            once(block.piece(), block.piece().prologue());
            sequential(block.piece(), 0);
            once(block.piece(), block.piece().epilogue());
        }
    }

    private void collect(Piece piece, int dimension, Map<String, Long> coordinates, List<Block> blocks) {
        if (dimension == piece.grid().size()) {
            values.putAll(coordinates);
            if (piece.member().test(values::get)) {
                blocks.add(new Block(piece, new HashMap<>(coordinates)));
            }
            return;
        }
        Piece.GridDimension grid = piece.grid().get(dimension);
        values.putAll(coordinates);
        long last = grid.last().evaluate(values::get);
        for (long b = grid.first().evaluate(values::get); b <= last; b++) {
            coordinates.put(grid.variable(), b);
            collect(piece, dimension + 1, coordinates, blocks);
        }
    }

    /** What runs before or after the loops: at the points but for lanes, of which the first one runs it. */
    private void once(Piece piece, List<Piece.PlannedStatement> statements) {
        together(piece, statements, true);
    }

    private void together(Piece piece, List<Piece.PlannedStatement> statements, boolean firstLanes) {
        for (Piece.PlannedStatement statement : statements) {
            List<Map<String, Long>> points = new ArrayList<>();
            points(piece, 0, new HashMap<>(), points, firstLanes);
            Collections.shuffle(points, random);
            points.forEach(p -> point(piece, statement, p));
        }
    }

    private void sequential(Piece piece, int depth) {
        if (depth == piece.sequential().size()) {
            together(piece, piece.statements(), false);
            return;
        }
        Piece.SequentialLoop loop = piece.sequential().get(depth);
        long last = loop.last().evaluate(values::get);
        for (long v = loop.first().evaluate(values::get); v <= last; v++) {
            values.put(loop.variable(), v);
            sequential(piece, depth + 1);
        }
    }

    private void points(
            Piece piece, int dimension, Map<String, Long> point, List<Map<String, Long>> points, boolean firstLanes) {
        if (dimension == piece.points().size()) {
            points.add(new HashMap<>(point));
            return;
        }
        Piece.PointDimension along = piece.points().get(dimension);
        long base = along.base().evaluate(values::get);
        int extent = firstLanes && along.lanes() ? 1 : along.extent();
        for (long p = base; p < base + extent; p++) {
            point.put(along.variable(), p);
            points(piece, dimension + 1, point, points, firstLanes);
        }
    }

    private void point(Piece piece, Piece.PlannedStatement statement, Map<String, Long> point) {
        values.putAll(point);
        boolean runs = statement.domain().test(values::get);
        if (piece.interior().test(values::get) && !runs) {
            throw new AssertionError("an interior block has a point outside the domain: " + values);
        }
        if (runs) {
            PlacedStatement placed = plan.nest().statement(statement.statement().id());
            long[] iteration = placed.loopVariables().stream()
                    .mapToLong(
                            v -> Objects.requireNonNull(statement.coordinates().get(v))
                                    .evaluate(values::get))
                    .toArray();
            operation.accept(statement.statement().id(), iteration);
        }
    }
}
