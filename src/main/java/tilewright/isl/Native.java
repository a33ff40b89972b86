package tilewright.isl;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Calls of C functions by name. The C signature follows from the Java arguments (int, long or pointer) and the kind of
 * result; a method handle is linked at the first call of that signature and kept. All handles are adapted to
 * {@code (address, long...)long}, so that one {@code invokeExact} per number of arguments serves every function.
 */
final class Native {
    /** The C result kinds that occur in isl. */
    enum Returns {
        POINTER(ValueLayout.JAVA_LONG),
        INT(ValueLayout.JAVA_INT),
        LONG(ValueLayout.JAVA_LONG),
        NOTHING(null);

        private final @Nullable MemoryLayout layout;

        Returns(@Nullable MemoryLayout layout) {
            this.layout = layout;
        }
    }

    /** A C function: where it is, and how to call what is there. */
    private record Function(MemorySegment address, MethodHandle handle) {}

    private static final ConcurrentHashMap<String, Function> FUNCTIONS = new ConcurrentHashMap<>();
    /** Functions with one signature share a handle, which takes the address: linking one costs milliseconds. */
    private static final ConcurrentHashMap<FunctionDescriptor, MethodHandle> HANDLES = new ConcurrentHashMap<>();

    private Native() {}

    private static @Nullable SymbolLookup isl;

    /** Opened at the first use; not in an initialiser, whose failure would hide what is missing. */
    private static synchronized SymbolLookup isl() {
        if (isl == null) {
            isl = Library.open();
        }
        return isl;
    }

    /**
     * Calls a function.
     *
     * @param shape the arguments as Java objects; only their classes matter: Integer, Boolean and enums are C ints, all
     *     others 64-bit values
     * @param a the arguments' values, pointers as addresses
     */
    static long call(Returns returns, String function, @Nullable Object[] shape, long[] a) {
        Function linked = FUNCTIONS.get(function);
        if (linked == null) {
            linked = link(returns, function, shape);
            FUNCTIONS.put(function, linked);
        }
        return call(linked, function, a);
    }

    private static long call(Function linked, String function, long[] a) {
        MemorySegment address = linked.address;
        MethodHandle handle = linked.handle;
        try {
            return switch (a.length) {
                case 0 -> (long) handle.invokeExact(address);
                case 1 -> (long) handle.invokeExact(address, a[0]);
                case 2 -> (long) handle.invokeExact(address, a[0], a[1]);
                case 3 -> (long) handle.invokeExact(address, a[0], a[1], a[2]);
                case 4 -> (long) handle.invokeExact(address, a[0], a[1], a[2], a[3]);
                case 5 -> (long) handle.invokeExact(address, a[0], a[1], a[2], a[3], a[4]);
                case 6 -> (long) handle.invokeExact(address, a[0], a[1], a[2], a[3], a[4], a[5]);
                default -> throw new IllegalArgumentException(function + ": too many arguments");
            };
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(function, e);
        }
    }

    /** A call with pointers only. */
    static long pointers(Returns returns, String function, long... arguments) {
        Function linked = FUNCTIONS.get(function);
        if (linked == null) {
            return call(returns, function, Arrays.stream(arguments).boxed().toArray(), arguments);
        }
        return call(linked, function, arguments);
    }

    static String string(long address) {
        return MemorySegment.ofAddress(address).reinterpret(Long.MAX_VALUE).getString(0);
    }

    private static Function link(Returns returns, String function, @Nullable Object[] shape) {
        MemorySegment symbol = isl().find(function)
                .or(() -> Linker.nativeLinker().defaultLookup().find(function))
                .orElseThrow(() -> new IslUnavailableException("the isl library that was found has no " + function));
        MemoryLayout[] arguments = new MemoryLayout[shape.length];
        Arrays.setAll(arguments, i -> layoutOf(shape[i]));
        FunctionDescriptor descriptor = returns.layout == null
                ? FunctionDescriptor.ofVoid(arguments)
                : FunctionDescriptor.of(returns.layout, arguments);
        return new Function(symbol, HANDLES.computeIfAbsent(descriptor, Native::handle));
    }

    /** From the address of a function and its arguments, all as longs, to its result as a long. */
    private static MethodHandle handle(FunctionDescriptor descriptor) {
        Class<?>[] types = new Class<?>[descriptor.argumentLayouts().size() + 1];
        Arrays.fill(types, long.class);
        types[0] = MemorySegment.class;
        return MethodHandles.explicitCastArguments(
                Linker.nativeLinker().downcallHandle(descriptor), MethodType.methodType(long.class, types));
    }

    private static MemoryLayout layoutOf(@Nullable Object argument) {
        return argument instanceof Integer || argument instanceof Boolean || argument instanceof Enum<?>
                ? ValueLayout.JAVA_INT
                : ValueLayout.JAVA_LONG;
    }

    /** A C function pointer for a Java method that takes longs and returns an int; it lives as long as the program. */
    static MemorySegment upcall(MethodHandle target) {
        MemoryLayout[] arguments = new MemoryLayout[target.type().parameterCount()];
        Arrays.fill(arguments, ValueLayout.JAVA_LONG);
        return Linker.nativeLinker()
                .upcallStub(target, FunctionDescriptor.of(ValueLayout.JAVA_INT, arguments), Arena.global());
    }
}
