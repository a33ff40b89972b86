package tilewright.ranking.description;

import java.util.Map;
import tilewright.model.Conversion;
import tilewright.model.DataType;
import tilewright.model.MathFunction;
import tilewright.model.Operator;
import tilewright.model.ScalarOperation;
import tilewright.model.UserError;

/**
 * Arithmetic rates of a whole device.
 *
 * @param issuePerSecond instructions (one operand set each) that all processors together can start per second
 * @param types rates by element type (keys {@code real}, {@code double}, {@code integer}, {@code logical}, {@code pair}: two
 *     16-bit integers in a word) and operation (keys {@code add}, {@code mul}, {@code fma}, {@code min}, {@code div},
 *     {@code addmin}: the minimum of a sum and another value, where it is one operation, ...)
 */
public record InstructionRates(double issuePerSecond, Map<String, Map<String, Rate>> types) {
    private static final String LOGIC = "logic";

    /** The operation of type {@code double} that warps do together: multiply-adds of small matrices. */
    public static final String PRODUCT = "product";

    /**
     * @param pipe execution unit; operations of one pipe queue up, those of different pipes overlap
     * @param perSecond operations per second of the pipe when it does nothing else
     * @param issueSlots instructions that one operation takes
     * @param latencySeconds from operands to result
     */
    public record Rate(String pipe, double perSecond, double issueSlots, double latencySeconds) {
        public Rate {
            if (perSecond <= 0) {
                throw new IllegalArgumentException("perSecond must be positive, got " + perSecond);
            }
        }
    }

    public InstructionRates {
        if (issuePerSecond <= 0) {
            throw new IllegalArgumentException("issuePerSecond must be positive, got " + issuePerSecond);
        }
        types = Map.copyOf(types);
    }

    /**
     * The rate of an operation.
     *
     * @throws UserError if the device file has none
     */
    public Rate of(DataType type, String operation) {
        // What decides whether a number is stored is done on logical values.
        String key = key(operation.equals(LOGIC) && type.isFloating() ? DataType.LOGICAL : type);
        Rate rate = types.getOrDefault(key, Map.of()).get(operation);
        if (rate == null) {
            throw UserError.badInput("the device file has no rate for operation '" + operation + "' on type '" + key
                    + "'; add it under instructions.types." + key);
        }
        return rate;
    }

    /** Whether the device has an operation for itself. */
    public boolean has(DataType type, String operation) {
        return types.getOrDefault(key(type), Map.of()).containsKey(operation);
    }

    /**
     * The rate of an operation on one of two 16-bit integers in a word, both of which it is done on; where the device file has
     * none, that of integers.
     */
    public Rate ofPair(String operation) {
        Rate word = types.getOrDefault("pair", Map.of()).get(operation);
        return word == null
                ? of(DataType.INTEGER, operation)
                : new Rate(word.pipe, 2 * word.perSecond, word.issueSlots / 2, word.latencySeconds);
    }

    /** The same rates, all multiplied: for a device of the same kind with more or faster processors. */
    InstructionRates times(double factor) {
        Map<String, Map<String, Rate>> scaled = new java.util.HashMap<>();
        types.forEach((type, rates) -> {
            Map<String, Rate> one = new java.util.HashMap<>();
            rates.forEach(
                    (name, r) -> one.put(name, new Rate(r.pipe, r.perSecond * factor, r.issueSlots, r.latencySeconds)));
            scaled.put(type, one);
        });
        return new InstructionRates(issuePerSecond * factor, scaled);
    }

    private static String key(DataType type) {
        return switch (type) {
            case HALF, REAL -> "real";
            case DOUBLE -> "double";
            case BYTE, SIGNED_BYTE, SHORT, UNSIGNED_SHORT, INTEGER, UNSIGNED, LONG, UNSIGNED_LONG -> "integer";
            case LOGICAL -> "logical";
        };
    }

    /** The operation key; functions that have no rate of their own count as one of their kind. */
    public static String key(ScalarOperation operation) {
        return switch (operation) {
            case Conversion _ -> "sign";
            case MathFunction f ->
                f == MathFunction.SQRT ? "sqrt" : f.isExact() ? "sign" : f.arity() == 1 ? "exp" : "pow";
            case Operator o -> key(o);
        };
    }

    private static String key(Operator operator) {
        return switch (operator) {
            case ADD, SUB -> "add";
            case MUL -> "mul";
            case DIV -> "div";
            case MIN, MAX -> "min";
            case REMAINDER -> "div";
            case NEG, ABS -> "sign";
            case AND, OR, NOT, BIT_AND, BIT_OR, BIT_XOR, BIT_NOT, SHIFT_LEFT, SHIFT_RIGHT -> LOGIC;
            case EQ, NE, LT, LE, GT, GE, MERGE -> "compare";
            case RANDOM -> "random";
        };
    }
}
