package tilewright.tiling.plan;

import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.Operator;
import tilewright.model.Statement;
import tilewright.tiling.rewrite.KeptCopies;

/**
 * Blocks of one level that run the same code. All expressions are over parameters, host loop variables and the
 * variables of {@code grid}, {@code sequential} and {@code points}.
 *
 * <p>Meaning: for every block of the grid that is a {@code member}, the register tiles are loaded; for every
 * vector of the sequential loops, in order, every statement, in order, runs for all points of the block in
 * parallel where its {@code domain} holds (values published before, with a barrier); then the register tiles are
 * stored at the points where {@code stored} holds. The statements of the {@code prologue} run once, in order, before the sequential loops,
 * and those of the {@code epilogue} after them, each by the thread of the point; where points have lanes, by their first lane, when partial
 * results are joined. Points that fail a condition must not store anything and must
 * not read outside the arrays' bounds; they may compute.
 *
 * @param role what these blocks are, for people
 * @param grid block coordinates, outermost first; each becomes part of the grid
 * @param member which blocks of the grid's box belong to the piece
 * @param interior blocks for which every point and every sequential iteration is in every statement's domain
 *     and all points are within bounds: no guard is needed
 * @param sequential loops run in order by the whole block
 * @param points the block's points, outermost first; the last one is contiguous in memory where possible
 * @param prologue statements that points run before the sequential loops; they write register tiles of the point's own
 * @param statements of the sequential loops; run once where there are none
 * @param epilogue statements that points run after the sequential loops; what they write besides register tiles of the point's own goes to memory
 * @param barriers whether a barrier ends every iteration of the first sequential loop, so that a point finds in memory
 *     what other points of the block wrote in earlier ones
 */
public record Piece(
        String role,
        List<GridDimension> grid,
        Condition member,
        Condition interior,
        List<SequentialLoop> sequential,
        List<PointDimension> points,
        List<RegisterTile> tiles,
        List<PlannedStatement> prologue,
        List<PlannedStatement> statements,
        List<PlannedStatement> epilogue,
        boolean barriers)
        implements Blocks {
    /** Block coordinate {@code variable} runs from {@code first} to {@code last}, inclusive. */
    public record GridDimension(String variable, Affine first, Affine last) {}

    /**
     * Runs from {@code first} to {@code last}, inclusive, in steps of one.
     *
     * @param chunk how many iterations are staged at a time
     * @param blockFirst first iteration of the block whether or not it is in the domain: chunks are counted
     *     from here, so that 16-byte accesses stay aligned
     */
    public record SequentialLoop(String variable, Affine first, Affine last, Affine blockFirst, int chunk) {}

    /**
     * Loop variable {@code variable} takes the values {@code base .. base + extent - 1}.
     *
     * @param extent block size r_z
     * @param thread thread size r_{z,2}; it divides the extent, and extent / thread threads run along it
     * @param lanes whether its points share out the iterations of a reduction, each with partial results of its own
     */
    public record PointDimension(String variable, Affine base, int extent, int thread, boolean lanes) {
        public int threads() {
            return extent / thread;
        }

        /** That a point is the first one along the dimension. */
        Condition first() {
            return new Condition.Compare(Affine.variable(variable), Condition.Relation.EQ, base);
        }
    }

    /**
     * One array element per point, kept in registers while the block runs.
     *
     * @param indices the element of a point: affine in the point variables (and parameters and host variables)
     * @param loaded whether it must be loaded before the first statement
     * @param stored points whose element must be written back; false for read-only tiles
     * @param partial null, or the operator of a reduction of whose elements every lane has a partial result: the first lane
     *     starts from the element, the others from the operator's neutral value (for a minimum or maximum: from the element
     *     as well); in the end all lanes' results are joined, in an order that depends on the sizes of the block alone,
     *     and the first lane stores that
     */
    public record RegisterTile(
            String array,
            List<Affine> indices,
            boolean loaded,
            Condition stored,
            @Nullable Operator partial) {
        public RegisterTile {
            indices = List.copyOf(indices);
        }

        /** The same, of which nothing is written back. */
        public RegisterTile unstored() {
            return new RegisterTile(array, indices, loaded, Condition.FALSE, partial);
        }
    }

    /**
     * @param coordinates the statement's loop variables in terms of the piece's variables
     * @param domain when a point runs the statement, given that the block is a member; exact. Its conjuncts
     *     over parameters, host, grid and point variables alone may be left to {@code stored}
     */
    public record PlannedStatement(
            Statement statement, Map<String, Affine> coordinates, Condition domain, List<PlannedAccess> accesses)
            implements Leaf {
        public PlannedStatement {
            coordinates = Map.copyOf(coordinates);
            accesses = List.copyOf(accesses);
        }

        public PlannedAccess access(int index) {
            return accesses.stream()
                    .filter(a -> a.access().index() == index)
                    .findFirst()
                    .orElseThrow();
        }
    }

    /**
     * @param access the statement's, or where that reads a copy which the piece itself makes, the access to the element behind it ({@link KeptCopies})
     * @param indices array element in terms of the piece's variables
     * @param tile position in {@code tiles} of the register tile that holds the element, for OWN and EXCHANGED
     *     (there: the tile of the point that publishes it)
     */
    public record PlannedAccess(
            Access access,
            Strategy strategy,
            List<Affine> indices,
            @Nullable Integer tile) {
        public PlannedAccess {
            indices = List.copyOf(indices);
        }
    }

    public Piece {
        grid = List.copyOf(grid);
        sequential = List.copyOf(sequential);
        points = List.copyOf(points);
        tiles = List.copyOf(tiles);
        prologue = List.copyOf(prologue);
        statements = List.copyOf(statements);
        epilogue = List.copyOf(epilogue);
    }

    /** Blocks whose statements are all in their loops. */
    public Piece(
            String role,
            List<GridDimension> grid,
            Condition member,
            Condition interior,
            List<SequentialLoop> sequential,
            List<PointDimension> points,
            List<RegisterTile> tiles,
            List<PlannedStatement> statements,
            boolean barriers) {
        this(role, grid, member, interior, sequential, points, tiles, List.of(), statements, List.of(), barriers);
    }

    /** All statements: those of the prologue, those of the loops, those of the epilogue. */
    @Override
    public List<PlannedStatement> leaves() {
        return Stream.of(prologue, statements, epilogue).flatMap(List::stream).toList();
    }

    /** Whether the element of an access is in registers all the time: its tile is neither loaded nor stored. */
    boolean isKept(PlannedAccess access) {
        Integer number = access.tile();
        boolean own = access.strategy() == Strategy.OWN || access.strategy() == Strategy.EXCHANGED;
        return own
                && number != null
                && !tiles.get(number).loaded()
                && tiles.get(number).stored().equals(Condition.FALSE);
    }

    /** The statements that run in the same part as one of them: before the loops, in them, or after them. */
    public List<PlannedStatement> beside(PlannedStatement statement) {
        return Stream.of(prologue, epilogue)
                .filter(part -> part.contains(statement))
                .findFirst()
                .orElse(statements);
    }

    /** Whether a statement runs before or after the loops. */
    public boolean runsOnce(PlannedStatement statement) {
        return prologue.contains(statement) || epilogue.contains(statement);
    }

    @Override
    public List<Band> bands() {
        return Blocks.bands(
                grid.stream().map(g -> new Loop(g.variable(), g.first(), g.last())),
                sequential.stream().map(s -> new Loop(s.variable(), s.first(), s.last())),
                points.stream()
                        .map(p -> new Loop(p.variable(), p.base(), p.base().plus(p.extent() - 1L))));
    }

    @Override
    public Condition own() {
        return member;
    }

    /** The same blocks with other points and tiles. */
    public Piece with(List<PointDimension> otherPoints, List<RegisterTile> otherTiles) {
        return with(otherPoints, otherTiles, prologue, statements, epilogue);
    }

    /** The same blocks running other statements in their loops. */
    public Piece withStatements(List<PlannedStatement> others) {
        return with(points, tiles, prologue, others, epilogue);
    }

    /** The same blocks running other statements in their loops and behind them. */
    public Piece withLoopAndEpilogue(List<PlannedStatement> inLoop, List<PlannedStatement> behind) {
        return with(points, tiles, prologue, inLoop, behind);
    }

    /** The same blocks with every statement changed. */
    public Piece mapStatements(UnaryOperator<PlannedStatement> change) {
        return with(
                points,
                tiles,
                prologue.stream().map(change).toList(),
                statements.stream().map(change).toList(),
                epilogue.stream().map(change).toList());
    }

    private Piece with(
            List<PointDimension> otherPoints,
            List<RegisterTile> otherTiles,
            List<PlannedStatement> otherPrologue,
            List<PlannedStatement> otherStatements,
            List<PlannedStatement> otherEpilogue) {
        return new Piece(
                role,
                grid,
                member,
                interior,
                sequential,
                otherPoints,
                otherTiles,
                otherPrologue,
                otherStatements,
                otherEpilogue,
                barriers);
    }

    /** Threads of one block. */
    public int threads() {
        return points.stream().mapToInt(PointDimension::threads).reduce(1, Math::multiplyExact);
    }
}
