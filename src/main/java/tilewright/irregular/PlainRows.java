package tilewright.irregular;

import tilewright.graph.Chunks;

/**
 * Rows of arcs one after another, between new numbers, in the order that they have: what is pushed needs no other one.
 *
 * @param first where each row begins, for so many vertices as whole words of a bitmap have, and where the last one ends
 * @param contents of each place: the head, or the head and the weight
 */
record PlainRows(int[] first, int[] contents) {
    /** @param weighted whether weights come along */
    static PlainRows of(Arcs arcs, Renumbering numbering, boolean weighted) {
        int rows = numbering.connected();
        int[] starts = numbering.starts(arcs);
        int[] first = java.util.Arrays.copyOf(starts, Math.ceilDiv(rows, Grid.WARP) * Grid.WARP + 1);
        java.util.Arrays.fill(first, Math.min(rows, first.length), first.length, starts[rows]);
        int width = weighted ? 2 : 1;
        int[] contents = new int[Math.multiplyExact(width, arcs.count())];
        int[] weights = arcs.weights();
        Chunks.ofRows(first, first.length - 1, (begin, end) -> {
            for (int v = begin; v < Math.min(end, rows); v++) {
                int at = width * first[v];
                int old = numbering.oldOf()[v];
                for (int a = arcs.first()[old]; a < arcs.first()[old + 1]; a++, at += width) {
                    contents[at] = numbering.newOf()[arcs.heads()[a]];
                    if (weighted && weights != null) {
                        contents[at + 1] = weights[a];
                    }
                }
            }
        });
        return new PlainRows(first, contents);
    }
}
