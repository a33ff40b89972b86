package tilewright.irregular;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Small symmetric graphs, hostile ones among them. */
final class RandomGraphs {
    private RandomGraphs() {}

    /** @param pairs two ends each, from 0; every pair gives an arc each way, a loop gives one */
    static Arcs symmetric(int vertices, List<int[]> pairs, boolean weighted, Random random) {
        List<List<int[]>> rows = new ArrayList<>();
        for (int v = 0; v < vertices; v++) {
            rows.add(new ArrayList<>());
        }
        for (int[] pair : pairs) {
            int weight = Float.floatToRawIntBits(random.nextInt(8) == 0 ? 0 : random.nextFloat());
            rows.get(pair[0]).add(new int[] {pair[1], weight});
            if (pair[0] != pair[1]) {
                rows.get(pair[1]).add(new int[] {pair[0], weight});
            }
        }
        int[] first = new int[vertices + 1];
        for (int v = 0; v < vertices; v++) {
            first[v + 1] = first[v] + rows.get(v).size();
        }
        int[] heads = rows.stream().flatMap(List::stream).mapToInt(a -> a[0]).toArray();
        int[] weights = rows.stream().flatMap(List::stream).mapToInt(a -> a[1]).toArray();
        return new Arcs(first, heads, weighted ? weights : null);
    }

    /** A random graph of so many vertices, with so many edges for each. */
    static Arcs sparse(int vertices, int edges) {
        Random random = new Random(11);
        List<int[]> pairs = new ArrayList<>();
        for (int e = 0; e < vertices * edges; e++) {
            pairs.add(new int[] {random.nextInt(1 + random.nextInt(vertices)), random.nextInt(vertices)});
        }
        return symmetric(vertices, pairs, false, random);
    }

    /** Graphs by name: a random one, and those at which programs break. */
    static List<Arcs> hostile(boolean weighted) {
        Random random = new Random(7);
        List<int[]> star = new ArrayList<>();
        List<int[]> path = new ArrayList<>();
        List<int[]> any = new ArrayList<>();
        for (int v = 1; v < 90; v++) {
            star.add(new int[] {0, v});
            path.add(new int[] {v - 1, v});
        }
        for (int e = 0; e < 400; e++) {
            // Few vertices have most arcs, and some have none.
            int one = random.nextInt(1 + random.nextInt(120));
            any.add(new int[] {one, random.nextInt(1 + random.nextInt(120))});
        }
        return Arrays.asList(
                symmetric(1, List.of(), weighted, random),
                symmetric(3, List.of(), weighted, random),
                symmetric(1, List.of(new int[] {0, 0}), weighted, random),
                symmetric(90, star, weighted, random),
                symmetric(90, path, weighted, random),
                symmetric(4, List.of(new int[] {0, 1}, new int[] {0, 1}, new int[] {2, 3}), weighted, random),
                symmetric(130, any, weighted, random));
    }

    /** Directed graphs: vertices that no arc leads to, or that none leaves, among them. */
    static List<Arcs> directed(boolean weighted) {
        Random random = new Random(9);
        List<int[]> out = new ArrayList<>();
        List<int[]> in = new ArrayList<>();
        List<int[]> ring = new ArrayList<>();
        List<int[]> any = new ArrayList<>();
        for (int v = 1; v < 90; v++) {
            out.add(new int[] {45, v == 45 ? 0 : v});
            in.add(new int[] {v, 0});
            ring.add(new int[] {v, (v + 1) % 90});
        }
        ring.add(new int[] {0, 1});
        in.add(new int[] {0, 77});
        for (int e = 0; e < 500; e++) {
            any.add(new int[] {random.nextInt(130), random.nextInt(1 + random.nextInt(120))});
        }
        return Arrays.asList(
                arcs(1, List.of(), weighted, random),
                arcs(2, List.of(new int[] {0, 1}), weighted, random),
                arcs(2, List.of(new int[] {1, 0}, new int[] {1, 0}, new int[] {1, 1}), weighted, random),
                arcs(90, out, weighted, random),
                arcs(90, in, weighted, random),
                arcs(90, ring, weighted, random),
                arcs(130, any, weighted, random));
    }

    /** @param pairs tail and head of each arc */
    private static Arcs arcs(int vertices, List<int[]> pairs, boolean weighted, Random random) {
        int[] first = new int[vertices + 1];
        int[] heads = new int[pairs.size()];
        int[] weights = new int[pairs.size()];
        int count = 0;
        for (int v = 0; v < vertices; v++) {
            for (int[] pair : pairs) {
                if (pair[0] == v) {
                    heads[count] = pair[1];
                    weights[count++] = Float.floatToRawIntBits(random.nextInt(8) == 0 ? 0 : random.nextFloat());
                }
            }
            first[v + 1] = count;
        }
        return new Arcs(first, heads, weighted ? weights : null);
    }
}
