package tilewright.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Initial data of a nest: by its {@code init} lines, else uniform in (0,1) (integers 0..99, logical values true with
 * probability one half). The numbers are those of {@link RandomNumbers}; an init expression is evaluated in double
 * precision and converted to the element type once.
 */
public final class DataInitializer {
    private DataInitializer() {}

    /**
     * Data for these parameters; the same arguments give the same data.
     *
     * @throws UserError where a parameter is missing, an array does not fit in memory or the data violate a declared
     *     assumption
     */
    public static Data fill(LoopNest nest, Map<String, Long> parameters, long seed) {
        Data data = fill(nest, parameters, seed, Map.of());
        AssumptionCheck.check(nest, parameters, data, "the initial data");
        return data;
    }

    /**
     * Data for these parameters, some arrays given; assumptions are not checked.
     *
     * @throws UserError as {@link Data#of}
     */
    public static Data fill(LoopNest nest, Map<String, Long> parameters, long seed, Map<String, Object> given) {
        Data data = Data.of(nest, parameters, given);
        for (int number = 0; number < nest.arrays().size(); number++) {
            ArrayDeclaration declaration = nest.arrays().get(number);
            ArrayData array = data.array(declaration.name());
            if (given.containsKey(declaration.name())) {
                continue;
            }
            Initializer initializer = nest.initializers().stream()
                    .filter(i -> i.array().equals(declaration.name()))
                    .findFirst()
                    .orElse(null);
            if (initializer == null) {
                fillUniform(array, RandomNumbers.key(seed, number, 0));
            } else {
                fill(array, initializer, nest, SequentialOrder.parameters(nest, parameters), seed, number);
            }
        }
        return data;
    }

    private static void fillUniform(ArrayData array, long key) {
        DataType type = array.declaration().type();
        IntStream elements = IntStream.range(0, array.size());
        (LargeArrays.areWorthSharing(array.size()) ? elements.parallel() : elements).forEach(i -> {
            double uniform = RandomNumbers.uniform(key, i);
            array.setAt(
                    i,
                    switch (type) {
                        case HALF, REAL, DOUBLE -> uniform;
                        case BYTE, SIGNED_BYTE, SHORT, UNSIGNED_SHORT, INTEGER, UNSIGNED, LONG, UNSIGNED_LONG ->
                            Math.floor(100 * uniform);
                        case LOGICAL -> uniform < 0.5 ? 1 : 0;
                    });
        });
    }

    private static void fill(
            ArrayData array, Initializer initializer, LoopNest nest, long[] parameters, long seed, int number) {
        List<String> names = new ArrayList<>(nest.parameters());
        names.addAll(initializer.indices());
        int elementSlot = names.size();
        Sources sources = new Sources(
                names, ExpressionTypes.forTarget(nest, DataType.DOUBLE), seed, number, elementSlot, new int[1]);
        ValueFunction value = ValueFunction.of(initializer.value(), sources);
        IntStream pieces = IntStream.range(0, Math.ceilDiv(array.size(), LargeArrays.PIECE));
        (LargeArrays.areWorthSharing(array.size()) ? pieces.parallel() : pieces).forEach(piece -> {
            long[] slots = Arrays.copyOf(parameters, elementSlot + 1);
            int first = piece * LargeArrays.PIECE;
            int end = (int) Math.min(array.size(), (long) first + LargeArrays.PIECE);
            for (int i = first; i < end; i++) {
                long[] index = array.index(i);
                System.arraycopy(index, 0, slots, parameters.length, index.length);
                slots[elementSlot] = i;
                try {
                    array.setAt(i, value.at(slots));
                } catch (ArithmeticException e) {
                    throw new UserError(
                            UserError.BAD_INPUT,
                            initializer.position() + ": error: an integer is divided by zero in the initial value of '"
                                    + initializer.array() + "', element " + (i + 1L) + " (the first is 1)",
                            e);
                }
            }
        });
    }

    /** Indices, parameters and random numbers of an init expression. */
    private record Sources(
            List<String> names, ExpressionTypes types, long seed, int array, int elementSlot, int[] calls)
            implements ValueFunction.Surroundings {
        @Override
        public ValueFunction read(Access access) {
            throw new IllegalStateException("init reads no array");
        }

        @Override
        public ValueFunction random() {
            long key = RandomNumbers.key(seed, array, calls[0]++);
            int slot = elementSlot;
            return slots -> RandomNumbers.uniform(key, slots[slot]);
        }
    }
}
