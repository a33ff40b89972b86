package tilewright.codegen.threads;

import static tilewright.kernel.Expressions.less;
import static tilewright.kernel.Expressions.subtract;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tilewright.codegen.ir.BlockProgram;
import tilewright.codegen.ir.Kernel;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.print.Header;
import tilewright.codegen.scalar.BlockCoordinates;
import tilewright.codegen.scalar.FunctionNames;
import tilewright.kernel.Expressions;
import tilewright.kernel.Function;
import tilewright.kernel.Memory;
import tilewright.kernel.Program;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Target;
import tilewright.kernel.Variable;
import tilewright.kernel.pass.Passes;
import tilewright.ranking.description.DeviceCatalog;

/** A program of blocks as one of threads: what the host does, and what every thread of every launch does. */
public final class DeviceProgram {
    /** Streams in which windows of arrays are on their way ({@link tilewright.tiling.window.Windows}). */
    public static final int STREAMS = WindowSteps.STREAMS;

    private DeviceProgram() {}

    /** The program for the reference GPU, after all passes. */
    public static Program of(KernelProgram program) {
        Target reference = DeviceCatalog.referenceGpu().target();
        return of(program, reference, Passes.of(reference));
    }

    /**
     * The program as it is lowered, and then improved.
     *
     * @param passes those of the target, or some of them
     */
    public static Program of(KernelProgram program, Target target, Passes passes) {
        return passes.of(naive(program, target));
    }

    private static Program naive(KernelProgram program, Target target) {
        Occupancy occupancy = new Occupancy(target);
        HostProgram host = new HostProgram(program, target);
        List<Function> functions = new ArrayList<>();
        List<Memory.Global> counters = new ArrayList<>();
        Map<String, KernelProgram.HostStep.Columns> inColumns = new HashMap<>();
        columns(program.host(), inColumns);
        List<KernelProgram.HostStep.Rows> inRows = new ArrayList<>();
        rows(program.host(), inRows);
        for (Kernel kernel : program.kernels()) {
            if (inRows.stream()
                    .anyMatch(r -> r.diagonal().equals(kernel) || r.below().equals(kernel))) {
                continue;
            }
            KernelProgram.HostStep.Columns columns = inColumns.get(kernel.name());
            functions.addAll(
                    columns == null
                            ? functions(program, kernel, occupancy)
                            : new ColumnFunctions(program, columns, occupancy).all());
            if (kernel.takesTurns()) {
                counters.add(new Memory.Global(FunctionNames.turns(kernel), ScalarType.U32, true));
            }
        }
        inRows.forEach(r -> functions.addAll(new RowFunctions(program, r, target).all()));
        for (KernelProgram.HostStep.Kept kept : program.kept()) {
            List<KeptColumnFunctions> sizes = KeptColumns.resident(kept, target).stream()
                    .map(r -> new KeptColumnFunctions(program, kept, target, r))
                    .toList();
            functions.add(sizes.getFirst().startFunction());
            sizes.forEach(s -> functions.add(s.function()));
        }
        for (KernelProgram.HostStep.Inputs inputs : program.inputs()) {
            functions.addAll(KeptInputFunctions.of(program, inputs, target).functions());
        }
        if (!program.coalescing().tables().isEmpty()) {
            functions.add(OffsetTables.function(program));
        }
        for (KernelProgram.HostStep.Staying staying : program.staying()) {
            StayingFunctions stays = new StayingFunctions(program, staying);
            functions.add(stays.startFunction());
            functions.add(stays.function());
        }
        return new Program(
                program.name(), Header.of(program), host.sizes(), host.arrays(), counters, functions, host.steps());
    }

    /** The columns of blocks, by the names of their kernels. */
    private static void columns(List<KernelProgram.HostStep> steps, Map<String, KernelProgram.HostStep.Columns> found) {
        for (KernelProgram.HostStep step : steps) {
            switch (step) {
                case KernelProgram.HostStep.Loop l -> columns(l.body(), found);
                case KernelProgram.HostStep.Columns c -> found.put(c.kernel().name(), c);
                case KernelProgram.HostStep.Launch _,
                        KernelProgram.HostStep.Rows _,
                        KernelProgram.HostStep.Kept _,
                        KernelProgram.HostStep.Inputs _,
                        KernelProgram.HostStep.Staying _,
                        KernelProgram.HostStep.AsWritten _ -> {}
            }
        }
    }

    private static void rows(List<KernelProgram.HostStep> steps, List<KernelProgram.HostStep.Rows> found) {
        for (KernelProgram.HostStep step : steps) {
            switch (step) {
                case KernelProgram.HostStep.Loop l -> rows(l.body(), found);
                case KernelProgram.HostStep.Rows r -> found.add(r);
                case KernelProgram.HostStep.Launch _,
                        KernelProgram.HostStep.Columns _,
                        KernelProgram.HostStep.Kept _,
                        KernelProgram.HostStep.Inputs _,
                        KernelProgram.HostStep.Staying _,
                        KernelProgram.HostStep.AsWritten _ -> {}
            }
        }
    }

    /**
     * The functions of a kernel. Its blocks are numbered piece after piece, the last coordinate fastest; the kernel finds out which
     * block of which piece this is, or is one of each.
     */
    static List<Function> functions(KernelProgram program, Kernel kernel, Occupancy occupancy) {
        Signature signature = Signature.of(program, kernel);
        Variable block = Variable.integer(signature.names().fresh("block"));
        List<Function> functions = new ArrayList<>();
        List<Statement> body = new ArrayList<>();
        boolean alone = kernel.counted().size() == 1;
        body.add(new Statement.Declare(block, Expressions.BLOCK, alone));
        for (BlockProgram piece : kernel.pieces()) {
            PieceFunctions ofPiece = new PieceFunctions(program, kernel, piece, signature, block);
            functions.addAll(ofPiece.all());
            boolean last = piece == kernel.pieces().getLast();
            if (kernel.inTurn()) {
                body.add(new Statement.Scope(calls(ofPiece)));
                body.addAll(last ? List.of() : List.of(new Statement.Barrier()));
            } else {
                body.addAll(last ? calls(ofPiece) : List.of(new Statement.Scope(callsOrNext(ofPiece, block))));
            }
        }
        functions.add(new Function(
                kernel.name(), occupancy.of(kernel), kernel.description(), signature.parameters(), null, body));
        return functions;
    }

    private static List<Statement> calls(PieceFunctions piece) {
        List<Statement> statements = new ArrayList<>(counts(piece.coordinates()));
        statements.addAll(piece.call());
        return statements;
    }

    /** Blocks of the piece run it; the others go on with their number among the blocks of later pieces. */
    private static List<Statement> callsOrNext(PieceFunctions piece, Variable block) {
        BlockCoordinates coordinates = piece.coordinates();
        List<Statement> statements = new ArrayList<>(counts(coordinates));
        List<Statement> own = new ArrayList<>(piece.call());
        own.add(new Statement.Return());
        statements.add(new Statement.If(less(block.read(), coordinates.blocks()), own));
        statements.add(new Statement.Assign(block.place(), subtract(block.read(), coordinates.blocks())));
        return statements;
    }

    private static List<Statement> counts(BlockCoordinates coordinates) {
        return coordinates.counts().stream()
                .map(c -> (Statement) new Statement.Declare(c.variable(), c.value(), true))
                .toList();
    }
}
