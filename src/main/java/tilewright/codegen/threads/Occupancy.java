package tilewright.codegen.threads;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tilewright.codegen.ir.Axis;
import tilewright.codegen.ir.BlockProgram;
import tilewright.codegen.ir.Face;
import tilewright.codegen.ir.Kernel;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Operations;
import tilewright.codegen.ir.SharedBuffer;
import tilewright.codegen.ir.Tile;
import tilewright.codegen.ir.Values;
import tilewright.kernel.Function;
import tilewright.kernel.GenerationLimits;
import tilewright.kernel.MatrixShape;
import tilewright.kernel.Target;
import tilewright.model.DataType;

/**
 * How many blocks a multiprocessor should hold at a time. The compiler, left alone, spends registers on loads far
 * ahead; a second block hides latency better. Where every iteration has a barrier few blocks run anyway, and each
 * should be as fast as it can.
 */
final class Occupancy {
    private static final GenerationLimits LIMITS = GenerationLimits.shipped();
    private static final int ADDRESS_REGISTERS = Long.BYTES / Integer.BYTES;

    private final Target target;

    Occupancy(Target target) {
        this.target = target;
    }

    /**
     * What is asked of the compiler. Where blocks that do not exist come and go between the others, room for whole groups of warps, one for each scheduler, if by what a thread is
     * estimated to need as many blocks have it: then they fit whatever came before them. Example: of blocks of 192 threads with 128 registers two fit in any case, with 147
     * only where each scheduler gets 3 of 12 warps. Measured: reports/experiments/nvidia-h100-room-for-warps.txt.
     */
    Function.Kind.Kernel of(Kernel kernel) {
        int blocks = blocksPerMultiprocessor(kernel);
        int threads = kernel.threads();
        int room = target.wholeGroups(threads);
        boolean someEnd = kernel.pieces().stream().anyMatch(BlockProgram::isPartOfBox);
        boolean fits = someEnd
                && blocks > 1
                && blocks * room <= target.threadsPerProcessor()
                && GenerationLimits.blocksByRegisters(target.registersPerProcessor(), registers(kernel), room)
                        >= blocks;
        return new Function.Kind.Kernel(threads, blocks, fits ? room : threads, Function.Start.BEHIND);
    }

    /** The number of blocks; 0 for no wish. Asking for one block keeps the compiler from trading spills for a second one. */
    private int blocksPerMultiprocessor(Kernel kernel) {
        if (kernel.pieces().stream().anyMatch(p -> !p.slices().isEmpty())) {
            return 1;
        }
        if (kernel.pieces().stream().anyMatch(Occupancy::hasFunctions)) {
            return 0;
        }
        int copying =
                kernel.pieces().stream().mapToInt(Occupancy::copying).max().orElse(0);
        if (copying > 0) {
            int blocks = atOnce(kernel, copying);
            return blocks > 1 ? blocks : 0;
        }
        boolean keepsAll = kernel.pieces().stream().allMatch(p -> !p.faces().isEmpty());
        if (!keepsAll && kernel.pieces().stream().anyMatch(p -> p.buffers().isEmpty())) {
            return 0;
        }
        int registers = registers(kernel);
        int threads = Math.ceilDiv(kernel.threads(), target.warp()) * target.warp();
        boolean planes = keepsAll && kernel.pieces().stream().anyMatch(Occupancy::holdsPlanes);
        int byRegisters = planes
                ? target.blocksWithinShares(registers, threads)
                : GenerationLimits.blocksByRegisters(target.registersPerProcessor(), registers, threads);
        boolean overlaps =
                kernel.pieces().stream().flatMap(p -> p.buffers().stream()).anyMatch(b -> b.copies() > 1);
        boolean early = kernel.pieces().stream().anyMatch(p -> p.threadGrid().products());
        // Where copies overlap with arithmetic a further block gains less than registers for loads ahead.
        if (overlaps && !early && byRegisters > 2) {
            int ahead = kernel.pieces().stream()
                    .mapToInt(p -> Math.max(LIMITS.aheadRegisters(), addresses(p)))
                    .max()
                    .orElse(LIMITS.aheadRegisters());
            byRegisters = Math.max(
                    2, GenerationLimits.blocksByRegisters(target.registersPerProcessor(), registers + ahead, threads));
        }
        return Math.max(1, Math.min(byRegisters, besidesRegisters(kernel, threads)));
    }

    /**
     * Whether iterations have functions that compilers compute beside those of others: nobody estimates the registers. Measured: all pairs' forces, 3.57 ms with room for
     * seven blocks asked for, 2.26 without (reports/experiments/nvidia-h200-new-nests.txt).
     */
    private static boolean hasFunctions(BlockProgram piece) {
        return piece.bodies()
                .flatMap(body -> Operations.ofKind(body, Operation.Iterations.class).stream())
                .flatMap(loop -> Operations.ofKind(loop.body(), Operation.Assign.class).stream())
                .anyMatch(update -> Values.functions(update.value()) > 0);
    }

    private int atOnce(Kernel kernel, int registers) {
        int threads = Math.ceilDiv(kernel.threads(), target.warp()) * target.warp();
        int byRegisters = GenerationLimits.blocksByRegisters(target.registersPerProcessor(), registers, threads);
        return Math.min(byRegisters, besidesRegisters(kernel, threads));
    }

    private int besidesRegisters(Kernel kernel, int threads) {
        int byThreads = Math.min(target.blocksPerProcessor(), target.threadsPerProcessor() / threads);
        int byShared =
                target.sharedBytesPerProcessor() / Math.max(1, kernel.sharedBytes() + target.sharedBytesReserved());
        return Math.min(byThreads, byShared);
    }

    /**
     * Registers of a thread that copies what its block keeps in boxes, where points lie along several axes: a front has more blocks than find room then. Compilers that are asked for no number of blocks
     * spend a few more, and lose one: five blocks of 128 threads find room with 96. None of other pieces.
     */
    private static int copying(BlockProgram piece) {
        List<Operation> body = piece.interiorBody() == null ? piece.guardedBody() : piece.interiorBody();
        if (body == null || piece.axes().size() < 2 || !piece.buffers().isEmpty()) {
            return 0;
        }
        return Operations.ofKind(body, Operation.LoadWindow.class).stream()
                .filter(l -> Operations.ofKind(body, Operation.Barrier.class).size() > 2)
                .mapToInt(l -> GenerationLimits.copying(l.window().type().bytes()))
                .max()
                .orElse(0);
    }

    /** Whether threads hold several planes of an array at a time, which all must stay in registers: what is estimated of them is the least that they need. */
    private static boolean holdsPlanes(BlockProgram piece) {
        return piece.tiles().stream().map(Tile::array).distinct().count()
                < piece.tiles().size();
    }

    /**
     * Registers of the addresses that a thread copies from while it computes, two for each of its copies of a k-tile, also of an incomplete one: compilers find all of them first, and without room for that read nothing ahead of its use.
     * None where updates are many. Example: 32 x 32 and 32 x 64 floats, of which an incomplete k-tile is copied one by one, are 8 and 16 copies for each of 128 threads, of which 8 and 8 are found together: 32 registers.
     */
    private static int addresses(BlockProgram piece) {
        if (piece.axes().stream().mapToInt(Axis::perThread).reduce(1, Math::multiplyExact) >= LIMITS.hidingUpdates()) {
            return 0;
        }
        Map<SharedBuffer, Integer> copies = new HashMap<>();
        List<Operation> body = piece.interiorBody() == null ? piece.guardedBody() : piece.interiorBody();
        for (Operation.Stage stage : Operations.ofKind(body == null ? List.of() : body, Operation.Stage.class)) {
            if (stage.isCopied()) {
                int elements =
                        stage.buffer().extents().stream().reduce(stage.buffer().chunk(), Math::multiplyExact);
                copies.merge(
                        stage.buffer(), Math.ceilDiv(elements / stage.order().vector(), piece.threads()), Math::max);
            }
        }
        return copies.values().stream()
                .mapToInt(c -> ADDRESS_REGISTERS * Math.min(c, LIMITS.copiesTogether()))
                .sum();
    }

    private static int registers(Kernel kernel) {
        return kernel.pieces().stream().mapToInt(Occupancy::registers).max().orElseThrow();
    }

    /**
     * Registers that a thread needs: its tile, its fragments for as many iterations as they exist for, and those that are
     * read in every iteration twice, so that loads run ahead of their use, or three times where nothing else keeps a
     * thread busy while they do; and what it takes of its neighbours for one tile at a time.
     */
    private static int registers(BlockProgram piece) {
        int words = LIMITS.otherRegisters();
        if (piece.threadGrid().products()) {
            return Math.max(LIMITS.productRegisters(), words + ofProducts(piece));
        }
        boolean pairs = isPaired(piece);
        for (Tile tile : piece.tiles()) {
            words += registers(words(piece, tile.axes()), tile.type(), pairs);
        }
        for (Operation.Iterations loop : loops(piece)) {
            words += (piece.buffers().stream().anyMatch(b -> b.copies() > 1) ? 2 : 3)
                    * words(piece, Operations.ofKind(loop.body(), Operation.Define.class));
        }
        return words + taken(piece);
    }

    /** Sums, two sets of factors of one product at a time, as its shape wants them, and the tiles of the other statements. */
    private static int ofProducts(BlockProgram piece) {
        int next = piece.axes().size() - 2;
        int besides = piece.tiles().stream()
                .skip(1)
                .mapToInt(t -> registers(words(piece, t.axes()), t.type(), false))
                .sum();
        int rows = piece.axes().get(next).perThread();
        int columns = piece.axes().getLast().perThread();
        int others =
                piece.axes().subList(0, next).stream().mapToInt(Axis::perThread).reduce(1, Math::multiplyExact);
        int chunk =
                loops(piece).stream().mapToInt(l -> l.sequence().chunk()).max().orElse(MatrixShape.GROUP);
        return besides + others * MatrixShape.of(rows, columns, chunk).registers(rows, columns);
    }

    private static boolean isPaired(BlockProgram piece) {
        List<Operation> body = piece.interiorBody() == null ? piece.guardedBody() : piece.interiorBody();
        return body != null
                && Operations.ofKind(body, Operation.Assign.class).stream().anyMatch(Operation.Assign::pairs);
    }

    /** Half a word takes a register of its own where it is not one of a pair. */
    private static int registers(int values, DataType type, boolean pairs) {
        int bytes = pairs ? type.bytes() : Math.max(Integer.BYTES, type.bytes());
        return Math.ceilDiv(values * bytes, Integer.BYTES);
    }

    /** Words of what a thread takes of its neighbours for one statement, of one array. */
    private static int taken(BlockProgram piece) {
        List<Operation> body = piece.interiorBody() == null ? piece.guardedBody() : piece.interiorBody();
        int[] most = {0};
        Map<String, Integer> words = new HashMap<>();
        Operations.visit(body == null ? List.of() : body, o -> {
            if (o instanceof Operation.Assign) {
                words.clear();
            } else if (o instanceof Operation.TakeFace t) {
                Face face = t.face();
                int elements = face.extents().stream().reduce(1, Math::multiplyExact);
                int ofArray =
                        words.merge(face.tile().array(), elements * face.type().bytes() / Integer.BYTES, Integer::sum);
                most[0] = Math.max(most[0], ofArray);
            }
        });
        return most[0];
    }

    private static int words(BlockProgram piece, Collection<Operation.Define> defines) {
        return defines.stream()
                .map(Operation.Define::fragment)
                .mapToInt(f -> registers(words(piece, f.axes()), f.elementType(), isPaired(piece)))
                .sum();
    }

    private static int words(BlockProgram piece, List<Integer> axes) {
        return axes.stream().mapToInt(d -> piece.axes().get(d).perThread()).reduce(1, Math::multiplyExact);
    }

    private static List<Operation.Iterations> loops(BlockProgram piece) {
        List<Operation> body = piece.interiorBody() == null ? piece.guardedBody() : piece.interiorBody();
        return body == null
                ? List.of()
                : Operations.ofKind(body, Operation.Iterations.class).stream()
                        .filter(i -> i.range() != Operation.Range.PART_OF_CHUNK)
                        .toList();
    }
}
