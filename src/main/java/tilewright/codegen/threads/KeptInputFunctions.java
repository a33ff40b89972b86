package tilewright.codegen.threads;

import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.lessEqual;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tilewright.codegen.ir.BlockProgram;
import tilewright.codegen.ir.InputPart;
import tilewright.codegen.ir.Kernel;
import tilewright.codegen.ir.KernelArgument;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.scalar.AffineExpressions;
import tilewright.kernel.Expressions;
import tilewright.kernel.Function;
import tilewright.kernel.GenerationLimits;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.Rewriter;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;
import tilewright.kernel.Target;
import tilewright.kernel.Variable;
import tilewright.model.FreshName;

/**
 * The function that runs all iterations of a loop of launches whose blocks keep what they read again ({@link KernelProgram.HostStep.Inputs}), made of the functions of the
 * launches: what a thread reads for its own point and each iteration of the loop inside, of arrays that nobody writes, it copies to a place of its own in shared memory, once; what all
 * threads read of an iteration of the host's loop, they copy there when a launch would begin, together. Where a launch would end all blocks wait for each other.
 *
 * <p>Example: {@code s += w(i,j) * x(t,j)} over j, for points i of a block and all t: w's rows are kept, {@code x(t,*)} is copied at the start of t, and the sum reads shared memory alone.
 *
 * @param threads of a block
 * @param arguments of the functions
 * @param splits one for each number of parts that the points of a launch's block may be shared out to, each with as much memory
 */
record KeptInputFunctions(int threads, List<KernelArgument> arguments, List<Split> splits) {
    private static final int THREADS = GenerationLimits.shipped().inputThreads();

    private static final List<Integer> PARTS = List.of(1, 2, 4);

    /**
     * @param parts blocks that share the points of a launch's block
     * @param rows iterations of the loop inside for which there is memory
     */
    record Split(int parts, int rows, int sharedBytes, Function function) {}

    /** What the functions take, by the names of parameters. */
    private record Signatures(Map<String, KernelArgument> arguments, Map<String, Function.Parameter> parameters) {
        static Signatures of(KernelProgram program, KernelProgram.HostStep.Inputs step) {
            Signatures all = new Signatures(new LinkedHashMap<>(), new LinkedHashMap<>());
            for (InputPart part : step.parts()) {
                List<Function.Parameter> parameters =
                        Signature.of(program, part.direct()).parameters();
                for (int p = 0; p < parameters.size(); p++) {
                    KernelArgument argument = part.direct().arguments().get(p);
                    if (!(argument instanceof KernelArgument.HostVariable)) {
                        String name = parameters.get(p).name();
                        all.arguments.putIfAbsent(name, argument);
                        all.parameters.merge(name, ofAllSteps(parameters.get(p)), Signatures::both);
                    }
                }
            }
            return all;
        }

        /** What other blocks write between steps is no block's own. */
        private static Function.Parameter ofAllSteps(Function.Parameter parameter) {
            return parameter instanceof Function.Parameter.Base b && b.array().written()
                    ? new Function.Parameter.Base(b.array(), false)
                    : parameter;
        }

        private static Function.Parameter both(Function.Parameter one, Function.Parameter other) {
            return other instanceof Function.Parameter.Base b && b.array().written() ? other : one;
        }

        Map<String, Memory.Global> arrays() {
            Map<String, Memory.Global> arrays = new LinkedHashMap<>();
            parameters.forEach((name, p) -> {
                if (p instanceof Function.Parameter.Base b) {
                    arrays.put(name, b.array());
                }
            });
            return arrays;
        }

        Set<String> written() {
            Set<String> written = new HashSet<>();
            arrays().forEach((name, array) -> {
                if (array.written()) {
                    written.add(name);
                }
            });
            return written;
        }
    }

    KeptInputFunctions {
        arguments = List.copyOf(arguments);
        splits = List.copyOf(splits);
    }

    List<Function> functions() {
        return splits.stream().map(Split::function).toList();
    }

    /** The functions for a target; none where the launches read nothing that can be kept. */
    static KeptInputFunctions of(KernelProgram program, KernelProgram.HostStep.Inputs step, Target target) {
        Signatures signatures = Signatures.of(program, step);
        Signature names = Signature.of(program, step.parts().getFirst().direct());
        Variable time = Variable.integer(names.names().of(step.launches().variable()));
        AffineExpressions affine = new AffineExpressions(names.names());
        List<InputSection> sections = new ArrayList<>();
        for (InputPart part : step.parts()) {
            // All threads of a block stay together: they wait for each other between steps.
            Kernel together = part.direct()
                    .withPieces(part.direct().pieces().stream()
                            .map(BlockProgram::asOneBlock)
                            .toList());
            List<Function> functions = DeviceProgram.functions(program, together, new Occupancy(target));
            sections.add(InputSection.of(functions, part, affine.of(part.blocks()), signatures.written(), time));
        }
        int threads = Math.max(
                THREADS, sections.stream().mapToInt(InputSection::threads).max().orElse(0));
        if (!sections.stream().allMatch(InputSection::isAble)) {
            return new KeptInputFunctions(threads, List.of(), List.of());
        }
        Statement.For steps = new Statement.For(
                time,
                affine.of(step.launches().first()),
                lessEqual(time.read(), affine.of(step.launches().last())),
                integer(1),
                1,
                List.of());
        return new KeptInputFunctions(
                threads,
                List.copyOf(signatures.arguments().values()),
                PARTS.stream()
                        .map(parts -> new Maker(sections, signatures, steps, threads, parts).split(target))
                        .toList());
    }

    /**
     * Makes the function of one split.
     *
     * @param steps the loop of the host, without its body
     */
    private record Maker(
            List<InputSection> sections, Signatures signatures, Statement.For steps, int threads, int parts) {
        Split split(Target target) {
            Set<String> taken = taken();
            int rows = rows(target);
            Variable worker = Variable.integer(FreshName.numbered("worker", "_", taken::add));
            List<Memory.Shared> all = new ArrayList<>();
            List<Statement> start = new ArrayList<>();
            List<Statement> each = new ArrayList<>();
            for (InputSection section : sections) {
                List<Memory.Shared> arrays = section.reads().stream()
                        .map(r -> array(r, rows, section.points(parts), taken))
                        .toList();
                all.addAll(arrays);
                start.addAll(section.fill(arrays, worker, parts));
                each.addAll(section.step(arrays, worker, parts, threads));
                each.add(new Statement.GridBarrier());
            }
            String name = sections.getFirst().functions().getLast().name() + (parts == 1 ? "" : "_by_" + parts);
            Function.SharedMemory shared = new Function.SharedMemory(
                    name + "_shared", FreshName.numbered("shared", "_", taken::add), all, false);
            List<Statement> body = new ArrayList<>(List.of(new Statement.Declare(worker, Expressions.THREAD, true)));
            body.addAll(start);
            body.add(steps.withBody(each));
            Function made = new Function(
                    name,
                    new Function.Kind.Kernel(threads, 0).withStart(Function.Start.TOGETHER),
                    "all launches for " + steps.variable().name() + ", by blocks that keep what they read",
                    List.copyOf(signatures.parameters().values()),
                    shared,
                    ofParameters(body));
            return new Split(parts, rows, shared.bytes(), made);
        }

        private static Memory.Shared array(KeptInputs.Read read, int rows, int points, Set<String> taken) {
            return new Memory.Shared(
                    FreshName.numbered(read.array() + (read.own() ? "_kept" : "_now"), "_", taken::add),
                    read.type(),
                    read.own() ? List.of(rows, points) : List.of(rows),
                    read.own() ? read.array() + ", a column for each point" : read.array() + ", for all points");
        }

        /** Iterations for which a block has memory. */
        private int rows(Target target) {
            int bytes = target.sharedBytesPerProcessor() - target.sharedBytesReserved();
            int ofRow = 0;
            for (InputSection section : sections) {
                for (KeptInputs.Read read : section.reads()) {
                    ofRow += read.type().bytes() * (read.own() ? section.points(parts) : 1);
                    bytes -= Function.SharedMemory.ALIGNMENT;
                }
            }
            return Math.max(1, bytes / ofRow);
        }

        /** Arrays are those of the function's parameters: some launch may write what another one reads alone. */
        private List<Statement> ofParameters(List<Statement> body) {
            Map<String, Memory.Global> arrays = signatures.arrays();
            return new Rewriter() {
                @Override
                protected Place place(Place place) {
                    return place instanceof Place.Global g
                            ? new Place.Global(
                                    arrays.getOrDefault(g.array().name(), g.array()), g.as(), g.offset(), g.access())
                            : place;
                }
            }.statements(body);
        }

        private Set<String> taken() {
            Set<String> taken = new HashSet<>(Set.of(steps.variable().name()));
            taken.addAll(signatures.parameters().keySet());
            sections.forEach(section -> section.functions().forEach(f -> {
                f.parameters().forEach(p -> taken.add(p.name()));
                Statements.visit(f.body(), s -> {
                    taken.addAll(s.declared());
                    if (s instanceof Statement.For l) {
                        taken.add(l.variable().name());
                    }
                });
            }));
            return taken;
        }
    }
}
