package tilewright.codegen.loops;

import static tilewright.kernel.Expressions.binary;
import static tilewright.kernel.Expressions.convert;
import static tilewright.kernel.Expressions.equal;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.remainder;
import static tilewright.kernel.Expressions.sum;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.ArrayLayout;
import tilewright.codegen.ir.Kernel;
import tilewright.codegen.ir.KernelArgument;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.print.Header;
import tilewright.codegen.scalar.AffineExpressions;
import tilewright.codegen.scalar.CNames;
import tilewright.codegen.scalar.FunctionNames;
import tilewright.kernel.Argument;
import tilewright.kernel.Expression;
import tilewright.kernel.Function;
import tilewright.kernel.HostStep;
import tilewright.kernel.Infix;
import tilewright.kernel.Memory;
import tilewright.kernel.Program;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Variable;
import tilewright.kernel.pass.Passes;
import tilewright.model.ArrayDeclaration;

/** Block programs as kernel programs in which threads of the host share the blocks of a launch. */
public final class HostProgram {
    private final KernelProgram program;
    private final @Nullable AccessCounters counters;
    private final CNames names = new CNames();
    private final AffineExpressions affine = new AffineExpressions(names);
    private final Map<String, Variable> pitches = new HashMap<>();

    private HostProgram(KernelProgram program, List<String> taken, @Nullable AccessCounters counters) {
        this.program = program;
        this.counters = counters;
        taken.forEach(names::fresh);
        FunctionNames.reserve(program, names);
        program.kernels().forEach(k -> k.pieces().forEach(p -> names.fresh(LaunchFunctions.structure(k, p))));
        names.fresh(WrittenFunction.NAME);
        program.allArrays().forEach(a -> names.declare(a.name()));
        names.declare(program.parameters());
    }

    /**
     * The kernel program of a block program.
     *
     * @param taken names that nothing in it may have
     * @param passes over what is made
     */
    public static Program of(KernelProgram program, List<String> taken, Passes passes) {
        return passes.of(new HostProgram(program, taken, null).build());
    }

    /** The same without passes; it counts its loads and stores of arrays. */
    public static Program counting(KernelProgram program, List<String> taken) {
        return new HostProgram(program, taken, AccessCounters.of(program)).build();
    }

    private Program build() {
        List<Function> functions = new ArrayList<>();
        program.kernels().forEach(k -> functions.addAll(LaunchFunctions.of(program, k, names, counters)));
        program.host().stream()
                .filter(KernelProgram.HostStep.AsWritten.class::isInstance)
                .map(KernelProgram.HostStep.AsWritten.class::cast)
                .forEach(w -> functions.add(WrittenFunction.of(program, w, names, counters)));
        List<Memory.Global> turns = program.kernels().stream()
                .filter(Kernel::takesTurns)
                .map(LaunchFunctions::left)
                .toList();
        List<HostStep> host = new ArrayList<>(pitches());
        List<Program.Allocation> arrays = arrays();
        host.addAll(host(program.host()));
        return new Program(
                program.name(),
                Header.of(program),
                program.parameters().stream()
                        .map(p -> Variable.integer(names.of(p)))
                        .toList(),
                arrays,
                turns,
                functions,
                host);
    }

    /** Computes the pitches of arrays. */
    private List<HostStep> pitches() {
        List<HostStep> steps = new ArrayList<>();
        for (ArrayLayout array : program.allArrays()) {
            if (array.hasRows()) {
                Variable pitch = Variable.integer(names.fresh(array.name() + "_pitch"));
                pitches.put(array.name(), pitch);
                steps.add(new HostStep.Assign(pitch, affine.of(array.pitch())));
            }
        }
        return steps;
    }

    private List<Program.Allocation> arrays() {
        List<Program.Allocation> arrays = new ArrayList<>();
        for (ArrayLayout array : program.arrays()) {
            arrays.add(allocation(names.of(array.name()), array, Program.Role.CALLERS));
        }
        for (String array : program.secondCopies()) {
            String copy = names.declare(CNames.otherCopy(array), array + "_second");
            arrays.add(allocation(copy, program.array(array), Program.Role.SCRATCH));
        }
        for (ArrayLayout array : program.scratch()) {
            arrays.add(allocation(names.of(array.name()), array, Program.Role.SCRATCH));
        }
        return arrays;
    }

    private Program.Allocation allocation(String name, ArrayLayout array, Program.Role role) {
        Expression elements = convert(ScalarType.I64, affine.of(array.pitch()));
        for (ArrayDeclaration.Bounds each : array.outer().reversed()) {
            elements = binary(Infix.MUL, convert(ScalarType.I64, affine.of(each.extent())), elements);
        }
        return new Program.Allocation(name, ScalarType.of(array.type()), elements, role);
    }

    private List<HostStep> host(List<KernelProgram.HostStep> steps) {
        return steps.stream().map(this::host).toList();
    }

    private HostStep host(KernelProgram.HostStep step) {
        return switch (step) {
            case KernelProgram.HostStep.Loop l -> {
                Expression first = affine.of(l.first());
                Expression last = affine.of(l.last());
                Variable variable = Variable.integer(names.declare(l.variable()));
                yield new HostStep.Loop(variable, first, last, host(l.body()), l.apart());
            }
            case KernelProgram.HostStep.Columns c -> host(c.launches());
            case KernelProgram.HostStep.Rows r -> host(r.launches());
            case KernelProgram.HostStep.Kept k -> host(k.launches());
            case KernelProgram.HostStep.Inputs i -> host(i.launches());
            case KernelProgram.HostStep.Staying s -> host(s.launches());
            case KernelProgram.HostStep.AsWritten _ ->
                new HostStep.Launch(
                        WrittenFunction.NAME,
                        "the nest as written",
                        integer(1),
                        1,
                        0,
                        WrittenFunction.arguments(program, names, a -> Objects.requireNonNull(pitches.get(a), a)),
                        false,
                        false);
            // All blocks are run by one function; it is called once.
            case KernelProgram.HostStep.Launch l ->
                new HostStep.Launch(
                        l.kernel().name(),
                        l.kernel().description(),
                        integer(1),
                        1,
                        0,
                        l.kernel().arguments().stream().map(this::passed).toList(),
                        false,
                        false);
        };
    }

    /** What the host passes. */
    private Argument passed(KernelArgument argument) {
        return switch (argument) {
            case KernelArgument.Size s -> value(Variable.integer(names.of(s.parameter())));
            case KernelArgument.HostVariable v -> value(Variable.integer(names.of(v.variable())));
            case KernelArgument.Pitch p -> value(Objects.requireNonNull(pitches.get(p.array()), p.array()));
            case KernelArgument.ArrayBase a -> new Argument.Base(names.of(a.array()));
            case KernelArgument.AlternatingBase a -> {
                Expression launch = sum(Variable.integer(names.of(a.variable())).read(), integer(a.phase()));
                yield new Argument.Either(
                        equal(remainder(launch, 2), integer(0)),
                        names.of(a.array()),
                        names.of(CNames.otherCopy(a.array())));
            }
        };
    }

    private static Argument value(Variable variable) {
        return new Argument.Value(variable.read());
    }
}
