package tilewright.codegen.loops;

import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.binary;
import static tilewright.kernel.Expressions.convert;
import static tilewright.kernel.Expressions.greater;
import static tilewright.kernel.Expressions.integer;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.ArrayLayout;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.ir.Value;
import tilewright.codegen.lower.TypedExpressions;
import tilewright.codegen.scalar.AffineExpressions;
import tilewright.codegen.scalar.ArrayValues;
import tilewright.codegen.scalar.CNames;
import tilewright.codegen.scalar.ElementOffsets;
import tilewright.kernel.Argument;
import tilewright.kernel.Expression;
import tilewright.kernel.Infix;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;
import tilewright.model.Affine;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.PlacedStatement;
import tilewright.ranking.description.HostDescription;
import tilewright.tiling.property.PlannedTraffic;
import tilewright.tiling.space.WrittenLoops;

/**
 * The function of the nest as written ({@link KernelProgram.HostStep.AsWritten}): its loops and statements in their order. Threads share the iterations of parallel loops;
 * accumulators of sums lie in a variable while their loop runs.
 */
final class WrittenFunction {
    /** Its name in a program. */
    static final String NAME = "as_written";

    private final LoopNest nest;
    private final Set<Node.Loop> parallel;
    private final List<String> sums;
    private final CNames names;
    private final AffineExpressions affine;
    private final List<tilewright.kernel.Function.Parameter> parameters = new ArrayList<>();
    private final GlobalArrays arrays;

    private WrittenFunction(
            KernelProgram program,
            KernelProgram.HostStep.AsWritten step,
            CNames outer,
            @Nullable AccessCounters counters) {
        this.nest = program.nest();
        this.parallel = WrittenLoops.numbered(nest, step.parallel());
        this.sums = step.sums();
        this.names = outer.inner();
        this.affine = new AffineExpressions(names);
        nest.parameters()
                .forEach(p ->
                        parameters.add(new tilewright.kernel.Function.Parameter.Value(Variable.integer(names.of(p)))));
        Set<String> written = Set.copyOf(nest.statements().stream()
                .map(s -> s.statement().target().array())
                .toList());
        Map<String, Memory.Global> bases = new HashMap<>();
        Map<String, Variable> pitches = new HashMap<>();
        for (ArrayLayout array : program.ofNest()) {
            Memory.Global base = new Memory.Global(
                    names.of(array.name()), ScalarType.of(array.type()), written.contains(array.name()));
            bases.put(array.name(), base);
            parameters.add(new tilewright.kernel.Function.Parameter.Base(base, true));
            if (array.hasRows()) {
                Variable pitch = Variable.integer(names.fresh(array.name() + "_pitch"));
                pitches.put(array.name(), pitch);
                parameters.add(new tilewright.kernel.Function.Parameter.Value(pitch));
            }
        }
        this.arrays = new GlobalArrays(program, bases, new ElementOffsets(affine, pitches), counters);
    }

    /** @param names of the program; what the function adds to them stays in it */
    static tilewright.kernel.Function of(
            KernelProgram program,
            KernelProgram.HostStep.AsWritten step,
            CNames names,
            @Nullable AccessCounters counters) {
        WrittenFunction function = new WrittenFunction(program, step, names, counters);
        return new tilewright.kernel.Function(
                NAME,
                new tilewright.kernel.Function.Kind.Kernel(1, 0),
                "the nest as written",
                function.parameters,
                null,
                function.nodes(program.nest().body()));
    }

    /**
     * What the function is called with.
     *
     * @param pitch of an array, as the host knows it
     */
    static List<Argument> arguments(KernelProgram program, CNames names, Function<String, Variable> pitch) {
        List<Argument> arguments = new ArrayList<>();
        program.parameters()
                .forEach(p -> arguments.add(
                        new Argument.Value(Variable.integer(names.of(p)).read())));
        for (ArrayLayout array : program.ofNest()) {
            arguments.add(new Argument.Base(names.of(array.name())));
            if (array.hasRows()) {
                arguments.add(new Argument.Value(pitch.apply(array.name()).read()));
            }
        }
        return arguments;
    }

    private List<Statement> nodes(List<Node> nodes) {
        List<Statement> statements = new ArrayList<>();
        for (Node node : nodes) {
            switch (node) {
                case Node.Loop l -> statements.addAll(loop(l));
                case Node.Guard g ->
                    statements.add(new Statement.If(affine.of(g.condition()), nodes(g.then()), nodes(g.otherwise())));
                case Node.Repeat r -> throw r.notAffine();
                case tilewright.model.Statement s -> statements.add(assign(s, null));
            }
        }
        return statements;
    }

    private List<Statement> loop(Node.Loop loop) {
        Variable variable = Variable.integer(names.declare(loop.variable()));
        if (loop.body().size() == 1
                && loop.body().getFirst() instanceof tilewright.model.Statement s
                && sums.contains(s.id())) {
            return sum(loop, variable, s);
        }
        List<Statement> body = nodes(loop.body());
        if (!parallel.contains(loop)) {
            return List.of(inOrder(loop, variable, body));
        }
        // What threads share is a function of its own to compilers, which costs a call and what they know of the
        // arrays.
        return List.of(new Statement.If(
                isWorth(loop), List.of(shared(loop, variable, body)), List.of(inOrder(loop, variable, body))));
    }

    private Statement.For inOrder(Node.Loop loop, Variable variable, List<Statement> body) {
        Infix relation = loop.step() > 0 ? Infix.LE : Infix.GE;
        return new Statement.For(
                variable,
                affine.of(loop.lower()),
                binary(relation, variable.read(), affine.of(loop.upper())),
                integer(loop.step()),
                Statement.For.ANY,
                body);
    }

    /** The accumulator is a variable in the loop. */
    private List<Statement> sum(Node.Loop loop, Variable variable, tilewright.model.Statement statement) {
        Value.GlobalElement target = TypedExpressions.element(nest, statement.target());
        Variable sum = new Variable(names.fresh("sum"), ScalarType.of(target.type()));
        Place place = arrays.element(target.array(), target.indices(), PlannedTraffic.Kind.DIRECT_LOAD);
        return List.of(new Statement.Scope(List.of(
                new Statement.Declare(sum, new Expression.Read(place), false),
                new Statement.SumInVectors(sum),
                inOrder(loop, variable, List.of(assign(statement, sum))),
                new Statement.Assign(place, sum.read()))));
    }

    /** Iterations count up from 0 where they are not those of the loop. */
    private Statement shared(Node.Loop loop, Variable variable, List<Statement> body) {
        boolean even = nest.statements().stream()
                .filter(s -> s.loops().contains(loop))
                .flatMap(s -> inside(s, loop).stream())
                .noneMatch(l -> l.lower().variables().contains(loop.variable())
                        || l.upper().variables().contains(loop.variable()));
        Statement.ParallelFor.Sharing sharing =
                even ? Statement.ParallelFor.Sharing.EVENLY : Statement.ParallelFor.Sharing.IN_TURN;
        if (loop.step() == 1) {
            return new Statement.ParallelFor(
                    variable, affine.of(loop.lower()), affine.of(loop.upper().plus(1)), integer(1), sharing, body);
        }
        Variable counter = Variable.integer(names.fresh("iteration"));
        List<Statement> all = new ArrayList<>(List.of(new Statement.Declare(
                variable,
                add(affine.of(loop.lower()), binary(Infix.MUL, integer(loop.step()), counter.read())),
                true)));
        all.addAll(body);
        return new Statement.ParallelFor(
                counter, integer(0), affine.of(WrittenLoops.iterations(loop)), integer(1), sharing, all);
    }

    private static List<Node.Loop> inside(PlacedStatement placed, Node.Loop loop) {
        return placed.loops().subList(placed.loops().indexOf(loop) + 1, placed.depth());
    }

    /** Whether a parallel loop has points enough for several threads, with values in the middle of the ranges of loops inside. */
    private Expression isWorth(Node.Loop loop) {
        return nest.statements().stream()
                .filter(s -> s.loops().contains(loop))
                .map(s -> points(loop, inside(s, loop)))
                .distinct()
                .map(points -> greater(points, integer(HostDescription.blocksAlone(1))))
                .reduce((a, b) -> binary(Infix.OR_ELSE, a, b))
                .orElse(integer(0));
    }

    private Expression points(Node.Loop loop, List<Node.Loop> inside) {
        Map<String, Affine> middle = new HashMap<>();
        Expression points = convert(ScalarType.I64, affine.of(WrittenLoops.iterations(loop)));
        middle.put(loop.variable(), WrittenLoops.middle(loop));
        for (Node.Loop each : inside) {
            Affine count = WrittenLoops.iterations(each).substitute(middle);
            points = binary(Infix.MUL, points, affine.of(count));
            middle.put(each.variable(), WrittenLoops.middle(each).substitute(middle));
        }
        return points;
    }

    /** @param sum stands for the accumulator, or null */
    private Statement assign(tilewright.model.Statement statement, @Nullable Variable sum) {
        Value.GlobalElement target = TypedExpressions.element(nest, statement.target());
        Expression value =
                new Values(sum == null ? null : target, sum).of(TypedExpressions.ofStatement(nest, statement));
        Place place = sum == null
                ? arrays.element(target.array(), target.indices(), PlannedTraffic.Kind.DIRECT_STORE)
                : sum.place();
        return new Statement.Assign(place, value);
    }

    /** Leaves are elements of arrays; the accumulator of a sum is a variable. */
    private final class Values extends ArrayValues {
        private final Value.@Nullable GlobalElement accumulator;
        private final @Nullable Variable sum;

        Values(Value.@Nullable GlobalElement accumulator, @Nullable Variable sum) {
            super(affine);
            this.accumulator = accumulator;
            this.sum = sum;
        }

        @Override
        protected Expression element(Value.GlobalElement element) {
            return element.equals(accumulator)
                    ? Objects.requireNonNull(sum).read()
                    : new Expression.Read(
                            arrays.element(element.array(), element.indices(), PlannedTraffic.Kind.DIRECT_LOAD));
        }
    }
}
