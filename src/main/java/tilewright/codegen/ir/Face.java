package tilewright.codegen.ir;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tilewright.model.DataType;

/**
 * Elements of a tile on one side of a thread's own points, which the thread on that side keeps in the ring around its
 * own. They pass through shared memory, one place per thread; or, between neighbours along the last axis, from register to
 * register within a warp.
 *
 * <p>Example: threads own 8 x 4 points and read one point to the north and south of each. The face of direction (-1, 0)
 * has first (7, 0) and extents (1, 4): a thread takes the last row of the thread before it.
 *
 * @param name identifier, unique in the piece
 * @param direction for each axis where the giving thread lies as seen from the taking one: 0, -1 or 1, or farther
 * @param first place of the first given element among the giver's own points
 * @param extents number of given elements along each axis
 * @param distance thread number of the giver minus that of the taker
 * @param padding places before the first and after the last thread: givers beyond the block give anything
 * @param threads of the block
 * @param lanes threads along the last axis where the face passes within a warp; else 0
 * @param vector elements per access along the last axis
 * @param turns null, or the loop whose iterations use places in turn: what threads give in one iteration, they take in later ones
 * @param places that are used in turn, 1 without such a loop; what is given stays for {@code places - 1} iterations
 */
public record Face(
        String name,
        Tile tile,
        List<Integer> direction,
        List<Integer> first,
        List<Integer> extents,
        int distance,
        int padding,
        int threads,
        int lanes,
        int vector,
        @Nullable Sequence turns,
        int places)
        implements SharedArray {
    public Face {
        direction = List.copyOf(direction);
        first = List.copyOf(first);
        extents = List.copyOf(extents);
        if (extents.getLast() % vector != 0) {
            throw new IllegalArgumentException("face " + name + ": vector " + vector + " of " + extents);
        }
    }

    /** Whether it needs no shared memory. */
    public boolean isWithinWarp() {
        return lanes > 0;
    }

    @Override
    public String content() {
        List<String> words = new ArrayList<>();
        for (int d = 0; d < direction.size(); d++) {
            if (direction.get(d) != 0) {
                String where = direction.get(d) < 0 ? "before" : "after";
                int distance = Math.abs(direction.get(d));
                words.add((distance > 1 ? distance + " " : "") + where + " along "
                        + String.join(",", tile.indices().get(d).variables()));
            }
        }
        return tile.array() + " of the thread " + String.join(" and ", words);
    }

    @Override
    public DataType type() {
        return tile.type();
    }

    @Override
    public List<Integer> axes() {
        return tile.axes();
    }

    /** The same elements of another tile. */
    public Face of(Tile other) {
        return new Face(
                name, other, direction, first, extents, distance, padding, threads, lanes, vector, turns, places);
    }

    /** The same with places that are used in turn. */
    public Face inTurns(Sequence sequence, int inTurn) {
        return new Face(
                name, tile, direction, first, extents, distance, padding, threads, lanes, vector, sequence, inTurn);
    }

    /** Groups of {@code vector} neighbours; the same group of all threads stands together, without bank conflicts. */
    @Override
    public List<Integer> shape() {
        List<Integer> shape = new ArrayList<>();
        if (turns != null) {
            shape.add(places);
        }
        shape.addAll(extents.subList(0, extents.size() - 1));
        shape.add(extents.getLast() / vector);
        shape.add(threads + 2 * padding);
        shape.add(vector);
        return shape;
    }
}
