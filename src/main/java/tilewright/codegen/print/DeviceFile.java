package tilewright.codegen.print;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.Expression;
import tilewright.kernel.Function;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.Program;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;
import tilewright.kernel.print.CudaDialect;
import tilewright.kernel.print.CudaHelpers;
import tilewright.kernel.print.Printer;

/**
 * A file of kernels, for a template: texts in their places, nothing to compute.
 *
 * @param header comment lines
 * @param helpers functions that the kernels call
 * @param counters variables in global memory
 * @param usesShared whether some block has memory of its own
 * @param findsShared whether a function finds out where that starts
 */
public record DeviceFile(
        List<String> header,
        CudaHelpers helpers,
        List<Memory.Global> counters,
        boolean usesShared,
        boolean findsShared,
        List<Text> functions) {
    /**
     * A function.
     *
     * @param kernel how it is launched, or null
     * @param inline whether calls are replaced by its body
     * @param memory the struct of the block's memory where it is the first to have that, or null
     * @param shared the block's memory, or null
     * @param parameters declarations
     * @param start what stands before the block's memory is found: the thread's coordinates, and who leaves
     * @param body the rest
     */
    public record Text(
            String name,
            String comment,
            Function.Kind.@Nullable Kernel kernel,
            boolean inline,
            Function.@Nullable SharedMemory memory,
            Function.@Nullable SharedMemory shared,
            List<String> parameters,
            String start,
            String body) {}

    /** A program in a dialect, which has printed nothing yet. */
    public static DeviceFile of(Program program, CudaDialect dialect) {
        Set<String> types = new HashSet<>();
        List<Text> functions = new ArrayList<>();
        for (Function function : program.functions()) {
            Function.SharedMemory shared = function.shared();
            boolean first = shared != null && types.add(shared.type());
            int start = shared == null ? 0 : start(function.body());
            functions.add(new Text(
                    function.name(),
                    function.comment(),
                    function.kind() instanceof Function.Kind.Kernel k ? k : null,
                    function.kind() instanceof Function.Kind.Inline,
                    first ? shared : null,
                    shared,
                    function.parameters().stream().map(DeviceFile::parameter).toList(),
                    text(dialect, function, function.body().subList(0, start)),
                    text(
                            dialect,
                            function,
                            function.body().subList(start, function.body().size()))));
        }
        boolean finds = program.functions().stream()
                .anyMatch(f -> f.shared() != null && f.shared().hidden());
        return new DeviceFile(
                program.header(), dialect.helpers(), program.counters(), !types.isEmpty(), finds, functions);
    }

    private static String text(CudaDialect dialect, Function function, List<Statement> part) {
        return Printer.body(dialect, function.withBody(part));
    }

    /**
     * Where a body goes on once the thread knows where it is: behind variables that are made of coordinates alone, and behind what
     * blocks and threads leave at that have nothing to do.
     */
    private static int start(List<Statement> body) {
        int start = 0;
        for (int s = 0; s < body.size(); s++) {
            Statement statement = body.get(s);
            boolean leaves = statement instanceof Statement.If i && i.then().contains(new Statement.Return());
            boolean declares = statement instanceof Statement.Declare && !readsShared(statement);
            if (leaves || declares) {
                start = s + 1;
            } else if (!(statement instanceof Statement.Comment)) {
                break;
            }
        }
        return start;
    }

    private static boolean readsShared(Statement statement) {
        boolean[] reads = {false};
        Statements.visitExpressions(
                List.of(statement),
                e -> reads[0] |= e instanceof Expression.Read r && r.place() instanceof Place.Shared);
        return reads[0];
    }

    private static String parameter(Function.Parameter parameter) {
        return switch (parameter) {
            case Function.Parameter.Value v -> "const " + v.variable().type().cName() + " " + v.name();
            case Function.Parameter.Base b ->
                (b.array().written() ? "" : "const ") + b.array().type().cName() + " *"
                        + (b.exclusive() ? "__restrict__ " : "") + b.name();
        };
    }
}
