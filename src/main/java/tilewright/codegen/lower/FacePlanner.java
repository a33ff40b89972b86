package tilewright.codegen.lower;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.Axis;
import tilewright.codegen.ir.Face;
import tilewright.codegen.ir.Tile;
import tilewright.kernel.Simt;

/**
 * Which elements threads hand each other: for every direction in which a neighbour lies, the smallest box of its own points
 * that some offset reads. Along the last axis threads are lanes of one warp.
 *
 * <p>Example: offsets (-1,0), (1,0), (0,-1), (0,1) on 8 x 4 points per thread give the last and the first row of the
 * threads to the north and south, and the last and the first column of those to the west and east; no corners.
 */
final class FacePlanner {
    private static final int ACCESS_BYTES = Simt.ACCESS_BYTES;

    private final List<Axis> axes;
    private final Names names;

    FacePlanner(List<Axis> axes, Names names) {
        this.axes = axes;
        this.names = names;
    }

    /** Places that one thread gives, per axis. */
    private record Box(List<Integer> first, List<Integer> end) {}

    List<Face> faces(Tile tile, List<List<Integer>> offsets) {
        List<Face> faces = new ArrayList<>();
        for (List<Integer> direction : directions(offsets)) {
            Box box = null;
            for (List<Integer> offset : offsets) {
                box = hull(box, given(direction, offset));
            }
            if (box != null) {
                faces.add(face(tile, direction, box));
            }
        }
        return faces;
    }

    /** Whether a face in a direction has elements that some offset reads. */
    boolean isRead(List<Integer> direction, List<List<Integer>> offsets) {
        return offsets.stream().anyMatch(o -> given(direction, o) != null);
    }

    /** All directions in which there are other threads, as far away as some offset reaches. */
    private List<List<Integer>> directions(List<List<Integer>> offsets) {
        List<List<Integer>> directions = List.of(List.of());
        for (int d = 0; d < axes.size(); d++) {
            int farthest = axes.get(d).threads() > 1 ? farthest(d, offsets) : 0;
            List<List<Integer>> longer = new ArrayList<>();
            for (List<Integer> start : directions) {
                for (int step = -farthest; step <= farthest; step++) {
                    List<Integer> one = new ArrayList<>(start);
                    one.add(step);
                    longer.add(one);
                }
            }
            directions = longer;
        }
        return directions.stream().filter(d -> d.stream().anyMatch(s -> s != 0)).toList();
    }

    /** How many threads away the points are at most that offsets reach along an axis. */
    private int farthest(int d, List<List<Integer>> offsets) {
        int points = axes.get(d).perThread();
        return offsets.stream()
                .mapToInt(o -> Math.ceilDiv(Math.abs(o.get(d)), points))
                .max()
                .orElse(0);
    }

    /** What a thread in that direction owns of the points at an offset from the taker's; null for nothing. */
    private @Nullable Box given(List<Integer> direction, List<Integer> offset) {
        List<Integer> first = new ArrayList<>();
        List<Integer> end = new ArrayList<>();
        for (int d = 0; d < axes.size(); d++) {
            int points = axes.get(d).perThread();
            int shift = offset.get(d) - direction.get(d) * points;
            first.add(Math.max(0, shift));
            end.add(Math.min(points, points + shift));
            if (first.getLast() >= end.getLast()) {
                return null;
            }
        }
        return new Box(first, end);
    }

    private static @Nullable Box hull(@Nullable Box left, @Nullable Box right) {
        if (left == null || right == null) {
            return left == null ? right : left;
        }
        List<Integer> first = new ArrayList<>();
        List<Integer> end = new ArrayList<>();
        for (int d = 0; d < left.first.size(); d++) {
            first.add(Math.min(left.first.get(d), right.first.get(d)));
            end.add(Math.max(left.end.get(d), right.end.get(d)));
        }
        return new Box(first, end);
    }

    private Face face(Tile tile, List<Integer> direction, Box box) {
        int last = axes.size() - 1;
        List<Integer> extents = new ArrayList<>();
        int distance = 0;
        for (int d = 0; d <= last; d++) {
            extents.add(box.end.get(d) - box.first.get(d));
            distance = distance * axes.get(d).threads() + direction.get(d);
        }
        boolean withinWarp = Collections.frequency(direction, 0) == last && direction.get(last) != 0;
        int vector = withinWarp ? 1 : ACCESS_BYTES / tile.type().bytes();
        while (box.first.get(last) % vector != 0
                || extents.get(last) % vector != 0
                || tile.ring(last).low() % vector != 0
                || axes.get(last).perThread() % vector != 0) {
            vector /= 2;
        }
        return new Face(
                names.fresh(tile.name() + "_" + name(direction)),
                tile,
                direction,
                box.first,
                extents,
                distance,
                Math.abs(distance),
                axes.stream().mapToInt(Axis::threads).reduce(1, Math::multiplyExact),
                withinWarp ? axes.get(last).threads() : 0,
                vector,
                null,
                1);
    }

    /** E.g. {@code before_i} or {@code after_i_before_j}. */
    private String name(List<Integer> direction) {
        List<String> parts = new ArrayList<>();
        for (int d = 0; d < axes.size(); d++) {
            if (direction.get(d) != 0) {
                int distance = Math.abs(direction.get(d));
                parts.add((direction.get(d) < 0 ? "before_" : "after_")
                        + axes.get(d).variable()
                        + (distance > 1 ? "_" + distance : ""));
            }
        }
        return String.join("_", parts);
    }
}
