package tilewright.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Executes a nest on data, operation by operation, with C's arithmetic (real operations are rounded to single
 * precision one by one). For tests and small sizes: it is what every faster way of execution is compared with.
 */
public final class Interpreter {
    private record Operation(PlacedStatement placed, Element target, Assigned value) {}

    private final Data data;
    private final @Nullable IrregularRun irregular;
    private final @Nullable SequentialOrder order;
    private final long[] parameters;
    private final Map<String, Operation> operations = new HashMap<>();

    /**
     * Prepares the nest.
     *
     * @param data is changed by the execution
     * @throws UserError where a parameter has no value
     */
    public Interpreter(LoopNest nest, Map<String, Long> parameterValues, Data data) {
        this.data = data;
        this.irregular = nest.isIrregular() ? new IrregularRun(nest, parameterValues, data) : null;
        if (irregular != null) {
            this.order = null;
            this.parameters = new long[0];
            return;
        }
        this.order = new SequentialOrder(nest, parameterValues);
        this.parameters = SequentialOrder.parameters(nest, parameterValues);
        for (PlacedStatement placed : nest.statements()) {
            List<String> names = new ArrayList<>(nest.parameters());
            names.addAll(placed.loopVariables());
            Statement statement = placed.statement();
            Reader reader = new Reader(data, names, ExpressionTypes.forStatement(nest, statement));
            operations.put(
                    statement.id(),
                    new Operation(
                            placed,
                            Element.of(statement.target(), names, data),
                            Assigned.of(
                                    statement.value(),
                                    reader,
                                    data.array(statement.target().array()))));
        }
    }

    /**
     * Executes all operations in sequential order.
     *
     * @throws UserError where a subscript leaves its array or an integer is divided by zero
     */
    public void run() {
        if (irregular != null) {
            irregular.run();
        } else if (order != null) {
            order.forEach((statement, iteration) -> execute(statement.id(), iteration));
        }
    }

    /**
     * Executes a nest that repeats passes, giving up on a repetition that goes on too long.
     *
     * @param mostPasses of one repetition
     * @return false where one was given up: a relaxation with as many passes as elements has a cycle that improves for ever
     */
    public boolean run(long mostPasses) {
        if (irregular != null) {
            return irregular.run(mostPasses);
        }
        run();
        return true;
    }

    /**
     * Executes one operation S_b(J).
     *
     * @throws UserError as {@link #run}
     */
    public void execute(String statement, long[] iteration) {
        Operation operation = operations.get(statement);
        if (operation == null) {
            throw new IllegalArgumentException("no statement " + statement);
        }
        long[] slots = Arrays.copyOf(parameters, parameters.length + iteration.length);
        System.arraycopy(iteration, 0, slots, parameters.length, iteration.length);
        int offset = operation.target.offset(slots);
        try {
            operation.value.store(slots, offset);
        } catch (ArithmeticException e) {
            throw new UserError(
                    UserError.BAD_INPUT,
                    operation.target.access().position() + ": error: an integer is divided by zero in " + statement
                            + at(operation.placed, iteration) + "; check the data ('init')",
                    e);
        }
    }

    private static String at(PlacedStatement placed, long[] iteration) {
        List<String> variables = placed.loopVariables();
        return IntStream.range(0, variables.size())
                .mapToObj(d -> (d == 0 ? " at " : ", ") + variables.get(d) + " = " + iteration[d])
                .collect(Collectors.joining());
    }

    /** The data, as far as they are computed. */
    public Data data() {
        return data;
    }

    /** The element of an array that an access names. */
    record Element(Access access, ArrayData array, List<IndexFunction> subscripts, IndexFunction.Position position) {
        static Element of(Access access, List<String> names, Data data) {
            ArrayData array = data.array(access.array());
            List<IndexFunction> subscripts = IndexFunction.of(access, names, data);
            return new Element(access, array, subscripts, IndexFunction.Position.of(array, subscripts));
        }

        /**
         * Its row-major position.
         *
         * @throws UserError where the array has no such element
         */
        int offset(long[] slots) {
            int offset = position.at(slots);
            if (offset < 0) {
                throw UserError.badInput(access.position() + ": error: " + access + " is "
                        + array.element(IndexFunction.at(subscripts, slots))
                        + " here, outside the array's bounds (lower " + Arrays.toString(array.lower()) + ", extents "
                        + Arrays.toString(array.extents()) + "); correct the subscript or the declaration");
            }
            return offset;
        }
    }

    /** What a statement assigns, in the type of its target. */
    record Assigned(ValueFunction value, ArrayData target) {
        static Assigned of(Expression expression, Reader reader, ArrayData target) {
            return new Assigned(
                    ValueFunction.converted(
                            ValueFunction.of(expression, reader),
                            reader.types().of(expression),
                            target.declaration().type()),
                    target);
        }

        /** Evaluates the value and stores it at a row-major position. */
        void store(long[] slots, int offset) {
            if (target.declaration().type().isFloating()) {
                target.setAt(offset, value.at(slots));
            } else {
                target.setWholeAt(offset, value.wholeAt(slots));
            }
        }
    }

    /** Array reads of expressions. */
    record Reader(Data data, List<String> names, ExpressionTypes types) implements ValueFunction.Surroundings {
        @Override
        public ValueFunction read(Access access) {
            Element element = Element.of(access, names, data);
            ArrayData array = element.array();
            DataType type = array.declaration().type();
            return type.isFloating()
                    ? slots -> array.valueAt(element.offset(slots))
                    : ValueFunction.whole(type, slots -> array.wholeAt(element.offset(slots)));
        }

        @Override
        public ValueFunction random() {
            throw new IllegalStateException("rnd() outside init");
        }
    }
}
