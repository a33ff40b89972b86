package tilewright.irregular;

import java.util.ArrayList;
import java.util.List;
import tilewright.kernel.Argument;
import tilewright.kernel.Expression;
import tilewright.kernel.Function;
import tilewright.kernel.HostStep;
import tilewright.kernel.Memory;
import tilewright.kernel.Program;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;
import tilewright.kernel.pass.DropUnused;

/** Programs of one launch whose blocks all run at the same time and wait for each other. */
final class Persistent {
    private Persistent() {}

    static Program.Allocation callers(Memory.Global array, Expression elements) {
        return new Program.Allocation(array.name(), array.type(), elements, Program.Role.CALLERS);
    }

    static Program.Allocation scratch(Memory.Global array, Expression elements) {
        return new Program.Allocation(array.name(), array.type(), elements, Program.Role.SCRATCH);
    }

    static Function function(
            String name,
            String comment,
            Function.Kind.Kernel kind,
            List<Variable> sizes,
            List<Memory.Global> arrays,
            List<Memory.Shared> shared,
            List<Statement> body) {
        List<Function.Parameter> parameters = new ArrayList<>();
        sizes.forEach(v -> parameters.add(new Function.Parameter.Value(v)));
        arrays.forEach(a -> parameters.add(new Function.Parameter.Base(a, true)));
        return DropUnused.in(new Function(
                name,
                kind,
                comment,
                parameters,
                new Function.SharedMemory(name + "_shared", "shared", shared, false),
                body));
    }

    /** @param sizes that arrays need beside those of the function */
    static Program program(
            String name,
            List<String> header,
            List<Variable> sizes,
            List<Program.Allocation> arrays,
            Function function) {
        List<Variable> all = new ArrayList<>(sizes);
        List<Argument> arguments = new ArrayList<>();
        for (Function.Parameter parameter : function.parameters()) {
            switch (parameter) {
                case Function.Parameter.Value v -> {
                    all.add(v.variable());
                    arguments.add(new Argument.Value(v.variable().read()));
                }
                case Function.Parameter.Base b ->
                    arguments.add(new Argument.Base(b.array().name()));
            }
        }
        Function.Kind.Kernel kernel = (Function.Kind.Kernel) function.kind();
        int bytes = function.shared() == null ? 0 : function.shared().bytes();
        return new Program(
                name,
                header,
                all,
                arrays,
                List.of(),
                List.of(function),
                List.of(new HostStep.LaunchTogether(
                        function.name(), function.comment(), kernel.threads(), bytes, arguments)));
    }
}
