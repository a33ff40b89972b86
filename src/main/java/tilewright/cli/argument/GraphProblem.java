package tilewright.cli.argument;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import tilewright.irregular.Arcs;
import tilewright.irregular.Fixpoint;
import tilewright.irregular.GraphNest;
import tilewright.irregular.Start;
import tilewright.model.LoopNest;
import tilewright.model.UserError;

/**
 * A relaxation on a graph, from several starts: what {@code --graph} says to the commands that know schedules.
 *
 * @param starts one per source, or the one that the nest's own data make
 */
public record GraphProblem(
        GraphNest nest, DataArguments.Input input, Fixpoint fixpoint, Arcs arcs, List<Start> starts) {
    /**
     * Reads and makes all data.
     *
     * @param given sizes; without the parameter that says where the nest starts, sources are drawn
     * @param graph a generator or a file
     * @param seed of what is drawn
     * @param sources how many vertices of the largest component to start from
     */
    public static GraphProblem of(LoopNest nest, Map<String, Long> given, String graph, long seed, int sources) {
        if (sources < 1) {
            throw UserError.badInput("--sources " + sources + ": give a number of vertices, at least 1");
        }
        GraphNest graphNest = GraphNest.of(nest);
        DataArguments arguments = new DataArguments();
        arguments.graph = graph;
        arguments.seed = seed;
        Map<String, Long> sizes = new HashMap<>(given);
        String root = graphNest.root();
        if (root != null) {
            sizes.putIfAbsent(root, 1L);
        }
        DataArguments.Input input = arguments.input(nest, sizes);
        Fixpoint fixpoint = graphNest.fixpoint(input.data(), input.symmetric());
        Arcs arcs = graphNest.arcs(input.sizes(), input.data());
        Start first = graphNest.start(input.data(), fixpoint);
        boolean drawn = root != null && first.vertices().length == 1;
        List<Start> starts = drawn ? drawn(arcs, first.bits(), seed, sources) : List.of(first);
        return new GraphProblem(graphNest, input, fixpoint, arcs, starts);
    }

    private static List<Start> drawn(Arcs arcs, int[] bits, long seed, int sources) {
        int[] component = largest(arcs);
        SplittableRandom random = new SplittableRandom(seed);
        List<Start> starts = new ArrayList<>();
        for (int s = 0; s < Math.min(sources, component.length); s++) {
            starts.add(new Start(new int[] {component[random.nextInt(component.length)]}, bits));
        }
        return starts;
    }

    /** The vertices that the vertex of most arcs leads to. */
    private static int[] largest(Arcs arcs) {
        int hub = 0;
        for (int v = 0; v < arcs.vertices(); v++) {
            hub = arcs.degree(v) > arcs.degree(hub) ? v : hub;
        }
        boolean[] seen = new boolean[arcs.vertices()];
        int[] queue = new int[arcs.vertices()];
        int end = 0;
        queue[end++] = hub;
        seen[hub] = true;
        for (int next = 0; next < end; next++) {
            for (int a = arcs.first()[queue[next]]; a < arcs.first()[queue[next] + 1]; a++) {
                int head = arcs.heads()[a];
                if (!seen[head]) {
                    seen[head] = true;
                    queue[end++] = head;
                }
            }
        }
        return Arrays.copyOf(queue, end);
    }
}
