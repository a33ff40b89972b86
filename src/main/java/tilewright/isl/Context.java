package tilewright.isl;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tilewright.isl.Native.Returns;

/**
 * An isl context: the owner of a set of isl objects. It belongs to the thread that made it; every thread that needs isl
 * makes its own. Closing it frees every object it still holds.
 */
public final class Context implements AutoCloseable {
    /** {@code ISL_ON_ERROR_CONTINUE}: report by the result, print nothing. */
    private static final int ON_ERROR_CONTINUE = 1;

    /** {@code ISL_FORMAT_POLYLIB}: matrices of integers. */
    static final int FORMAT_POLYLIB = 1;

    private static final int ERROR_NONE = 0;
    private static final int ERROR_QUOTA = 6;

    private final Thread owner = Thread.currentThread();
    private long pointer;
    private long maxOperations;
    private int liveObjects;
    private Scope scope = new Scope(this, null);
    private final Texts texts = new Texts();
    private final Answers answers = new Answers(this);

    /**
     * Makes a context.
     *
     * @throws IslUnavailableException when the isl library is not found
     */
    public Context() {
        pointer = Native.pointers(Returns.POINTER, "isl_ctx_alloc");
        set("isl_options_set_on_error", ON_ERROR_CONTINUE);
    }

    /** The version of the isl library in use, as it names itself. */
    public static String islVersion() {
        return Native.string(Native.pointers(Returns.POINTER, "isl_version")).strip();
    }

    /** How many isl objects this context holds, those of {@link #known} answers apart; 0 after {@link #close}. */
    public int liveObjects() {
        return liveObjects;
    }

    /** Opens a scope: the objects made until it closes are freed then. */
    public Scope scope() {
        checkUsable();
        scope = new Scope(this, scope);
        return scope;
    }

    /**
     * The answer to a question, which is looked for only where no equal one has been asked in this context.
     *
     * @param question as a value: whatever the answer depends on
     * @param objects of an answer, made for it; they live until the context closes or forgets them, not only in the scope of the moment
     */
    public <T> T known(Object question, Supplier<T> answer, Function<T, Stream<? extends IslObject>> objects) {
        checkUsable();
        return answers.of(question, answer, objects);
    }

    /**
     * A value that may hold objects of the scope of the moment, computed where no equal question has been asked in that scope or around it. It is kept until that scope closes.
     *
     * @param question as a value: whatever the value depends on
     */
    @SuppressWarnings("unchecked")
    public <T> T remembered(Object question, Supplier<T> value) {
        checkUsable();
        for (Scope around = scope; around != null; around = around.parent()) {
            Object found = around.values().get(question);
            if (found != null) {
                return (T) found;
            }
        }
        Scope asked = scope;
        T computed = value.get();
        asked.values().put(question, computed);
        return computed;
    }

    /** Frees what {@link #known} keeps, where that is more than so many answers. For those who hold none of them. */
    public void forgetBeyond(int most) {
        checkUsable();
        if (answers.size() > most) {
            answers.close();
        }
    }

    /** Limits the number of isl's inner steps from now on; an operation that exceeds it fails with
     * {@link IslLimitException}, after which the count starts anew. 0 removes the limit. */
    public void setMaxOperations(long limit) {
        checkUsable();
        maxOperations = limit;
        resetOperations();
        limit(limit);
    }

    /** Runs a computation with a lower limit of its own on isl's inner steps, then puts the former limit back. */
    public <T> T withMaxOperations(long limit, Supplier<T> computation) {
        long former = maxOperations;
        setMaxOperations(former > 0 ? Math.min(former, limit) : limit);
        try {
            return computation.get();
        } finally {
            setMaxOperations(former);
        }
    }

    /** Starts counting anew for {@link #setMaxOperations}. */
    public void resetOperations() {
        checkUsable();
        Native.pointers(Returns.NOTHING, "isl_ctx_reset_operations", pointer);
    }

    /** Sets an integer option by isl's name of its setter, as {@code isl_options_set_schedule_outer_coincidence}. */
    public void set(String optionSetter, int value) {
        checkUsable();
        Native.call(Returns.INT, optionSetter, new Object[] {pointer, value}, new long[] {pointer, value});
    }

    /** Frees every object and the context. Closing twice does nothing. */
    @Override
    public void close() {
        if (pointer == 0) {
            return;
        }
        checkUsable();
        for (Scope s = scope; s != null; s = s.parent()) {
            liveObjects -= s.free();
        }
        answers.close();
        texts.close();
        Native.pointers(Returns.NOTHING, "isl_ctx_free", pointer);
        pointer = 0;
    }

    Scope register(IslObject object) {
        liveObjects++;
        scope.add(object);
        return scope;
    }

    /** An object that is kept apart. */
    void uncount() {
        liveObjects--;
    }

    void leave(Scope closing, @Nullable Scope parent) {
        if (pointer == 0) {
            return;
        }
        checkUsable();
        if (closing != scope || parent == null) {
            throw new IllegalStateException("isl scopes must be closed once, innermost first");
        }
        liveObjects -= closing.free();
        scope = parent;
    }

    /** A function that takes all its object arguments: they are copied before. */
    <T extends IslObject> T take(Type<T> result, String function, @Nullable Object... arguments) {
        return adopt(result, nonNull(function, invoke(Returns.POINTER, function, true, arguments), arguments));
    }

    /** What a text means in isl's notation. */
    <T extends IslObject> T read(Type<T> result, String text) {
        checkUsable();
        return adopt(result, texts.read(result, text, () -> unlimited(result.prefix() + "_read_from_str", text)));
    }

    /** Reading goes on beyond the limit, as isl calls it a syntax error where it stops; the next operation fails. */
    private long unlimited(String function, String text) {
        Object[] arguments = {this, text};
        limit(0);
        try {
            return nonNull(function, invoke(Returns.POINTER, function, true, arguments), arguments);
        } finally {
            limit(maxOperations);
        }
    }

    private void limit(long limit) {
        Object[] arguments = {pointer, limit};
        Native.call(Returns.NOTHING, "isl_ctx_set_max_operations", arguments, new long[] {pointer, limit});
    }

    /** A function that keeps all its object arguments. */
    <T extends IslObject> T keep(Type<T> result, String function, @Nullable Object... arguments) {
        return adopt(result, nonNull(function, invoke(Returns.POINTER, function, false, arguments), arguments));
    }

    /** A function that keeps its arguments and returns an isl list. */
    <T extends IslObject> List<T> list(Type<T> element, String function, @Nullable Object... arguments) {
        long list = nonNull(function, invoke(Returns.POINTER, function, false, arguments), arguments);
        String prefix = element.prefix() + "_list_";
        try {
            int size = (int) Native.pointers(Returns.INT, prefix + "size", list);
            List<T> result = new ArrayList<>(size);
            for (int i = 0; i < size; i++) {
                Object[] shape = {list, i};
                long pointer = Native.call(Returns.POINTER, prefix + "get_at", shape, new long[] {list, i});
                result.add(adopt(element, nonNull(prefix + "get_at", pointer, shape)));
            }
            return result;
        } finally {
            Native.pointers(Returns.POINTER, prefix + "free", list);
        }
    }

    /** A function that keeps its arguments and returns an int, bool or enum, where -1 with an error set is failure. */
    int integer(String function, @Nullable Object... arguments) {
        int result = (int) invoke(Returns.INT, function, false, arguments);
        return result < 0 ? (int) checked(function, result, arguments) : result;
    }

    /** A function that keeps its arguments and returns a long, where 0 with an error set is failure. */
    long number(String function, @Nullable Object... arguments) {
        long result = invoke(Returns.LONG, function, false, arguments);
        return result == 0 ? checked(function, result, arguments) : result;
    }

    /** A function that keeps its arguments and returns a string that the caller must free. */
    String text(String function, @Nullable Object... arguments) {
        long result = nonNull(function, invoke(Returns.POINTER, function, false, arguments), arguments);
        try {
            return Native.string(result);
        } finally {
            Native.pointers(Returns.NOTHING, "free", result);
        }
    }

    /** An object in one of isl's output formats. */
    String printed(IslObject object, String function, int format) {
        checkUsable();
        long printer = Native.pointers(Returns.POINTER, "isl_printer_to_str", pointer);
        Object[] shape = {printer, format};
        printer = Native.call(Returns.POINTER, "isl_printer_set_output_format", shape, new long[] {printer, format});
        printer = Native.pointers(Returns.POINTER, function, nonNull(function, printer, shape), object.pointer());
        try {
            return text("isl_printer_get_str", printer);
        } finally {
            Native.pointers(Returns.POINTER, "isl_printer_free", printer);
        }
    }

    /** A function that keeps its arguments and returns a string that isl owns, or null for no name. */
    @Nullable
    String name(String function, @Nullable Object... arguments) {
        long result = invoke(Returns.POINTER, function, false, arguments);
        if (result == 0) {
            checked(function, 0, arguments);
            return null;
        }
        return Native.string(result);
    }

    <T extends IslObject> T adopt(Type<T> type, long pointer) {
        return type.factory().wrap(this, pointer);
    }

    private long invoke(Returns returns, String function, boolean take, @Nullable Object[] arguments) {
        checkUsable();
        checkArguments(function, arguments);
        long[] values = new long[arguments.length];
        Arena arena = null;
        try {
            for (int i = 0; i < values.length; i++) {
                if (arguments[i] instanceof String s) {
                    arena = arena == null ? Arena.ofConfined() : arena;
                    values[i] = arena.allocateFrom(s).address();
                } else {
                    values[i] = value(arguments[i], take);
                }
            }
            return Native.call(returns, function, arguments, values);
        } finally {
            if (arena != null) {
                arena.close();
            }
        }
    }

    /** Marks an argument that isl only reads in a call that takes its other arguments. */
    record Kept(IslObject object) {}

    private long value(@Nullable Object argument, boolean take) {
        // Plain tests: a switch over types is a call where code is compiled without being optimized.
        if (argument instanceof IslObject o) {
            return take ? Native.pointers(Returns.POINTER, o.type().copyFunction(), o.pointer()) : o.pointer();
        }
        return switch (argument) {
            case null -> 0;
            case Kept(IslObject o) -> o.pointer();
            case Context c -> c.pointer;
            case Number n -> n.longValue();
            case Boolean b -> b ? 1 : 0;
            case Enum<?> e -> e.ordinal();
            case MemorySegment s -> s.address();
            default -> throw new IllegalArgumentException("no C value for " + argument.getClass());
        };
    }

    private void checkUsable() {
        if (pointer == 0) {
            throw new IllegalStateException("this isl context is closed");
        }
        if (Thread.currentThread() != owner) {
            throw new IllegalStateException("an isl context of thread " + owner.getName() + " was used by thread "
                    + Thread.currentThread().getName() + "; every thread needs a context of its own");
        }
    }

    /** Everything that can fail is checked before the first copy is made, so that no copy is lost. */
    private void checkArguments(String function, @Nullable Object[] arguments) {
        for (Object argument : arguments) {
            IslObject object =
                    argument instanceof Kept(IslObject kept) ? kept : argument instanceof IslObject o ? o : null;
            if (object != null) {
                if (object.context() != this) {
                    throw new IllegalArgumentException(function + ": the arguments belong to different isl contexts");
                }
                object.pointer();
            }
        }
    }

    private long nonNull(String function, long result, @Nullable Object[] arguments) {
        if (result == 0) {
            throw failure(function, lastError(), arguments);
        }
        return result;
    }

    private long checked(String function, long result, @Nullable Object[] arguments) {
        int error = lastError();
        if (error != ERROR_NONE) {
            throw failure(function, error, arguments);
        }
        return result;
    }

    private int lastError() {
        return (int) Native.pointers(Returns.INT, "isl_ctx_last_error", pointer);
    }

    private IslException failure(String function, int error, @Nullable Object[] arguments) {
        long message = Native.pointers(Returns.POINTER, "isl_ctx_last_error_msg", pointer);
        String words = message == 0 ? "failed" : Native.string(message);
        Native.pointers(Returns.NOTHING, "isl_ctx_reset_error", pointer);
        if (error == ERROR_QUOTA) {
            resetOperations();
            return new IslLimitException(function, maxOperations);
        }
        StringBuilder text = new StringBuilder(function).append(": ").append(words);
        for (Object argument : arguments) {
            if (argument instanceof String s) {
                text.append(", given \"").append(s).append('"');
            }
        }
        return new IslException(text.toString());
    }
}
