package tilewright.tiling.schedule;

import java.util.List;
import java.util.stream.Collectors;
import tilewright.dependence.DependenceAnalysis;
import tilewright.isl.Context;
import tilewright.model.GivenOrder;
import tilewright.model.LoopNest;
import tilewright.tiling.rewrite.FusedTimes;
import tilewright.tiling.rewrite.ScheduledNest;
import tilewright.tiling.rewrite.StepTimes;

/** How far a plan may depart from the order in which the nest is written. */
public sealed interface Schedule {
    /** Whatever the dependences allow and seems best. */
    record Auto() implements Schedule {}

    /**
     * As written: statements in textual order, loops nested as they are. Loops may run in parallel and be cut into blocks
     * where they stand; nothing is skewed, aligned, interchanged, taken apart by dependences, computed twice (time
     * tiles), or given other memory.
     */
    record Original() implements Schedule {}

    /** As isl's scheduler says ({@link FusedTimes}): statements fused and shifted, loops skewed and interchanged. */
    record Fused() implements Schedule {}

    /** Loops that index the same operands of a contraction as one ({@link CoalescedLoops}); of the nest that this gives whatever seems best. */
    record Coalesced() implements Schedule {}

    /** {@link Coalesced} loops, where there are several of rows, columns or sums, and operands copied first in the order in which a product reads them ({@link Packing}). */
    record Packed() implements Schedule {}

    /**
     * Long sums and scans in shares ({@link SplitSums}); of the nest that this gives whatever seems best.
     *
     * @param of which nest has them: {@link Auto}, the one as written; {@link Coalesced} or {@link Packed}, the one that this makes
     * @param lengths iterations of a share, 1 or more; of what joins the shares, if that is to be in shares in its turn, the next number, and so on
     */
    record Split(Schedule of, List<Integer> lengths) implements Schedule {
        /** Before the lengths, where a schedule is a text. */
        public static final String PREFIX = "split:";
        /** Behind the schedule whose nest has the sums, where a schedule is a text: {@code packed+split:512}. */
        public static final String OF = "+";
        /** Between lengths, where a schedule is a text. */
        public static final String SEPARATOR = ",";

        public Split {
            lengths = List.copyOf(lengths);
            if (!mayBeSplit(of)) {
                throw new IllegalArgumentException("shares of what " + of.text() + " makes");
            }
            if (lengths.isEmpty() || lengths.stream().anyMatch(l -> l < 1)) {
                throw new IllegalArgumentException("shares of " + lengths);
            }
        }

        /** Shares of one length, whose join is whole. */
        public Split(Schedule of, int length) {
            this(of, List.of(length));
        }

        /** Whether sums of the nest that a schedule makes may be in shares. */
        public static boolean mayBeSplit(Schedule of) {
            return switch (of) {
                case Auto _, Coalesced _, Packed _ -> true;
                case Original _, Fused _, Split _, Rows _, Steps _, Problems _, Sweeps _, Chunks _, Given _ -> false;
            };
        }
    }

    /** Statements that reduce along rows, and what uses the results along the same rows, in one launch ({@link tilewright.tiling.strategy.RowPlanner RowPlanner}); of the rest whatever seems best. */
    record Rows() implements Schedule {}

    /** Problems of a batch take each step of the loop inside together ({@link StepTimes}); of the nest that this gives whatever seems best. */
    record Steps() implements Schedule {}

    /** Each problem of a batch is a program of its own, in whatever way seems best, which a block may run by itself. */
    record Problems() implements Schedule {}

    /** Loops around sweeps over three dimensions or more run on the host, and each sweep by itself, plane by plane ({@link tilewright.tiling.strategy.TimeTilePlanner TimeTilePlanner}); of the rest whatever seems best. */
    record Sweeps() implements Schedule {}

    /** Long loops along which points slide over an array run in chunks of known length ({@link tilewright.tiling.rewrite.SlidingChunks SlidingChunks}); of the nest that this gives whatever seems best. */
    record Chunks() implements Schedule {}

    /**
     * As the user says: the nest is rewritten to run in the given order ({@link ScheduledNest}), and planned as if it
     * had been written so. Blocks may run in fronts.
     */
    record Given(GivenOrder order) implements Schedule {
        /**
         * The nest that runs in this order when it runs as written; its statements keep their ids.
         *
         * @throws tilewright.model.UserError if the order does not fit the nest or breaks a dependence
         */
        public LoopNest of(Context context, LoopNest nest) {
            return ScheduledNest.of(DependenceAnalysis.analyze(context, nest, false), order)
                    .nest();
        }
    }

    /** As a command line gives it: the text of a given order, else the schedule's name. */
    default String text() {
        return switch (this) {
            case Auto _ -> "auto";
            case Original _ -> "original";
            case Fused _ -> "fused";
            case Coalesced _ -> "coalesced";
            case Packed _ -> "packed";
            case Split s ->
                (s.of() instanceof Auto ? "" : s.of().text() + Split.OF)
                        + s.lengths().stream()
                                .map(String::valueOf)
                                .collect(Collectors.joining(Split.SEPARATOR, Split.PREFIX, ""));
            case Rows _ -> "rows";
            case Steps _ -> "steps";
            case Problems _ -> "problems";
            case Sweeps _ -> "sweeps";
            case Chunks _ -> "chunks";
            case Given g -> g.order().text();
        };
    }

    /** How the nest is planned that this schedule makes of the one as written. */
    default Schedule ofPlanned() {
        return switch (this) {
            case Coalesced _, Packed _, Split _, Chunks _ -> new Auto();
            case Auto _, Original _, Fused _, Rows _, Steps _, Problems _, Sweeps _, Given _ -> this;
        };
    }

    /** Whether the order of loops and statements is not the planner's to choose. */
    default boolean isFixed() {
        return switch (this) {
            case Auto _, Rows _, Steps _, Problems _, Sweeps _ -> false;
            case Original _, Fused _, Coalesced _, Packed _, Split _, Chunks _, Given _ -> true;
        };
    }
}
