package tilewright.irregular.loops;

import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.binary;
import static tilewright.kernel.Expressions.equal;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.lessEqual;
import static tilewright.kernel.Expressions.notEqual;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.scalar.CNames;
import tilewright.dependence.Laws;
import tilewright.dependence.StatementLaws;
import tilewright.kernel.Argument;
import tilewright.kernel.Body;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Function;
import tilewright.kernel.HostStep;
import tilewright.kernel.Infix;
import tilewright.kernel.Memory;
import tilewright.kernel.Mentions;
import tilewright.kernel.Place;
import tilewright.kernel.Program;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Variable;
import tilewright.model.ArrayDeclaration;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.Statement;
import tilewright.model.Until;
import tilewright.model.UserError;

/** Writes a nest as a {@link LoopProgram}. */
final class LoopProgramWriter {
    private final LoopNest nest;
    private final CNames names;
    private final Map<String, StatementLaws> laws = new LinkedHashMap<>();
    private final Set<Variable> hostVariables = new LinkedHashSet<>();
    private final List<Variable> sizes = new ArrayList<>();
    private final List<Memory.Global> arrays = new ArrayList<>();
    private final List<Memory.Global> flags = new ArrayList<>();
    private final List<Function> functions = new ArrayList<>();
    private final List<Variable> passes = new ArrayList<>();
    private final List<Variable> wishes = new ArrayList<>();
    private final List<Inspection> inspections = new ArrayList<>();
    private final List<Program.Allocation> more = new ArrayList<>();
    private final Variable most = Variable.integer(LoopProgram.MOST_PASSES);

    LoopProgramWriter(LoopNest nest) {
        this.nest = nest;
        this.names = LoopProgram.names(nest);
        Laws.of(nest).forEach(l -> laws.put(l.statement().id(), l));
        nest.parameters().forEach(p -> sizes.add(Variable.integer(names.of(p))));
        hostVariables.addAll(sizes);
        Terms terms = new Terms(nest, names, Set.of());
        nest.arrays().forEach(a -> arrays.add(terms.array(a.name())));
    }

    LoopProgram write(List<String> header) {
        List<HostStep> host = new ArrayList<>();
        flags.add(Terms.OUTSIDE);
        host.addAll(steps(nest.body(), null, null));
        boolean tells = functions.stream()
                .flatMap(f -> f.parameters().stream())
                .anyMatch(p -> p.name().equals(LoopProgram.OUTSIDE));
        if (tells) {
            host.addFirst(new HostStep.Fill(LoopProgram.OUTSIDE, integer(0)));
            host.addLast(new HostStep.Read(Variable.integer(LoopProgram.OUTSIDE), LoopProgram.OUTSIDE, integer(0)));
        }
        Terms terms = new Terms(nest, names, Set.of());
        List<Program.Allocation> allocations = new ArrayList<>();
        for (int a = 0; a < arrays.size(); a++) {
            Expression elements = integer(1);
            for (ArrayDeclaration.Bounds bounds : nest.arrays().get(a).bounds()) {
                elements = Expressions.multiply(elements, terms.index(bounds.extent(), List.of()));
            }
            allocations.add(
                    new Program.Allocation(arrays.get(a).name(), arrays.get(a).type(), elements, Program.Role.CALLERS));
        }
        flags.forEach(
                f -> allocations.add(new Program.Allocation(f.name(), f.type(), integer(1), Program.Role.SCRATCH)));
        allocations.addAll(more);
        List<Variable> all = new ArrayList<>(sizes);
        all.add(most);
        inspections.forEach(c -> all.addAll(c.sizes()));
        Program program = new Program(nest.name(), header, all, allocations, List.of(), functions, host);
        return new LoopProgram(program, passes, wishes, inspections);
    }

    private List<HostStep> steps(List<Node> nodes, Node.@Nullable Repeat around, Memory.@Nullable Global changed) {
        List<HostStep> steps = new ArrayList<>();
        List<Statement> single = new ArrayList<>();
        for (Node node : nodes) {
            if (!(node instanceof Statement)) {
                flush(single, steps, around, changed);
            }
            switch (node) {
                case Statement s -> single.add(s);
                case Node.Loop l -> steps.addAll(loop(l, around, changed));
                case Node.Repeat r -> steps.addAll(repeat(r, around));
                case Node.Guard g ->
                    throw UserError.badInput(g.position() + ": error: '--target cuda' knows no 'if' around loops"
                            + " of an irregular nest; leave it out, or write the condition inside the loop");
            }
        }
        flush(single, steps, around, changed);
        return steps;
    }

    private List<HostStep> loop(Node.Loop loop, Node.@Nullable Repeat around, Memory.@Nullable Global changed) {
        LoopKernel.Found found = LoopKernel.of(nest, laws, loop, around, names, changed);
        LoopKernel kernel = found.kernel();
        if (kernel != null && loop.loads().isEmpty()) {
            RowSums sums = kernel.sums(inspections.size());
            if (sums != null) {
                return rows(kernel, sums);
            }
            Expression blocks = Expressions.divide(
                    add(kernel.iterations(), kernel.iterationsOfBlock() - 1L), kernel.iterationsOfBlock());
            List<tilewright.kernel.Statement> body = Body.of(kernel::write);
            return List.of(
                    launch(kernel.comment(), blocks, LoopKernel.THREADS, body, List.of(), List.of(), kernel.shared()));
        }
        boolean loopsInside = loop.body().stream().noneMatch(Statement.class::isInstance);
        if (!loopsInside || !loop.loads().isEmpty() || loop.step() != 1) {
            throw UserError.badInput((found.obstacle() == null
                            ? loop.position() + ": error: an outermost loop has loaded bounds"
                            : found.obstacle())
                    + ". 'run' executes this nest as sequential C without '--target cuda'");
        }
        Variable variable = Variable.integer(names.of(loop.variable()));
        hostVariables.add(variable);
        Terms terms = new Terms(nest, names, Set.of());
        return List.of(new HostStep.Loop(
                variable,
                terms.index(loop.lower(), List.of()),
                terms.index(loop.upper(), List.of()),
                steps(loop.body(), around, changed)));
    }

    private void flush(
            List<Statement> single,
            List<HostStep> steps,
            Node.@Nullable Repeat around,
            Memory.@Nullable Global changed) {
        if (single.isEmpty()) {
            return;
        }
        List<Statement> own = List.copyOf(single);
        single.clear();
        Terms terms = new Terms(nest, names, Set.of());
        String lines =
                own.stream().map(s -> Integer.toString(s.position().line())).collect(Collectors.joining(", "));
        steps.add(launch(
                "Statements outside loops, lines " + lines + ".",
                integer(1),
                Body.of(body -> body.when(equal(Expressions.THREAD, integer(0)), one -> {
                    for (Statement s : own) {
                        terms.at(s.position());
                        boolean told = around != null
                                && around.until() instanceof Until.Unchanged u
                                && u.arrays().contains(s.target().array());
                        Expression value = terms.value(s, Map.of());
                        if (told && changed != null) {
                            one.when(
                                    notEqual(new Expression.Read(terms.element(s.target())), value),
                                    c -> c.set(
                                            Expressions.element(changed, integer(0), Place.Access.RELAXED),
                                            integer(1)));
                        }
                        one.set(terms.element(s.target()), value);
                    }
                }))));
    }

    private List<HostStep> repeat(Node.Repeat repeat, Node.@Nullable Repeat around) {
        if (around != null) {
            throw UserError.badInput(repeat.position()
                    + ": error: '--target cuda' knows no repetition inside a repetition; leave it out");
        }
        int number = passes.size();
        Variable pass = Variable.integer("tw_passes" + number);
        Variable wish = Variable.integer("tw_wish" + number);
        Memory.Global changed = new Memory.Global("tw_changed" + number, ScalarType.I32, true);
        passes.add(pass);
        wishes.add(wish);
        // One group of columns is all that the memory of a block of columns is named for.
        Optional<ColumnShape> found = inspections.stream().noneMatch(ColumnArcs.class::isInstance)
                ? ColumnShape.of(nest, laws, repeat)
                : Optional.empty();
        if (found.isPresent()) {
            return columns(found.get(), new Columns(found.get(), names, most), pass, wish);
        }
        flags.add(changed);
        Terms terms = new Terms(nest, names, Set.of());
        List<HostStep> steps = new ArrayList<>();
        steps.add(new HostStep.Assign(pass, integer(0)));
        steps.add(new HostStep.Assign(wish, integer(1)));
        Expression further =
                binary(Infix.AND_THEN, notEqual(wish.read(), integer(0)), Expressions.less(pass.read(), most.read()));
        List<HostStep> body = new ArrayList<>();
        Node.Counter counter = repeat.counter();
        if (counter != null) {
            Variable variable = Variable.integer(names.of(counter.variable()));
            hostVariables.add(variable);
            steps.add(new HostStep.Assign(variable, terms.index(counter.first(), List.of())));
            if (counter.last() != null) {
                Expression inside = binary(
                        Infix.OR_ELSE,
                        equal(pass.read(), integer(0)),
                        lessEqual(variable.read(), terms.index(counter.last(), List.of())));
                further = binary(Infix.AND_THEN, further, inside);
            }
        }
        body.add(new HostStep.Fill(changed.name(), integer(0)));
        body.addAll(steps(repeat.body(), repeat, changed));
        if (repeat.until() instanceof Until.Holds holds) {
            body.add(launch(
                    "Whether there is another pass.",
                    integer(1),
                    Body.of(b ->
                            LoopKernel.ask(b, terms, holds, repeat.position().toString(), changed))));
        }
        body.add(new HostStep.Read(wish, changed.name(), integer(0)));
        body.add(new HostStep.Assign(pass, add(pass.read(), 1)));
        if (counter != null) {
            Variable variable = Variable.integer(names.of(counter.variable()));
            body.add(new HostStep.Assign(variable, add(variable.read(), 1)));
        }
        steps.add(new HostStep.While(further, body));
        return steps;
    }

    /** Rows in the order and with the threads that an inspector found. */
    private List<HostStep> rows(LoopKernel kernel, RowSums sums) {
        inspections.add(sums.inspection());
        List<Variable> variables = sums.inspection().sizes();
        List<HostStep> steps = new ArrayList<>();
        List<Memory.Global> given = List.copyOf(sums.given().keySet());
        sums.given().forEach((array, elements) -> more.add(callers(array, elements)));
        PackedRows packed = sums.packed();
        if (packed != null) {
            Expression elements = packed.elements().read();
            sums.gathered(true).forEach(array -> more.add(scratch(array, elements)));
            steps.add(launch(
                    "Elements that rows gather, in the order of the inspector.",
                    Expressions.divide(add(elements, LoopKernel.THREADS - 1L), LoopKernel.THREADS),
                    LoopKernel.THREADS,
                    Body.of(sums::writeGathering),
                    variables,
                    joined(given, sums.gathered(true)),
                    List.of()));
        }
        Expression warps = sums.items().warpsUpTo(RowItems.LANES.size() - 1).read();
        Expression blocks = Expressions.divide(add(warps, kernel.iterationsOfBlock() - 1L), kernel.iterationsOfBlock());
        steps.add(launch(
                kernel.comment(),
                blocks,
                LoopKernel.THREADS,
                Body.of(sums::write),
                variables,
                joined(given, sums.gathered(false)),
                List.of()));
        return steps;
    }

    private static List<Memory.Global> joined(List<Memory.Global> some, List<Memory.Global> others) {
        return Stream.concat(some.stream(), others.stream()).toList();
    }

    private List<HostStep> columns(ColumnShape shape, Columns columns, Variable pass, Variable wish) {
        ColumnMemory memory = columns.memory();
        inspections.add(new ColumnArcs(shape.array(), shape.tails(), shape.base(), memory));
        Expression group = Expressions.multiply(
                Expressions.multiply(integer(Columns.WIDTH), memory.together().read()), columns.rows());
        more.add(callers(memory.order(), columns.arcCount()));
        more.add(callers(memory.pieceRow(), memory.pieces().read()));
        more.add(callers(memory.pieceBegin(), add(memory.pieces().read(), 1)));
        more.add(scratch(memory.group(), group));
        more.add(scratch(memory.stamps(), Expressions.multiply(memory.together().read(), columns.rows())));
        more.add(scratch(memory.control(), integer(Columns.CONTROL)));
        String comment = "Columns relaxed along the same arcs, in groups.";
        HostStep.Launch launch = launch(
                comment,
                integer(1),
                Columns.THREADS,
                Body.of(columns::write),
                columns.variables(),
                memory.all(),
                List.of());
        return List.of(
                new HostStep.LaunchTogether(
                        launch.function(), comment, launch.threads(), launch.sharedBytes(), launch.arguments()),
                new HostStep.Read(pass, memory.control().name(), integer(Columns.MOST)),
                new HostStep.Read(wish, memory.control().name(), integer(Columns.GIVEN_UP)));
    }

    private static Program.Allocation callers(Memory.Global array, Expression elements) {
        return new Program.Allocation(array.name(), array.type(), elements, Program.Role.CALLERS);
    }

    private static Program.Allocation scratch(Memory.Global array, Expression elements) {
        return new Program.Allocation(array.name(), array.type(), elements, Program.Role.SCRATCH);
    }

    private HostStep.Launch launch(String comment, Expression blocks, List<tilewright.kernel.Statement> body) {
        return launch(comment, blocks, LoopKernel.THREADS, body, List.of(), List.of(), List.of());
    }

    private HostStep.Launch launch(
            String comment,
            Expression blocks,
            int threads,
            List<tilewright.kernel.Statement> body,
            List<Variable> moreVariables,
            List<Memory.Global> moreArrays,
            List<Memory.Shared> shared) {
        List<Variable> variables = new ArrayList<>(hostVariables);
        variables.addAll(moreVariables);
        String name = "step" + (functions.size() + 1);
        Set<String> mentioned = Mentions.in(body);
        Set<String> touched = TouchedArrays.of(body);
        List<Function.Parameter> parameters = new ArrayList<>();
        List<Argument> arguments = new ArrayList<>();
        for (Variable variable : variables) {
            if (mentioned.contains(variable.name())) {
                parameters.add(new Function.Parameter.Value(variable));
                arguments.add(new Argument.Value(variable.read()));
            }
        }
        List<Memory.Global> known = new ArrayList<>(arrays);
        known.addAll(flags);
        known.addAll(moreArrays);
        for (Memory.Global array : known) {
            if (touched.contains(array.name())) {
                parameters.add(new Function.Parameter.Base(array, true));
                arguments.add(new Argument.Base(array.name()));
            }
        }
        Function.SharedMemory block =
                shared.isEmpty() ? null : new Function.SharedMemory(name + "_shared", "tw_shared", shared, false);
        functions.add(new Function(name, new Function.Kind.Kernel(threads, 0), comment, parameters, block, body));
        int bytes = block == null ? 0 : block.bytes();
        return new HostStep.Launch(name, comment, blocks, threads, bytes, arguments, false, false);
    }
}
