package tilewright.irregular;

import java.util.ArrayList;
import java.util.List;

/** What an inspector may do before a schedule runs; the text is what measurements call it. */
enum Preparation {
    TURN("turn arcs round"),
    RENUMBER("renumber by degree"),
    SORT_BY_HEAD("sort rows by head"),
    SLICE_BY_HEAD("sort rows by head and lay them out in slices"),
    SLICE_BY_WEIGHT("sort rows by weight and lay them out in slices"),
    LEAVING("lay out the arcs that leave vertices"),
    SEGMENTS("gather pairs by segment"),
    CELLS("gather pairs in cells"),
    EXPAND("expand rows to pairs of ends"),
    BESIDE("put heads and weights side by side"),
    MEAN("mean weight");

    private final String text;

    Preparation(String text) {
        this.text = text;
    }

    @Override
    public String toString() {
        return text;
    }

    /** What a schedule needs, in order. */
    static List<Preparation> of(Fixpoint fixpoint, Schedule schedule) {
        boolean weighted = !fixpoint.relaxation().inputs().isEmpty();
        List<Preparation> all = new ArrayList<>();
        switch (schedule) {
            case Schedule.Edges _ -> all.add(EXPAND);
            case Schedule.Queue q -> {
                if (weighted) {
                    all.add(BESIDE);
                }
                if (q.window() > 0) {
                    all.add(MEAN);
                }
            }
            case Schedule.Cells _ -> all.addAll(List.of(RENUMBER, SORT_BY_HEAD, CELLS));
            case Schedule.Segments _ -> all.addAll(List.of(RENUMBER, SORT_BY_HEAD, SEGMENTS));
            case Schedule.ByLevels _ -> rows(all, fixpoint, false);
            case Schedule.ByRows _ -> rows(all, fixpoint, weighted);
        }
        return all;
    }

    private static void rows(List<Preparation> all, Fixpoint fixpoint, boolean weighted) {
        if (!fixpoint.symmetric()) {
            all.add(TURN);
        }
        all.add(RENUMBER);
        all.add(weighted ? SLICE_BY_WEIGHT : SLICE_BY_HEAD);
        if (!fixpoint.symmetric()) {
            all.add(LEAVING);
        }
    }
}
