package tilewright.kernel.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import tilewright.kernel.Argument;
import tilewright.kernel.Expression;
import tilewright.kernel.Function;
import tilewright.kernel.HostStep;
import tilewright.kernel.Infix;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.MatrixShape;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.Prefix;
import tilewright.kernel.Program;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;
import tilewright.model.MathFunction;

/** Programs of every construct that the notation has, without sense, each name declared before it is used. */
final class RandomPrograms {
    private static final List<String> TEXTS =
            List.of("", "a text", " two  spaces ", "# \\ \"quoted\"", "line\nline", "!", "a <- b .. c");
    private static final List<String> REALS = List.of("0", "0.", ".5", "1e-30", "1.5E+3", "-2.5", "INFINITY");
    /** Some of them words of the notation. */
    private static final List<String> NAMES =
            List.of("n", "step", "copy", "shared", "f32", "a_1", "_x", "all", "min", "Q");

    private final Random random;
    private List<Variable> variables = new ArrayList<>();
    private List<Memory.Register> registers = new ArrayList<>();
    private List<Memory.Global> globals = new ArrayList<>();
    private List<Memory.Shared> shared = List.of();
    private int names;

    RandomPrograms(long seed) {
        this.random = new Random(seed);
    }

    Program program() {
        List<Variable> sizes = List.of(variable(), variable());
        variables.addAll(sizes);
        List<Program.Allocation> arrays = some(
                () -> new Program.Allocation(name(), any(ScalarType.values()), value(1), any(Program.Role.values())));
        List<Memory.Global> counters = some(this::global);
        globals.addAll(counters);
        List<Function> functions = some(() -> inside(this::function));
        return new Program(any(TEXTS), some(() -> any(TEXTS)), sizes, arrays, counters, functions, steps(2));
    }

    private <T> T inside(Supplier<T> block) {
        List<Variable> outerVariables = variables;
        List<Memory.Register> outerRegisters = registers;
        List<Memory.Global> outerGlobals = globals;
        variables = new ArrayList<>(variables);
        registers = new ArrayList<>(registers);
        globals = new ArrayList<>(globals);
        T made = block.get();
        variables = outerVariables;
        registers = outerRegisters;
        globals = outerGlobals;
        return made;
    }

    private Function function() {
        List<Function.Parameter> parameters = some(() -> {
            if (random.nextBoolean()) {
                Variable variable = variable();
                variables.add(variable);
                return new Function.Parameter.Value(variable);
            }
            Memory.Global array = global();
            globals.add(array);
            return new Function.Parameter.Base(array, random.nextBoolean());
        });
        shared = some(() -> new Memory.Shared(name(), any(ScalarType.values()), List.of(4, 1 + number()), any(TEXTS)));
        Function.SharedMemory memory = shared.isEmpty()
                ? null
                : new Function.SharedMemory("T", any(List.of("s", "shared", "")), shared, random.nextBoolean());
        Function.Kind kind = switch (number() % 3) {
            case 0 -> {
                int resident = number();
                yield new Function.Kind.Kernel(
                        32,
                        resident,
                        resident == 0 ? 32 : 32 * (1 + number()),
                        Function.Start.values()[number() % Function.Start.values().length]);
            }
            case 1 -> new Function.Kind.Inline();
            default -> new Function.Kind.Apart();
        };
        return new Function(name(), kind, any(TEXTS), parameters, memory, statements(3));
    }

    private List<Statement> statements(int depth) {
        return inside(() -> {
            List<Statement> made = new ArrayList<>();
            int count = 1 + number();
            for (int i = 0; i < count; i++) {
                made.add(statement(depth));
            }
            return made;
        });
    }

    private Statement statement(int depth) {
        return switch (random.nextInt(depth > 0 ? 20 : 14)) {
            case 0 -> new Statement.Comment(any(TEXTS));
            case 1 -> {
                Expression value = random.nextBoolean() ? value(2) : null;
                Variable variable = variable();
                variables.add(variable);
                yield new Statement.Declare(variable, value, random.nextBoolean());
            }
            case 2 -> {
                Memory.Register array =
                        new Memory.Register(name(), any(ScalarType.values()), some(() -> 1 + number()), 4 << number());
                List<Expression> values = random.nextBoolean() ? some(() -> value(1)) : null;
                registers.add(array);
                yield new Statement.DeclareArray(array, values);
            }
            case 3 -> new Statement.Evaluate(value(3));
            case 4 -> new Statement.Copy(number(), place(2), place(2), any(Statement.Way.values()));
            case 5 -> new Statement.AwaitCopies(random.nextInt(3));
            case 6 -> new Statement.Call(name(), arguments());
            case 7 -> new Statement.Return();
            case 8 -> new Statement.Break();
            case 9 -> new Statement.Barrier();
            case 10 -> {
                Expression value = value(2);
                Variable variable = variable();
                variables.add(variable);
                yield new Statement.BarrierOr(variable, value);
            }
            case 11 -> random.nextBoolean() ? new Statement.GridBarrier() : await();
            case 12 -> new Statement.Hide(List.of(any(variables), any(variables)));
            case 13 ->
                random.nextInt(4) == 0 ? multiply(any(MatrixShape.values())) : new Statement.Assign(place(2), value(4));
            case 14, 15 -> inside(() -> loop(depth));
            case 16 -> new Statement.While(value(2), statements(depth - 1));
            case 17 ->
                new Statement.If(
                        value(2), statements(depth - 1), random.nextBoolean() ? List.of() : statements(depth - 1));
            case 18 -> new Statement.Scope(statements(depth - 1));
            default ->
                inside(() -> {
                    Expression start = value(2);
                    Expression end = value(2);
                    Expression when = value(1);
                    Variable variable = variable();
                    variables.add(variable);
                    return new Statement.ParallelFor(
                            variable,
                            start,
                            end,
                            when,
                            any(Statement.ParallelFor.Sharing.values()),
                            statements(depth - 1));
                });
        };
    }

    private Statement multiply(MatrixShape shape) {
        List<Place> sums = new ArrayList<>();
        while (sums.size() < shape.sums()) {
            sums.add(place(1));
        }
        return new Statement.Multiply(shape, sums, values(shape.left()), values(shape.right()));
    }

    private List<Expression> values(int count) {
        List<Expression> values = new ArrayList<>();
        while (values.size() < count) {
            values.add(value(1));
        }
        return values;
    }

    private Statement loop(int depth) {
        Expression start = random.nextInt(4) == 0 ? null : value(2);
        Variable variable = start == null ? any(variables) : variable();
        variables.add(variable);
        Infix operator = any(new Infix[] {Infix.LT, Infix.LE, Infix.GT});
        Expression condition = new Expression.Binary(operator, variable.read(), value(2));
        Expression step = new Expression.IntegerLiteral(ScalarType.I32, number());
        return new Statement.For(variable, start, condition, step, random.nextInt(-1, 4), statements(depth - 1));
    }

    private Expression value(int depth) {
        return switch (random.nextInt(depth > 0 ? 17 : 4)) {
            case 0 -> {
                ScalarType type = any(ScalarType.values());
                yield new Expression.IntegerLiteral(type.isFloating() ? ScalarType.I64 : type, random.nextInt(-9, 9));
            }
            case 1 -> new Expression.RealLiteral(any(new ScalarType[] {ScalarType.F32, ScalarType.F64}), any(REALS));
            case 2 -> new Expression.Own(any(Expression.Coordinate.values()));
            case 3, 4 -> new Expression.Read(place(depth - 1));
            case 5 -> new Expression.Unary(any(Prefix.values()), value(depth - 1));
            case 6, 7, 8 -> new Expression.Binary(any(Infix.values()), value(depth - 1), value(depth - 1));
            case 9 -> new Expression.Conditional(value(depth - 1), value(depth - 1), value(depth - 1));
            case 10 -> {
                Expression operand = value(depth - 1);
                yield random.nextBoolean()
                        ? new Expression.Convert(any(ScalarType.values()), operand)
                        : new Expression.Bits(operand.type(), operand);
            }
            case 16 -> {
                MathFunction function = any(MathFunction.values());
                List<Expression> operands = new ArrayList<>();
                for (int i = 0; i < function.arity(); i++) {
                    operands.add(value(depth - 1));
                }
                yield new Expression.Mathematical(
                        function, random.nextBoolean() ? ScalarType.F32 : ScalarType.F64, operands);
            }
            case 11 -> {
                Intrinsic function = any(Intrinsic.values());
                List<Expression> operands = new ArrayList<>();
                for (int i = 0; i < function.arity(); i++) {
                    operands.add(value(depth - 1));
                }
                ScalarType type = any(ScalarType.values());
                yield new Expression.Call(function, type == ScalarType.F16 ? ScalarType.F32 : type, operands);
            }
            case 12 ->
                random.nextBoolean()
                        ? new Expression.Shuffle(
                                any(Expression.Lane.values()), value(depth - 1), value(depth - 1), 32 >> number())
                        : new Expression.Voted(any(Expression.Vote.values()), value(depth - 1));
            case 13 -> new Expression.Reduced(any(Expression.Update.values()), value(depth - 1));
            case 14 -> new Expression.Counted(number(), value(depth - 1));
            default -> {
                Expression.Update update = any(Expression.Update.values());
                yield new Expression.Atomic(update, place(depth - 1), value(depth - 1), random.nextBoolean());
            }
        };
    }

    private Place place(int depth) {
        int kind = random.nextInt(depth > 0 ? 5 : 1);
        if (kind == 1 && !registers.isEmpty()) {
            Memory.Register array = any(registers);
            return new Place.Register(array, indices(array.shape(), depth));
        } else if (kind == 2 && !shared.isEmpty()) {
            Memory.Shared array = any(shared);
            Place.Access access = random.nextBoolean() ? Place.Access.PLAIN : Place.Access.RELAXED;
            return new Place.Shared(array, indices(array.shape(), depth), access);
        } else if (kind == 3 && !globals.isEmpty()) {
            Memory.Global array = any(globals);
            List<ScalarType> wide = new ArrayList<>(List.of(ScalarType.values()));
            wide.removeIf(t -> t.bytes() != array.type().bytes());
            return new Place.Global(array, any(wide), value(depth - 1), any(Place.Access.values()));
        }
        return kind == 4 ? new Place.Pair(place(depth - 1)) : any(variables).place();
    }

    private Statement await() {
        if (globals.isEmpty()) {
            return new Statement.Barrier();
        }
        Memory.Global array = any(globals);
        List<ScalarType> integers = new ArrayList<>(List.of(ScalarType.values()));
        integers.removeIf(t -> t.isFloating() || t.bytes() != array.type().bytes());
        Place.Global place = new Place.Global(array, any(integers), value(1), Place.Access.ORDERED);
        return new Statement.Await(place, value(1));
    }

    private List<Expression> indices(List<Integer> shape, int depth) {
        List<Expression> indices = new ArrayList<>();
        shape.forEach(_ -> indices.add(value(depth - 1)));
        return indices;
    }

    private List<HostStep> steps(int depth) {
        return some(() -> step(depth));
    }

    private HostStep step(int depth) {
        return switch (random.nextInt(depth > 0 ? 8 : 6)) {
            case 0 ->
                new HostStep.Launch(
                        name(), any(TEXTS), value(2), 64, number(), arguments(), random.nextBoolean(), number() == 0);
            case 1 -> new HostStep.LaunchTogether(name(), any(TEXTS), 64, number(), arguments());
            case 2 -> new HostStep.Fill(name(), value(1));
            case 3 -> new HostStep.Join();
            case 4 -> {
                Variable variable = variable();
                variables.add(variable);
                yield new HostStep.Read(variable, name(), value(1));
            }
            case 5 -> {
                Expression value = value(1);
                Variable variable = variable();
                variables.add(variable);
                yield new HostStep.Assign(variable, value);
            }
            case 6 -> new HostStep.While(value(1), steps(depth - 1));
            default -> {
                Expression first = value(1);
                Expression last = value(1);
                Variable variable = variable();
                variables.add(variable);
                yield new HostStep.Loop(variable, first, last, steps(depth - 1));
            }
        };
    }

    private List<Argument> arguments() {
        return some(() -> switch (number()) {
            case 0 -> new Argument.Base(name());
            case 1 -> new Argument.Either(value(2), name(), name());
            default -> new Argument.Value(value(2));
        });
    }

    private Memory.Global global() {
        return new Memory.Global(name(), any(ScalarType.values()), random.nextBoolean());
    }

    private Variable variable() {
        return new Variable(name(), any(ScalarType.values()));
    }

    /** A name that nothing else has. */
    private String name() {
        names++;
        return names <= NAMES.size() ? NAMES.get(names - 1) : any(NAMES) + names;
    }

    private int number() {
        return random.nextInt(4);
    }

    private <T> List<T> some(Supplier<T> maker) {
        List<T> made = new ArrayList<>();
        int count = number();
        for (int i = 0; i < count; i++) {
            made.add(maker.get());
        }
        return made;
    }

    private <T> T any(T[] all) {
        return all[random.nextInt(all.length)];
    }

    private <T> T any(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }
}
