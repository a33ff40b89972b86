package tilewright.ranking.work;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tilewright.kernel.GenerationLimits;
import tilewright.kernel.Simt;

/**
 * Where the elements of a reference lie between those of neighbouring points, where subscripts go by more than one: of {@code r(2*i,2*j - 1)}, {@code r(2*i,2*j)} and {@code
 * r(2*i + 1,2*j)} three of four elements are touched, two in each even row and one in each odd one. Memory moves whole sectors, hence all four.
 *
 * @param steps by loop, by how many elements of a row its points are apart: the size of its coefficient in the last subscript; 0 where they lie in different rows
 * @param rows by loop, by how many elements its points are apart where they lie in neighbouring rows that are short ({@link GenerationLimits#isShort}); else 0
 * @param periods by subscript, the distance of the elements of neighbouring points; 1 where no loop is in it
 * @param places what accesses add to subscripts, as far as their elements differ whatever the points are
 * @param perRow different elements of a row for each point, which every candidate asks for
 */
public record Lattice(List<Long> steps, List<Long> rows, List<Long> periods, Set<List<Long>> places, double perRow) {
    public Lattice {
        steps = List.copyOf(steps);
        rows = List.copyOf(rows);
        periods = List.copyOf(periods);
        places = Set.copyOf(places);
    }

    public Lattice(List<Long> steps, List<Long> rows, List<Long> periods, Set<List<Long>> places) {
        this(steps, rows, periods, places, perRow(places, periods));
    }

    /** With the places of both; of references that differ by constants alone. */
    Lattice with(Lattice other) {
        Set<List<Long>> both = new HashSet<>(places);
        both.addAll(other.places);
        return new Lattice(steps, rows, periods, both);
    }

    /** By how many elements of a row points along a loop are apart, if neighbours share sectors; else 0. */
    public long step(int loop, int bytes) {
        long step = steps.get(loop);
        return step * bytes <= Simt.SECTOR_BYTES ? step : 0;
    }

    /** The same, of points in neighbouring short rows too. */
    long stepOrRow(int loop, int bytes) {
        long row = rows.get(loop);
        return row > 0 && row * bytes <= Simt.SECTOR_BYTES ? row : step(loop, bytes);
    }

    /** Elements for each point. */
    public int elements() {
        return places.size();
    }

    private static double perRow(Set<List<Long>> places, List<Long> periods) {
        Set<List<Long>> different = new HashSet<>();
        Set<List<Long>> rows = new HashSet<>();
        for (List<Long> place : places) {
            List<Long> reduced = new ArrayList<>(place);
            if (!place.isEmpty()) {
                reduced.set(place.size() - 1, Math.floorMod(place.getLast(), periods.getLast()));
            }
            different.add(reduced);
            rows.add(place.isEmpty() ? place : place.subList(0, place.size() - 1));
        }
        return (double) different.size() / rows.size();
    }

    /** Elements that memory moves, in whole sectors, for each one that is touched. */
    public double moved(int bytes) {
        long period = periods.isEmpty() ? 1 : periods.getLast();
        return period * bytes <= Simt.SECTOR_BYTES ? Math.max(1, period / perRow) : 1;
    }
}
