package tilewright.irregular;

import static tilewright.kernel.Expressions.BLOCK;
import static tilewright.kernel.Expressions.THREAD;
import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.binary;
import static tilewright.kernel.Expressions.equal;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.multiply;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tilewright.kernel.Argument;
import tilewright.kernel.Body;
import tilewright.kernel.Expression;
import tilewright.kernel.Function;
import tilewright.kernel.HostStep;
import tilewright.kernel.Infix;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.Program;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Variable;

/**
 * Passes over all arcs, a launch each, until one changes nothing (Ford 1956, Bellman 1958; on a GPU: one thread for a few arcs,
 * Kolganov 2014). Arcs are pairs of ends, in any order. Legal by the law of chaotic iteration (T1); with racing stores, by that of lost updates (T2).
 */
final class EdgeSweep {
    static final int THREADS = 256;
    /** Arcs of a thread: one access of 16 bytes reads the ends of four. */
    static final int ARCS = 4;

    private final Relaxation relaxation;
    private final boolean racing;
    private final Memory.Global tails = new Memory.Global("tails", ScalarType.I32, false);
    private final Memory.Global heads = new Memory.Global("heads", ScalarType.I32, false);
    private final Memory.Global values;
    private final Memory.Global changed = new Memory.Global("changed", ScalarType.I32, true);
    private final Variable arcs = Variable.integer("arcs");
    private final Variable vertices = Variable.integer("vertices");

    /** @param racing whether stores are plain: an update may be lost, and a later pass makes up for it */
    EdgeSweep(Relaxation relaxation, boolean racing) {
        this.relaxation = relaxation;
        this.racing = racing;
        this.values = new Memory.Global("values", relaxation.type(), true);
    }

    Program program(String name, List<String> header) {
        Variable flag = Variable.integer("flag");
        HostStep sweep = new HostStep.Launch(
                "sweep",
                "every arc",
                binary(Infix.DIV, add(arcs.read(), integer(THREADS * ARCS - 1L)), integer((long) THREADS * ARCS)),
                THREADS,
                0,
                arguments(),
                false,
                false);
        List<Program.Allocation> arrays = new ArrayList<>();
        arrays.add(new Program.Allocation("tails", ScalarType.I32, arcs.read(), Program.Role.CALLERS));
        arrays.add(new Program.Allocation("heads", ScalarType.I32, arcs.read(), Program.Role.CALLERS));
        for (Variable input : relaxation.inputs()) {
            arrays.add(new Program.Allocation(input.name(), input.type(), arcs.read(), Program.Role.CALLERS));
        }
        arrays.add(new Program.Allocation("values", relaxation.type(), vertices.read(), Program.Role.CALLERS));
        arrays.add(new Program.Allocation("changed", ScalarType.I32, integer(1), Program.Role.SCRATCH));
        return new Program(
                name,
                header,
                List.of(vertices, arcs),
                arrays,
                List.of(),
                List.of(sweep()),
                List.of(
                        new HostStep.Assign(flag, integer(1)),
                        new HostStep.While(
                                flag.read(),
                                List.of(
                                        new HostStep.Fill("changed", integer(0)),
                                        sweep,
                                        new HostStep.Read(flag, "changed", integer(0))))));
    }

    private List<Argument> arguments() {
        List<Argument> arguments = new ArrayList<>(
                List.of(new Argument.Value(arcs.read()), new Argument.Base("tails"), new Argument.Base("heads")));
        relaxation.inputs().forEach(i -> arguments.add(new Argument.Base(i.name())));
        arguments.add(new Argument.Base("values"));
        arguments.add(new Argument.Base("changed"));
        return arguments;
    }

    private Function sweep() {
        List<Function.Parameter> parameters = new ArrayList<>(List.of(
                new Function.Parameter.Value(arcs),
                new Function.Parameter.Base(tails, true),
                new Function.Parameter.Base(heads, true)));
        Map<Variable, Memory.Global> inputs = new LinkedHashMap<>();
        for (Variable input : relaxation.inputs()) {
            inputs.put(input, new Memory.Global(input.name(), input.type(), false));
            parameters.add(new Function.Parameter.Base(inputs.get(input), true));
        }
        parameters.add(new Function.Parameter.Base(values, true));
        parameters.add(new Function.Parameter.Base(changed, true));
        return new Function(
                "sweep",
                new Function.Kind.Kernel(THREADS, 0),
                "Every arc, " + ARCS + " a thread.",
                parameters,
                null,
                Body.of(body -> sweep(body, inputs)));
    }

    private void sweep(Body body, Map<Variable, Memory.Global> inputs) {
        Variable first = body.let("first", multiply(integer(ARCS), add(multiply(integer(THREADS), BLOCK), THREAD)));
        Variable any = body.declare("any", ScalarType.I32, integer(0));
        body.when(
                binary(Infix.LE, add(first.read(), ARCS), arcs.read()),
                whole -> whole(whole, first, any, inputs),
                rest -> rest.loop("arc", first.read(), arcs.read(), integer(1), 1, (each, arc) -> {
                    Map<Variable, Expression> own = new LinkedHashMap<>();
                    inputs.forEach((input, memory) -> own.put(input, element(memory, arc.read())));
                    relax(each, element(tails, arc.read()), element(heads, arc.read()), own, any);
                }));
        Variable told = body.let("told", new Expression.Voted(Expression.Vote.ANY, any.read()));
        body.when(
                binary(Infix.AND_THEN, told.read(), equal(binary(Infix.AND, THREAD, integer(31)), integer(0))),
                one -> one.set(
                        new Place.Global(changed, ScalarType.I32, integer(0), Place.Access.RELAXED), integer(1)));
    }

    private void whole(Body body, Variable first, Variable any, Map<Variable, Memory.Global> inputs) {
        Memory.Register from = loaded(body, "from", tails, first);
        Memory.Register to = loaded(body, "to", heads, first);
        Map<Variable, Memory.Register> own = new LinkedHashMap<>();
        inputs.forEach((input, memory) -> own.put(input, loaded(body, "own_" + input.name(), memory, first)));
        body.each("a", ARCS, (each, a) -> {
            Map<Variable, Expression> values = new LinkedHashMap<>();
            own.forEach((input, registers) -> values.put(input, register(registers, a.read())));
            relax(each, register(from, a.read()), register(to, a.read()), values, any);
        });
    }

    private Memory.Register loaded(Body body, String name, Memory.Global array, Variable first) {
        Memory.Register registers = body.declareArray(name, array.type(), List.of(ARCS));
        int width =
                Math.min(ARCS, Function.SharedMemory.ALIGNMENT / array.type().bytes());
        for (int part = 0; part < ARCS; part += width) {
            body.copy(
                    width,
                    new Place.Register(registers, List.of(integer(part))),
                    new Place.Global(array, add(first.read(), part)));
        }
        return registers;
    }

    /** Values are loaded once: what is compared is what decides (T2). */
    private void relax(Body body, Expression tail, Expression head, Map<Variable, Expression> inputs, Variable any) {
        Variable source = body.let("source", relaxation.type().promoted(), relaxation.read(values, tail));
        Variable target = body.let("target", head);
        Variable old = body.let("old", relaxation.type().promoted(), relaxation.read(values, target.read()));
        Map<Variable, Expression> known = new LinkedHashMap<>(inputs);
        known.put(relaxation.from(), source.read());
        Variable found = body.let("found", relaxation.type().promoted(), Substitution.of(relaxation.value(), known));
        body.when(relaxation.better(found.read(), old.read()), better -> {
            if (racing) {
                better.set(new Place.Global(values, values.type(), target.read(), Place.Access.RELAXED), found.read());
            } else {
                better.evaluate(relaxation.improve(values, target.read(), found.read()));
            }
            better.set(any, integer(1));
        });
    }

    private static Expression element(Memory.Global array, Expression index) {
        return new Expression.Read(new Place.Global(array, index));
    }

    private static Expression register(Memory.Register array, Expression index) {
        return new Expression.Read(new Place.Register(array, List.of(index)));
    }
}
