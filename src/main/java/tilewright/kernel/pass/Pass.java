package tilewright.kernel.pass;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import tilewright.kernel.Program;
import tilewright.kernel.Target;

/** A change of a program that keeps what it computes; in the order in which they are applied. */
public enum Pass {
    SHARE_VALUES(Level.LAUNCHES, "values that all blocks of a launch need are computed once, by a launch of its own"),
    JOIN_LAUNCHES(
            Level.LAUNCHES,
            "blocks repeat what the one block of the launch before computes, so that one launch does for both"),
    JOIN_ROWS(
            Level.LAUNCHES,
            "one launch runs several whose dependences stay in blocks of equal coordinates: a block does what theirs"
                    + " do one after another, behind barriers"),
    AWAIT_NEIGHBOURS(
            Level.LAUNCHES,
            "one launch runs all fronts of blocks: its blocks wait for what their neighbours have done, not for"
                    + " launches"),
    AWAIT_ROWS(
            Level.LAUNCHES,
            "one launch runs all steps of a substitution: a block runs a row of blocks, and waits for the rows whose"
                    + " results it reads, not for launches"),
    KEEP_COLUMNS(
            Level.LAUNCHES,
            "one launch runs all steps of a loop whose instances belong to columns: blocks keep neighbouring columns,"
                    + " and wait for the step's own one, not for launches"),
    KEEP_INPUTS(
            Level.LAUNCHES,
            "one launch runs all steps of a loop: blocks keep in shared memory what they read again in every step, and"
                    + " wait for each other between steps"),
    PACK_PAIRS(Level.LOWERING, "two neighbours are updated at a time, as the 16-bit halves of a word"),
    RECOMPUTE(
            Level.LOWERING,
            "points compute for themselves what another point computes in the same iteration, rather than wait"),
    EXCHANGE_TOGETHER(
            Level.LOWERING,
            "points hand each other values once for several iterations, and repeat what others compute in between"),
    ONE_BODY(
            Level.WARPS,
            "blocks inside and at the boundary run the same operations, where a long loop asks for nothing in either"),
    FILL_CHUNKS(
            Level.WARPS,
            "sums of products have whole k-tiles alone: the first one begins before the loop does, with zeros"),
    JOIN_MINIMA(Level.BLOCKS, "two iterations become one minimum or maximum of three operands"),
    READ_AHEAD(Level.BLOCKS, "what the next iteration reads from shared memory is read one iteration early"),
    WRITE_OUT(Level.BLOCKS, "iterations of loops in blocks are written out, as many as keep their bodies small"),
    SHARE_BOXES(
            Level.BLOCKS,
            "what a block's points write and find in memory behind barriers is kept in shared memory while the block"
                    + " runs"),
    LONGEST_FIRST(Level.BLOCKS, "blocks that run more iterations than others start first"),
    EXCHANGE_IN_WARPS(
            Level.WARPS,
            "points hand each other values from register to register, without a barrier, where they are in one warp"),
    WARPS_IN_TURN(
            Level.WARPS,
            "one warp runs the iterations of a k-tile whose points hand each other values, the others follow behind one"
                    + " barrier"),
    IN_PLACE(Level.LOOPS, "blocks of one iteration update elements of arrays where they stand, without a copy"),
    ROWS_INSIDE(
            Level.HOST,
            "rows of a block that ends beyond its domain are updated without asking for each element, where all of the"
                    + " row is inside",
            new Unswitch(true)),
    QUOTIENTS(
            "a quotient in single precision that no literal divides, and a root, is computed without a branch, at most"
                    + " one and a half units and one unit in the last place off",
            new Quotients()),
    WHOLE_LENGTHS(
            "loops of at most so many iterations that are written out count to that number, and ask in each iteration",
            new WholeLengths()),
    SINK_READS(
            "what a written-out loop reads under a condition for a guarded statement alone is read under its guard",
            new SinkReads()),
    UNSWITCH(
            "loops of constant length ask once whether all their updates are inside their domains, not at every update",
            new Unswitch()),
    READ_WINDOWS(
            "what written-out loops read at places that move with their counters is read once, in wide accesses",
            new ReadWindows()),
    CARRY_VALUES("what a thread stores in one iteration and loads in the next stays in a register", new CarryValues()),
    CARRY_SHARED(
            "what a thread reads or writes of shared memory between two barriers and reads between the next two stays"
                    + " in a register; what nobody writes meanwhile is read before the barrier",
            new CarryShared()),
    LATE_OPERANDS(
            "what an iteration reads from shared memory is the last operand of minima and maxima of integers",
            new LateOperands()),
    HOIST("constants that loops declare of scalars in memory are declared before them", new Hoist()),
    CHECKED_AT_END(
            "quotients in double precision by divisors that change with a loop are made of reciprocals, and checked"
                    + " before a block writes what it computes; where one is not rounded as a division, the block"
                    + " begins again",
            new CheckedAtEnd()),
    RECIPROCALS(
            "quotients in double precision by literals, and by divisors that a loop does not change, are made of the"
                    + " reciprocals of these",
            new Reciprocals()),
    CHECKED_BEHIND(
            "quotients of a loop in which a thread divides once are made of reciprocals and checked behind it, which"
                    + " runs again where one is not rounded as a division",
            new CheckedBehind()),
    IF_CONVERSION(
            "what a written-out loop computes under a guard that it does not change is computed without it, and only"
                    + " stores ask",
            new IfConversion()),
    LAST_ITERATIONS("what a loop asks in its last iterations alone is asked behind the loop", new LastIterations()),
    SPLIT_QUOTIENTS(
            "quotients and remainders of a counter and a thread's number are split into one of the counter and one that"
                    + " all iterations share",
            new SplitQuotients()),
    COPY_OFFSETS(
            "offsets of what a loop copies to shared memory are one for all iterations, and a multiple of a distance",
            new CopyOffsets()),
    PLANE_OFFSETS(
            "offsets of loops that go through arrays plane by plane are a plane's number times a distance, and one of"
                    + " the thread's that is found once",
            new PlaneOffsets()),
    PLANE_MASKS(
            "what guards of such loops ask of a thread's points, whatever the plane is, is asked once, before the loop",
            new PlaneMasks()),
    GUARD_INTERVALS(
            "comparisons that a loop which is written out or waits asks in every iteration are solved for its counter"
                    + " before it: one is left",
            new GuardIntervals()),
    JOIN_NEIGHBOURS(
            "elements side by side that a statement reads, or that loops behind one another write, are read and written"
                    + " in one access",
            new JoinNeighbours()),
    DROP_UNUSED("declarations that nothing mentions are taken out", new DropUnused()),
    MATRIX_PRODUCTS(
            "sums of products in double precision become products of matrices that warps compute together",
            new MatrixProducts(),
            Target.Offer.MATRIX_PRODUCTS),
    READ_EARLY("warps read the factors of a product of matrices one group of iterations early", new ReadEarly()),
    READ_SCALARS("scalars in memory that loops in which threads wait read are read before them", new ReadScalars()),
    SPREAD_COPIES(
            "copies to shared memory that stand before iterations start between them, so that iterations do not wait"
                    + " behind all of them",
            new SpreadCopies()),
    FUSED_DOUBLES(
            "a sum with a value times a power of two is one fused operation, which rounds alike as such products are"
                    + " exact",
            new FusedDoubles()),
    RESIDENT_LOOPS(
            "a loop of the host whose launches are small is run by one block, with its own barriers instead of"
                    + " launches",
            new ResidentLoops()),
    EARLY_LAUNCHES(
            "blocks of launches that follow one another in a loop start while the last ones before them end, and wait"
                    + " for what these write",
            new EarlyLaunches(),
            Target.Offer.EARLY_LAUNCHES);

    /** What a pass changes. */
    public enum Level {
        /** Which launches there are, before they are lowered. */
        LAUNCHES,
        /** How points keep and exchange values: another layout, decided while a launch is lowered. */
        LOWERING,
        /** The operations of blocks, before points are spread over threads ({@code codegen.block}). */
        BLOCKS,
        /** The same of blocks that warps of threads run. */
        WARPS,
        /** The same of blocks whose points one thread runs, one after the other. */
        LOOPS,
        /** Kernel programs in which one thread runs a block. */
        HOST,
        /** Kernel programs of threads that run a block together. */
        THREADS
    }

    /** What a pass does to a kernel program. */
    interface Change {
        /** The changed program; the same one where there is nothing to change. */
        Program of(Program program);

        /**
         * The same for a device.
         *
         * @param residency what blocks that stay are compared with
         */
        default Program of(Program program, Target.Residency residency) {
            return of(program);
        }
    }

    private final Level level;
    private final String description;
    private final Change change;
    private final Set<Target.Offer> needs;

    /** A pass before there are kernel programs. */
    Pass(Level level, String description) {
        this(level, description, program -> program);
    }

    Pass(String description, Change change, Target.Offer... needs) {
        this(Level.THREADS, description, change, needs);
    }

    Pass(Level level, String description, Change change, Target.Offer... needs) {
        this.level = level;
        this.description = description;
        this.change = change;
        this.needs = Set.of(needs);
    }

    /** What it changes. */
    public Level level() {
        return level;
    }

    /** What a device must offer for the pass to be of use. */
    public Set<Target.Offer> needs() {
        return needs;
    }

    /** The changed program, as for an H200. */
    public Program of(Program program) {
        return of(program, Target.USUAL_RESIDENCY);
    }

    /** @param residency what blocks that stay are compared with */
    Program of(Program program, Target.Residency residency) {
        return change.of(program, residency);
    }

    /** What it does, for people. */
    public String description() {
        return description;
    }

    /** How users write it: {@code drop-unused}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The pass that users write so. */
    public static Optional<Pass> of(String word) {
        return Arrays.stream(values()).filter(p -> p.word().equals(word)).findFirst();
    }

    @Override
    public String toString() {
        return word();
    }
}
