package tilewright.codegen.print;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.ArrayLayout;
import tilewright.codegen.ir.BlockProgram;
import tilewright.codegen.ir.Face;
import tilewright.codegen.ir.Kernel;
import tilewright.codegen.ir.KernelArgument;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.ir.Partials;
import tilewright.codegen.ir.Sequence;
import tilewright.codegen.ir.Window;
import tilewright.model.Condition;
import tilewright.model.DataType;

/** A whole program in C as a view. */
public final class CFile {
    private final KernelProgram program;
    private final String function;
    private final CScope.Extremes extremes = new CScope.Extremes();

    private final @Nullable CCounters counters;

    private CFile(KernelProgram program, String function, @Nullable CCounters counters) {
        this.program = program;
        this.function = function;
        this.counters = counters;
    }

    /**
     * What the template prints.
     *
     * @param function name of the exported function
     */
    public static CView.File of(KernelProgram program, String function) {
        return new CFile(program, function, null).view();
    }

    /** The same of a program that counts its loads and stores of arrays ({@link CCounters}). */
    public static CView.File counting(KernelProgram program, String function) {
        return new CFile(program, function, new CCounters(program)).view();
    }

    private CView.File view() {
        List<CView.KernelText> kernels =
                program.kernels().stream().map(this::kernel).toList();
        CNames names = nestNames();
        Map<String, String> pitches = new HashMap<>();
        CExpressions expressions = new CExpressions(names);
        List<CView.ArrayText> arrays = program.arrays().stream()
                .map(a -> array(a, expressions, pitches))
                .toList();
        List<CView.ArrayText> scratch = program.scratch().stream()
                .map(a -> array(a, expressions, pitches))
                .toList();
        return new CView.File(
                Header.of(program),
                extremes.used(),
                counters == null ? null : counters.view(),
                kernels,
                function,
                arrays,
                scratch,
                program.parameters().stream().map(names::of).toList(),
                host(program.host(), expressions, pitches));
    }

    private CView.ArrayText array(ArrayLayout array, CExpressions expressions, Map<String, String> pitches) {
        CNames names = expressions.names();
        if (array.dimensions() > 1) {
            pitches.put(array.name(), names.fresh(array.name() + "_pitch"));
        }
        return new CView.ArrayText(
                array.type().cName(),
                names.of(array.name()),
                pitches.get(array.name()),
                expressions.of(array.pitch()),
                program.secondCopies().contains(array.name())
                        ? names.declare(CNames.otherCopy(array.name()), array.name() + "_second")
                        : null,
                elements(array, expressions, pitches));
    }

    /** Number of elements to allocate, as a text. */
    private static String elements(ArrayLayout array, CExpressions expressions, Map<String, String> pitches) {
        List<String> factors = new ArrayList<>();
        for (int d = 0; d < array.dimensions() - 1; d++) {
            factors.add("(size_t)" + expressions.operand(array.bounds().get(d).extent()));
        }
        String pitch = pitches.get(array.name());
        factors.add(pitch == null ? "(size_t)" + expressions.operand(array.pitch()) : pitch);
        return String.join(" * ", factors);
    }

    private CNames nestNames() {
        CNames names = new CNames();
        names.fresh(function);
        if (counters != null) {
            counters.names().forEach(names::declare);
        }
        CudaFile.reserveFunctions(program, names);
        program.allArrays().forEach(a -> names.declare(a.name()));
        names.declare(program.parameters());
        return names;
    }

    private List<CView.HostText> host(
            List<KernelProgram.HostStep> steps, CExpressions expressions, Map<String, String> pitches) {
        List<CView.HostText> texts = new ArrayList<>();
        for (KernelProgram.HostStep step : steps) {
            texts.add(
                    switch (step) {
                        case KernelProgram.HostStep.Loop l -> {
                            String first = expressions.of(l.first());
                            String last = expressions.of(l.last());
                            String variable = expressions.names().declare(l.variable());
                            yield new CView.HostLoop(variable, first, last, host(l.body(), expressions, pitches));
                        }
                        case KernelProgram.HostStep.Launch l ->
                            new CView.Launch(
                                    l.kernel().name(),
                                    l.kernel().arguments().stream()
                                            .map(a -> passed(a, expressions.names(), pitches))
                                            .toList());
                    });
        }
        return texts;
    }

    /** What the host passes. */
    private static String passed(KernelArgument argument, CNames names, Map<String, String> pitches) {
        return argument instanceof KernelArgument.AlternatingBase a
                ? turn(a, names)
                : argument(argument, names, pitches);
    }

    /** The copy whose turn it is. */
    static String turn(KernelArgument.AlternatingBase base, CNames names) {
        String launch = names.of(base.variable());
        String turn = base.phase() == 0 ? launch : "(" + launch + " + " + base.phase() + ")";
        return turn + " % 2 == 0 ? " + names.of(base.array()) + " : " + names.of(CNames.otherCopy(base.array()));
    }

    private static String argument(KernelArgument argument, CNames names, Map<String, String> pitches) {
        return switch (argument) {
            case KernelArgument.Size s -> names.of(s.parameter());
            case KernelArgument.HostVariable v -> names.of(v.variable());
            case KernelArgument.ArrayBase a -> names.of(a.array());
            case KernelArgument.AlternatingBase a -> CudaFile.copy(a, names);
            case KernelArgument.Pitch p -> pitches.computeIfAbsent(p.array(), a -> names.fresh(a + "_pitch"));
        };
    }

    private CView.KernelText kernel(Kernel kernel) {
        CNames names = nestNames();
        names.declare(kernel.hostVariables());
        Map<String, String> pitches = new HashMap<>();
        List<String> parameters = new ArrayList<>();
        List<String> arguments = new ArrayList<>();
        for (KernelArgument argument : kernel.arguments()) {
            String name = argument(argument, names, pitches);
            arguments.add(name);
            parameters.add(type(argument) + name);
        }
        String block = names.fresh("block");
        String blocks = names.fresh("blocks");
        List<CView.PieceText> pieces = new ArrayList<>();
        List<String> before = new ArrayList<>();
        for (BlockProgram piece : kernel.pieces()) {
            CView.PieceText text = piece(kernel, piece, names, pitches, block, before);
            before.add(text.blocks());
            pieces.add(text);
        }
        return new CView.KernelText(
                kernel.name(),
                kernel.description(),
                parameters,
                arguments,
                block,
                blocks + " = " + String.join(" + ", before),
                kernel.takesTurns() ? CudaFile.turns(kernel) : null,
                pieces);
    }

    private String type(KernelArgument argument) {
        return switch (argument) {
            case KernelArgument.ArrayBase a -> {
                String type = program.array(a.array()).type().cName();
                yield (a.written() ? type : "const " + type) + " *restrict ";
            }
            case KernelArgument.AlternatingBase a -> {
                String type = program.array(a.array()).type().cName();
                yield (a.phase() == 1 ? type : "const " + type) + " *restrict ";
            }
            default -> "const int ";
        };
    }

    private CView.PieceText piece(
            Kernel kernel,
            BlockProgram piece,
            CNames outer,
            Map<String, String> pitches,
            String block,
            List<String> before) {
        // The counts of all pieces are declared in one function, hence the shared names for coordinates.
        CNames names = outer.inner();
        piece.grid().forEach(g -> names.declare(g.variable()));
        piece.axes().forEach(a -> names.declare(a.variable()));
        CudaPiece.sequences(piece).forEach(s -> names.declare(s.variable()));
        piece.tiles().forEach(t -> names.declare(t.name()));
        CScope scope = new CScope(program, piece, names, pitches, extremes, counters);
        COperations operations = new COperations(scope, CudaFile.turns(kernel));
        String within = before.isEmpty() ? block : names.fresh("within");
        CudaGrid grid = CudaGrid.of(piece, scope.expressions(), within, "maximum");
        grid.counts().forEach(c -> extremes.call(false, DataType.INTEGER));
        grid.counts().forEach(c -> outer.declare(c.name()));
        List<CView.OperationText> interior = piece.interiorBody() == null ? null : operations.of(piece.interiorBody());
        List<CView.OperationText> guarded = piece.guardedBody() == null ? null : operations.of(piece.guardedBody());
        String condition =
                interior != null && guarded != null ? scope.expressions().of(piece.interior()) : null;
        return new CView.PieceText(
                kernel.name() + "_" + piece.name(),
                piece.role(),
                grid.names().stream().map(n -> "const int " + n).toList(),
                grid.names(),
                grid.counts(),
                grid.blocks(),
                String.join(" - ", before),
                String.join(" + ", before) + (before.isEmpty() ? "" : " + ") + grid.blocks(),
                within,
                grid.places(),
                piece.member().equals(Condition.TRUE)
                        ? null
                        : scope.expressions().of(piece.member()),
                declarations(piece, scope),
                memory(piece, scope),
                condition,
                piece.interiorComment(),
                interior,
                guarded);
    }

    private static List<CudaView.SharedText> memory(BlockProgram piece, CScope scope) {
        List<CudaView.SharedText> memory = new ArrayList<>();
        piece.tiles()
                .forEach(t -> memory.add(new CudaView.SharedText(
                        scope.declaration(t), "elements of " + t.array() + " that the block owns")));
        // One thread runs a block: it has no neighbours to hand values to.
        piece.shared().stream()
                .filter(s -> !(s instanceof Face) && !(s instanceof Partials) && !(s instanceof Window))
                .forEach(s -> memory.add(new CudaView.SharedText(scope.declaration(s), s.content())));
        return memory;
    }

    private static List<String> declarations(BlockProgram piece, CScope scope) {
        List<String> lines = new ArrayList<>();
        CExpressions expressions = scope.expressions();
        for (Sequence sequence : CudaPiece.sequences(piece)) {
            SequenceNames names = scope.sequence(sequence);
            if (!scope.varies(sequence.origin()) && expressions.declared(names.first())) {
                lines.add("const int " + names.first() + " = " + expressions.of(sequence.origin()) + ";");
            }
            if (!scope.varies(sequence.count()) && expressions.declared(names.count())) {
                lines.add("const int " + names.count() + " = " + expressions.of(sequence.count()) + ";");
            }
        }
        for (AxisNames axis : scope.axes()) {
            if (expressions.declared(axis.base())) {
                lines.add("const int " + axis.base() + " = "
                        + expressions.of(axis.axis().base()) + ";");
            }
        }
        return lines;
    }
}
