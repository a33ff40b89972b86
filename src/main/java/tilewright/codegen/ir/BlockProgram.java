package tilewright.codegen.ir;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tilewright.model.Affine;
import tilewright.model.Condition;

/**
 * What every block of one piece does.
 *
 * @param name short identifier, unique in the kernel
 * @param role what these blocks are, for people
 * @param grid block coordinates; the number of a block changes the first one slowest
 * @param member which blocks of the grid's box exist; the others do nothing
 * @param axes the block's points, outermost first
 * @param threads how threads are spread over the axes
 * @param tiles registers
 * @param buffers staged values in shared memory
 * @param slices exchanged values in shared memory
 * @param faces values that threads hand to their neighbours
 * @param interior blocks that may run {@code interiorBody}
 * @param ofThreads threads that may run it by themselves, in any block; null where blocks alone tell
 * @param interiorBody the operations where nothing needs a guard; null where no block is like that
 * @param guardedBody the operations for any other block; null where every block is interior
 */
public record BlockProgram(
        String name,
        String role,
        List<Coordinate> grid,
        Condition member,
        List<Axis> axes,
        ThreadGrid threadGrid,
        List<Tile> tiles,
        List<SharedBuffer> buffers,
        List<Slice> slices,
        List<Face> faces,
        Condition interior,
        @Nullable OfThreads ofThreads,
        @Nullable List<Operation> interiorBody,
        @Nullable List<Operation> guardedBody) {
    /**
     * Block coordinate {@code variable} runs from {@code first} to {@code last}, inclusive.
     *
     * @param down whether the first block has its last value
     */
    public record Coordinate(String variable, Affine first, Affine last, boolean down) {
        /** The first block has its first value. */
        public Coordinate(String variable, Affine first, Affine last) {
            this(variable, first, last, false);
        }

        /** The same values, in the other order. */
        public Coordinate fromLast() {
            return new Coordinate(variable, first, last, !down);
        }

        /** Number of values where it is positive. */
        public Affine count() {
            return last.minus(first).plus(1);
        }
    }

    /**
     * Conditions of a thread, whose first point the axes' variables name.
     *
     * @param inside that all its points run the operations without a guard
     * @param some what holds where it has a point at all that runs any
     */
    public record OfThreads(Condition inside, Condition some) {
        /** Whether each thread is inside or has no point, as where it has one point. */
        public boolean leaveNone() {
            return inside.equals(some);
        }
    }

    public BlockProgram {
        grid = List.copyOf(grid);
        axes = List.copyOf(axes);
        tiles = List.copyOf(tiles);
        buffers = List.copyOf(buffers);
        slices = List.copyOf(slices);
        faces = List.copyOf(faces);
        interiorBody = interiorBody == null ? null : List.copyOf(interiorBody);
        guardedBody = guardedBody == null ? null : List.copyOf(guardedBody);
        if (interiorBody == null && guardedBody == null) {
            throw new IllegalArgumentException("piece " + name + " has no body");
        }
    }

    /** What blocks that run {@code interiorBody} have in common, for people. */
    public String interiorComment() {
        if (!paddedArrays().isEmpty()) {
            return "Interior: points take part in every iteration, or lie in the padding of rows.";
        }
        if (interiorBody == null || Operations.guards(interiorBody).isEmpty()) {
            return "Interior: every point takes part in every iteration.";
        }
        return Operations.ofKind(interiorBody, Operation.LoadWindow.class).isEmpty()
                ? "Full block: inside all arrays; what changes with the iterations is checked."
                : "What the block writes lies apart from what else it reads of the array.";
    }

    /** The arrays of whose rows interior blocks may use the padding, up to the end of the block. */
    public Set<String> paddedArrays() {
        Set<String> arrays = new TreeSet<>();
        List<Operation> body = interiorBody == null ? List.of() : interiorBody;
        Operations.ofKind(body, Operation.LoadTile.class).stream()
                .filter(Operation.LoadTile::padded)
                .forEach(l -> arrays.add(l.tile().array()));
        Operations.ofKind(body, Operation.StoreTile.class).stream()
                .filter(Operation.StoreTile::padded)
                .forEach(s -> arrays.add(s.tile().array()));
        Operations.ofKind(body, Operation.Stage.class).stream()
                .flatMap(s -> Values.globals(s.value()).stream())
                .filter(Value.GlobalElement::padded)
                .forEach(g -> arrays.add(g.array()));
        return arrays;
    }

    /** The same for other blocks. */
    public BlockProgram of(Condition blocks) {
        return with(grid, blocks, tiles, slices, interior, ofThreads, interiorBody, guardedBody);
    }

    /** The same blocks with other operations; null where there were none. */
    public BlockProgram withBodies(@Nullable List<Operation> interiorOperations, @Nullable List<Operation> guarded) {
        return with(grid, member, tiles, slices, interior, ofThreads, interiorOperations, guarded);
    }

    /** The same blocks, of which those that satisfy a condition, and no others, run other operations than those that are checked. */
    public BlockProgram withInterior(Condition blocks, List<Operation> operations, List<Tile> more) {
        return with(
                grid,
                member,
                Stream.concat(tiles.stream(), more.stream()).toList(),
                slices,
                blocks,
                null,
                operations,
                blocks.equals(Condition.TRUE) ? null : guardedBody);
    }

    /** Blocks of another grid that run the same. */
    public BlockProgram withGrid(List<Coordinate> coordinates) {
        return with(coordinates, member, tiles, slices, interior, ofThreads, interiorBody, guardedBody);
    }

    /** The same with other memory for exchanged values, and operations that use it. */
    public BlockProgram withSlices(
            List<Slice> exchanged, @Nullable List<Operation> interiorOperations, @Nullable List<Operation> guarded) {
        return with(grid, member, tiles, exchanged, interior, ofThreads, interiorOperations, guarded);
    }

    /** The same without memory that nothing is handed out in. */
    public BlockProgram withoutUnusedSlices() {
        List<Slice> used = slices.stream()
                .filter(s -> bodies().flatMap(b -> Operations.ofKind(b, Operation.Publish.class).stream())
                        .anyMatch(p -> p.slice().equals(s)))
                .toList();
        return used.equals(slices)
                ? this
                : with(grid, member, tiles, used, interior, ofThreads, interiorBody, guardedBody);
    }

    /** What passes change, beside all that none does. */
    private BlockProgram with(
            List<Coordinate> coordinates,
            Condition blocks,
            List<Tile> registers,
            List<Slice> exchanged,
            Condition inside,
            @Nullable OfThreads threads,
            @Nullable List<Operation> interiorOperations,
            @Nullable List<Operation> guarded) {
        return new BlockProgram(
                name,
                role,
                coordinates,
                blocks,
                axes,
                threadGrid,
                registers,
                buffers,
                exchanged,
                faces,
                inside,
                threads,
                interiorOperations,
                guarded);
    }

    /**
     * Whether threads decide for themselves which body they run: none of them waits for another one, or reads what another one keeps. Then only those whose points lie at the boundary
     * ask for each of these, not all of a block. That is worth a question of each thread where loops follow, or where no thread is left that has to ask.
     */
    public boolean decidesByThreads() {
        return ofThreads != null
                && interiorBody != null
                && guardedBody != null
                && (ofThreads.leaveNone()
                        || !Operations.ofKind(interiorBody, Operation.Iterations.class)
                                .isEmpty())
                && shared().isEmpty()
                && bodies().flatMap(List::stream).allMatch(BlockProgram::isOfOneThread);
    }

    /** The same blocks, whose threads decide together. */
    public BlockProgram asOneBlock() {
        return with(grid, member, tiles, slices, interior, null, interiorBody, guardedBody);
    }

    private static boolean isOfOneThread(Operation operation) {
        return switch (operation) {
            case Operation.LoadTile _, Operation.StoreTile _, Operation.Define _, Operation.Assign _ -> true;
            case Operation.Iterations i -> i.body().stream().allMatch(BlockProgram::isOfOneThread);
            case Operation.ChunkLoop c -> c.body().stream().allMatch(BlockProgram::isOfOneThread);
            case Operation.Remainder r -> r.body().stream().allMatch(BlockProgram::isOfOneThread);
            case Operation.Barrier _,
                    Operation.Join _,
                    Operation.TakeTurn _,
                    Operation.LastTurn _,
                    Operation.LoadWindow _,
                    Operation.StoreWindow _,
                    Operation.Tell _,
                    Operation.GiveFace _,
                    Operation.MoveTile _,
                    Operation.TakeFace _,
                    Operation.Land _,
                    Operation.AwaitLanding _,
                    Operation.TakeLanding _,
                    Operation.Stage _,
                    Operation.Publish _,
                    Operation.Shuffle _,
                    Operation.InTurn _,
                    Operation.Keep _,
                    Operation.Pipeline _,
                    Operation.Rounds _ -> false;
        };
    }

    /** Whether tiles are carried through all iterations, as time tiles are: threads copy them and hand out their faces. */
    public boolean keepsTiles() {
        return !faces.isEmpty()
                || bodies().anyMatch(b ->
                        !Operations.ofKind(b, Operation.MoveTile.class).isEmpty());
    }

    /** The same for those blocks that satisfy a condition. */
    public BlockProgram where(Condition condition) {
        return of(
                member.equals(Condition.TRUE)
                        ? condition
                        : new Condition.And(Stream.concat(member.conjuncts().stream(), condition.conjuncts().stream())
                                .distinct()
                                .toList()));
    }

    /** When the piece has blocks, as far as parameters and host variables say so. */
    public Condition active() {
        List<String> coordinates = grid.stream().map(Coordinate::variable).toList();
        List<Condition> ofStep = member.conjuncts().stream()
                .filter(c -> c.variables().stream().noneMatch(coordinates::contains))
                .toList();
        return ofStep.size() == 1 ? ofStep.getFirst() : new Condition.And(ofStep);
    }

    /** Whether some blocks of the grid's box do not exist while others do. */
    public boolean isPartOfBox() {
        List<String> coordinates = grid.stream().map(Coordinate::variable).toList();
        return member.conjuncts().stream().anyMatch(c -> c.variables().stream().anyMatch(coordinates::contains));
    }

    /** Threads of one block. */
    public int threads() {
        return threadGrid.threads();
    }

    /** Everything in shared memory, in the order of its place there. */
    public List<SharedArray> shared() {
        Stream<SharedArray> own = Stream.concat(Stream.concat(buffers.stream(), kept().stream()), slices.stream());
        Stream<SharedArray> others = Stream.concat(faces.stream().filter(f -> !f.isWithinWarp()), windows().stream());
        return Stream.concat(Stream.concat(own, others), Stream.concat(landings(), partials()))
                .toList();
    }

    private Stream<Landing> landings() {
        return bodies().flatMap(b -> Operations.ofKind(b, Operation.Land.class).stream())
                .map(Operation.Land::landing)
                .distinct();
    }

    /** What warps keep for others; both bodies use the same memory. */
    private List<SharedBuffer> kept() {
        return bodies().flatMap(b -> Operations.ofKind(b, Operation.Keep.class).stream())
                .map(Operation.Keep::buffer)
                .distinct()
                .toList();
    }

    /** What joins hand over; both bodies use the same memory. */
    private Stream<Partials> partials() {
        return bodies().flatMap(b -> Operations.ofKind(b, Operation.Join.class).stream())
                .flatMap(j -> Stream.ofNullable(j.memory()))
                .distinct();
    }

    /** Parts of arrays that blocks keep in shared memory; both bodies use the same memory. */
    public List<Window> windows() {
        return bodies().flatMap(b -> Operations.ofKind(b, Operation.LoadWindow.class).stream())
                .map(Operation.LoadWindow::window)
                .distinct()
                .toList();
    }

    /** The operations of blocks of either kind. */
    public Stream<List<Operation>> bodies() {
        return Stream.of(Optional.ofNullable(interiorBody), Optional.ofNullable(guardedBody))
                .flatMap(Optional::stream);
    }

    /** Bytes of shared memory: arrays one after another, each 16-byte aligned. */
    public int sharedBytes() {
        return shared().stream().mapToInt(s -> (s.bytes() + 15) / 16 * 16).sum();
    }

    /** Number of blocks in the grid's box. */
    public long blocks(ToLongFunction<String> values) {
        return grid.stream()
                .mapToLong(g -> Math.max(0, g.count().evaluate(values)))
                .reduce(1, Math::multiplyExact);
    }
}
