package tilewright.codegen.threads;

import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.binary;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.less;
import static tilewright.kernel.Expressions.multiply;
import static tilewright.kernel.Expressions.sum;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tilewright.codegen.ir.KernelArgument;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.ir.ScatteredArray;
import tilewright.codegen.scalar.AffineExpressions;
import tilewright.codegen.scalar.ElementOffsets;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Function;
import tilewright.kernel.Infix;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;
import tilewright.tiling.schedule.CoalescedLoops.Axis;
import tilewright.tiling.schedule.CoalescedLoops.Digit;

/** The kernel that fills the tables of {@link ScatteredArray}: thread x computes entry x of each. */
final class OffsetTables {
    static final int THREADS = ColumnFunctions.THREADS_OF_START;

    private OffsetTables() {}

    static String name(KernelProgram program) {
        return program.kernels().getFirst().name() + "_offsets";
    }

    /** Sizes, lengths of axes, rows of the arrays, tables. */
    static List<KernelArgument> arguments(KernelProgram program) {
        List<KernelArgument> arguments = new ArrayList<>();
        program.parameters().forEach(p -> arguments.add(new KernelArgument.Size(p)));
        program.coalescing().lengths().keySet().forEach(l -> arguments.add(new KernelArgument.Size(l)));
        program.coalescing().arrays().stream()
                .filter(a -> a.layout().hasRows())
                .forEach(a -> arguments.add(new KernelArgument.Pitch(a.layout().name())));
        program.coalescing().tables().forEach(t -> arguments.add(new KernelArgument.ArrayBase(t.name(), true)));
        return arguments;
    }

    static Function function(KernelProgram program) {
        Signature signature = Signature.of(program, List.of(), arguments(program));
        AffineExpressions affine = new AffineExpressions(signature.names());
        ElementOffsets offsets =
                new ElementOffsets(affine, signature.pitches(), program.coalescing(), signature.arrays());
        Variable entry = Variable.integer(signature.names().fresh("entry"));
        List<Statement> body = new ArrayList<>();
        body.add(new Statement.Declare(
                entry, add(multiply(integer(THREADS), Expressions.BLOCK), Expressions.THREAD), true));
        for (ScatteredArray.Table table : program.coalescing().tables()) {
            Memory.Global memory = Objects.requireNonNull(signature.arrays().get(table.name()));
            Expression place = offsets.term(table.array(), table.axis(), digits(table.axis(), entry.read(), affine));
            if (table.constant()) {
                place = sum(place, offsets.fixed(table.array()));
            }
            body.add(new Statement.If(
                    less(entry.read(), affine.value(table.axis().length())),
                    List.of(new Statement.Assign(new Place.Global(memory, entry.read()), place))));
        }
        return new Function(
                name(program),
                new Function.Kind.Kernel(THREADS, 0),
                "Where elements stand, by the numbers of iterations of several loops.",
                signature.parameters(),
                null,
                body);
    }

    /** Values of the loops in an iteration of their axis. */
    private static Map<String, Expression> digits(Axis axis, Expression number, AffineExpressions affine) {
        Map<String, Expression> values = new HashMap<>();
        Expression rest = number;
        for (int d = axis.digits().size() - 1; d >= 0; d--) {
            Digit digit = axis.digits().get(d);
            Expression extent = affine.of(digit.extent());
            Expression own = d == 0 ? rest : binary(Infix.REM, rest, extent);
            values.put(digit.loop(), sum(affine.of(digit.first()), own));
            rest = binary(Infix.DIV, rest, extent);
        }
        return values;
    }
}
