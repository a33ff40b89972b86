package tilewright.codegen.print;

import java.util.List;
import tilewright.codegen.ir.BlockProgram;
import tilewright.codegen.ir.Kernel;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Tile;

/**
 * How many blocks a multiprocessor should hold at a time. The compiler, left alone, spends registers on loads far
 * ahead; a second block hides latency better. Where every iteration has a barrier few blocks run anyway, and each
 * should be as fast as it can.
 */
final class CudaOccupancy {
    private static final int REGISTERS = 65536;
    private static final int THREADS = 2048;
    private static final int SHARED_BYTES = 227 * 1024;
    private static final int RESERVED_SHARED_BYTES = 1024;
    /** Registers beside tiles and fragments: addresses, loop counters, temporaries. */
    private static final int OTHER_REGISTERS = 32;

    private CudaOccupancy() {}

    /** The number to ask of the compiler; 1 for no wish. */
    static int blocksPerMultiprocessor(Kernel kernel) {
        boolean throughput = kernel.pieces().stream()
                .allMatch(p -> p.slices().isEmpty() && !p.buffers().isEmpty());
        if (!throughput) {
            return 1;
        }
        int registers = kernel.pieces().stream()
                .mapToInt(CudaOccupancy::registers)
                .max()
                .orElseThrow();
        int byRegisters = REGISTERS / (registers * kernel.threads());
        int byThreads = THREADS / kernel.threads();
        int byShared = SHARED_BYTES / (kernel.sharedBytes() + RESERVED_SHARED_BYTES);
        return Math.max(1, Math.min(byRegisters, Math.min(byThreads, byShared)));
    }

    /** Registers that a thread needs: its tile, and twice its fragments so that loads run ahead of their use. */
    private static int registers(BlockProgram piece) {
        int words = OTHER_REGISTERS;
        for (Tile tile : piece.tiles()) {
            words += words(piece, tile.axes()) * tile.type().bytes() / Integer.BYTES;
        }
        for (Operation.Define define : fragments(piece)) {
            words += 2
                    * words(piece, define.fragment().axes())
                    * define.fragment().type().bytes()
                    / Integer.BYTES;
        }
        return words;
    }

    private static int words(BlockProgram piece, List<Integer> axes) {
        return axes.stream().mapToInt(d -> piece.axes().get(d).perThread()).reduce(1, Math::multiplyExact);
    }

    private static List<Operation.Define> fragments(BlockProgram piece) {
        List<Operation> body = piece.interiorBody() == null ? piece.guardedBody() : piece.interiorBody();
        return body == null ? List.of() : definitions(body);
    }

    private static List<Operation.Define> definitions(List<Operation> operations) {
        return operations.stream()
                .flatMap(o -> switch (o) {
                    case Operation.Define d -> java.util.stream.Stream.of(d);
                    case Operation.ChunkLoop c -> definitions(c.body()).stream();
                    case Operation.Pipeline p -> definitions(p.body()).stream();
                    case Operation.Iterations i -> definitions(i.body()).stream();
                    default -> java.util.stream.Stream.<Operation.Define>empty();
                })
                .toList();
    }
}
