package tilewright.tiling.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.Statement;
import tilewright.model.sets.ConditionSets;

/**
 * The blocks of a launch that run the same code: a subtree of a plan's schedule tree. From the outside in it has a band of
 * blocks, in any order; a prologue, statements that run once; a band of iterations, which every block runs in order; the statements, one after the other, and an
 * epilogue, statements that run once more; and for each statement a band of the block's points, which run it together. The place of a statement of the prologue or
 * the epilogue is that of the iteration before the first one of every loop, in the first lane where points have lanes: what comes before what follows from {@link Phase}. Only the places at which {@link #own} holds count as a block's own:
 * every iteration of a statement is at one of them. All expressions are over parameters, variables of the host's loops
 * around the launch and the variables of the bands.
 */
public sealed interface Blocks permits Piece, TimeTile {
    /** Loops of one kind, the outermost first. */
    record Band(Order order, List<Loop> loops) {
        public Band {
            loops = List.copyOf(loops);
        }
    }

    /** What is known of the order in which a band's loops run. */
    enum Order {
        /** None: coordinates of blocks. */
        ANY,
        /** Lexicographic. */
        SEQUENCE,
        /** All at the same time, before the next statement runs: the points of a block. */
        TOGETHER
    }

    /** When a block runs a statement. */
    enum Phase {
        /** Once, before all iterations. */
        PROLOGUE,
        ITERATIONS,
        /** Once, after all iterations. */
        EPILOGUE
    }

    /** {@code variable} runs from {@code first} to {@code last}, inclusive. */
    record Loop(String variable, Affine first, Affine last) {
        public Condition condition() {
            return ConditionSets.between(first, variable, last);
        }

        /** The value before the first one, where what runs once stands. */
        Condition outside() {
            return new Condition.Compare(Affine.variable(variable), Condition.Relation.EQ, first.plus(-1));
        }
    }

    /** A leaf: a statement at the points of a block. */
    sealed interface Leaf permits Piece.PlannedStatement, TimeTile.TimedStatement {
        Statement statement();

        /** The statement's loop variables in terms of the variables of the bands. */
        Map<String, Affine> coordinates();

        /** Where a point runs it. */
        Condition domain();
    }

    /** What these blocks are, for people. */
    String role();

    /** Blocks that need no guard. */
    Condition interior();

    /** In the order of {@link Order}: blocks, iterations, points. */
    List<Band> bands();

    /** Which places are a block's own; others compute what another block owns, or are no blocks. */
    Condition own();

    /** In order, those of the iterations. */
    List<? extends Leaf> statements();

    /** Statements that run before all iterations, in order. */
    default List<? extends Leaf> prologue() {
        return List.of();
    }

    /** Statements that run after all iterations, in order. */
    default List<? extends Leaf> epilogue() {
        return List.of();
    }

    /** All statements, the prologue first, the epilogue last. */
    default List<? extends Leaf> leaves() {
        return statements();
    }

    /** When the statement of a number among all of them runs. */
    default Phase phase(int number) {
        int first = prologue().size();
        return number < first
                ? Phase.PROLOGUE
                : number < first + statements().size() ? Phase.ITERATIONS : Phase.EPILOGUE;
    }

    /** The three bands. */
    static List<Band> bands(Stream<Loop> blocks, Stream<Loop> iterations, Stream<Loop> points) {
        return List.of(
                new Band(Order.ANY, blocks.toList()),
                new Band(Order.SEQUENCE, iterations.toList()),
                new Band(Order.TOGETHER, points.toList()));
    }

    /** The variables of all bands, the outermost first. */
    default List<Loop> loops() {
        List<Loop> loops = new ArrayList<>();
        bands().forEach(b -> loops.addAll(b.loops()));
        return loops;
    }

    /** The number of variables of one kind. */
    default int count(Order order) {
        return bands().get(order.ordinal()).loops().size();
    }
}
