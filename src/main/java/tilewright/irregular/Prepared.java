package tilewright.irregular;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import tilewright.kernel.Program;

/**
 * A program for one schedule of one fixpoint on one graph, and the data that an inspector made for it.
 *
 * @param sizes values of the program's sizes, but for those that depend on where it starts
 * @param arrays contents of arrays that stay as they are
 * @param numbering how the program numbers vertices
 * @param steps what the inspector did
 */
public record Prepared(
        Schedule schedule,
        Program program,
        SequencedMap<String, Long> sizes,
        Map<String, int[]> arrays,
        Renumbering numbering,
        List<InspectorStep> steps) {
    /**
     * What an inspector did.
     *
     * @param bytes of what it made
     */
    public record InspectorStep(String name, double seconds, long bytes) {}

    public Prepared {
        steps = List.copyOf(steps);
    }

    /** Whether the program sets values itself, from a list of vertices; else it takes all values. */
    public boolean takesStarts() {
        return sizes.containsKey("start_count");
    }

    /**
     * A start as the program numbers it; vertices without arcs are left out, for nothing comes of them.
     *
     * @return places instead of vertices
     */
    public Start starts(Start start) {
        int[] places = new int[start.vertices().length];
        int[] values = new int[places.length];
        int count = 0;
        for (int s = 0; s < places.length; s++) {
            int place = numbering.newOf()[start.vertices()[s]];
            if (place < numbering.connected()) {
                places[count] = place;
                values[count++] = start.bits()[s];
            }
        }
        return new Start(Arrays.copyOf(places, count), Arrays.copyOf(values, count));
    }
}
