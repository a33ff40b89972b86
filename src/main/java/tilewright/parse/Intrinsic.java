package tilewright.parse;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tilewright.model.Conversion;
import tilewright.model.DataType;
import tilewright.model.MathFunction;
import tilewright.model.Operator;
import tilewright.model.ScalarOperation;

/**
 * An intrinsic function of the notation: what it applies to its arguments.
 *
 * @param operation the one of two operands that {@code min} and {@code max} apply to two or more
 */
record Intrinsic(String name, ScalarOperation operation, int least, int most) {
    static final Intrinsic MIN = new Intrinsic("min", Operator.MIN, 2, Integer.MAX_VALUE);
    static final Intrinsic MAX = new Intrinsic("max", Operator.MAX, 2, Integer.MAX_VALUE);
    static final Intrinsic MERGE = new Intrinsic(Operator.MERGE);
    static final Intrinsic POW = new Intrinsic(MathFunction.POW);
    static final Intrinsic RND = new Intrinsic(Operator.RANDOM);
    /** Of affine expressions a part of them, rounded down; of other integers towards zero, and of floating-point numbers {@code fmod}. */
    static final Intrinsic MOD = new Intrinsic(Operator.REMAINDER);
    /** Bits moved to the left, or to the right by a negative constant; what moves in is zero. */
    static final Intrinsic ISHFT = new Intrinsic("ishft", Operator.SHIFT_LEFT, 2, 2);

    private static final Map<String, Intrinsic> KNOWN = Stream.of(
                    List.of(MIN, MAX, MERGE, POW, RND, MOD, ISHFT).stream(),
                    Stream.of(
                                    Operator.ABS,
                                    Operator.BIT_AND,
                                    Operator.BIT_OR,
                                    Operator.BIT_XOR,
                                    Operator.BIT_NOT,
                                    Operator.SHIFT_LEFT,
                                    Operator.SHIFT_RIGHT)
                            .map(Intrinsic::new),
                    Arrays.stream(MathFunction.values())
                            .filter(f -> f != MathFunction.POW)
                            .map(Intrinsic::new),
                    Arrays.stream(DataType.values())
                            .filter(t -> t != DataType.LOGICAL)
                            .map(t -> new Intrinsic(new Conversion(t))))
            .flatMap(Function.identity())
            .collect(Collectors.toUnmodifiableMap(Intrinsic::name, Function.identity()));

    private Intrinsic(ScalarOperation operation) {
        this(operation.notation(), operation, operation.arity(), operation.arity());
    }

    /** The function of that name, in any case. */
    static @Nullable Intrinsic of(String name) {
        return KNOWN.get(name.toLowerCase(Locale.ROOT));
    }

    /** The names of all, in order, for messages. */
    static String known() {
        return KNOWN.keySet().stream().sorted().collect(Collectors.joining(", "));
    }

    boolean accepts(int arguments) {
        return least <= arguments && arguments <= most;
    }

    /** What the message about a wrong number of arguments says. */
    String expectedArguments() {
        if (most == Integer.MAX_VALUE) {
            return "at least " + least + " arguments";
        }
        return least == 0 ? "no arguments" : least == 1 ? "1 argument" : least + " arguments";
    }
}
