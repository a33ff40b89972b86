package tilewright.codegen.ir;

import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import tilewright.model.Condition;

/**
 * All blocks of one launch: the blocks of the first piece, then those of the second, and so on, numbered along one
 * dimension. Or blocks that are one of each piece, with the same coordinates: they run the first piece, wait until all of their threads have, run the second, and so on.
 *
 * @param name identifier of the kernel, unique in the program
 * @param description what the launch does, for people
 * @param hostVariables variables of the surrounding host loops, outermost first
 * @param inTurn whether a block is one of each piece
 */
public record Kernel(
        String name,
        String description,
        List<String> hostVariables,
        List<KernelArgument> arguments,
        List<BlockProgram> pieces,
        boolean inTurn) {
    /** A kernel whose blocks run one piece. */
    public Kernel(
            String name,
            String description,
            List<String> hostVariables,
            List<KernelArgument> arguments,
            List<BlockProgram> pieces) {
        this(name, description, hostVariables, arguments, pieces, false);
    }

    public Kernel {
        hostVariables = List.copyOf(hostVariables);
        arguments = List.copyOf(arguments);
        pieces = List.copyOf(pieces);
        if (pieces.isEmpty()) {
            throw new IllegalArgumentException("kernel " + name + " has no pieces");
        }
    }

    /** The same for blocks that satisfy a condition. */
    public Kernel where(Condition condition) {
        return withPieces(pieces.stream().map(p -> p.where(condition)).toList());
    }

    /** The same launch of other blocks. */
    public Kernel withPieces(List<BlockProgram> others) {
        return new Kernel(name, description, hostVariables, arguments, others, inTurn);
    }

    /** Whether its blocks count themselves. */
    public boolean takesTurns() {
        return pieces.stream()
                .flatMap(p -> Stream.of(Optional.ofNullable(p.interiorBody()), Optional.ofNullable(p.guardedBody())))
                .flatMap(Optional::stream)
                .anyMatch(b -> !Operations.ofKind(b, Operation.TakeTurn.class).isEmpty());
    }

    /** Threads per block: the most that a piece needs; the others let the surplus go. */
    public int threads() {
        return pieces.stream().mapToInt(BlockProgram::threads).max().orElseThrow();
    }

    /** Bytes of shared memory per block, given at launch. */
    public int sharedBytes() {
        return pieces.stream().mapToInt(BlockProgram::sharedBytes).max().orElseThrow();
    }

    /** The pieces whose blocks together are those of the launch. */
    public List<BlockProgram> counted() {
        return inTurn ? pieces.subList(0, 1) : pieces;
    }

    /** When some piece has blocks, as far as parameters and host variables say so. */
    public Condition active() {
        List<Condition> active =
                pieces.stream().map(BlockProgram::active).distinct().toList();
        return active.contains(Condition.TRUE)
                ? Condition.TRUE
                : active.size() == 1 ? active.getFirst() : new Condition.Or(active);
    }

    /** Number of blocks for given parameters and host variables; a launch of none is left out. */
    public long blocks(ToLongFunction<String> values) {
        return !active().test(values)
                ? 0
                : counted().stream().mapToLong(p -> p.blocks(values)).reduce(0, Math::addExact);
    }
}
