package tilewright.isl;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/**
 * isl's {@code foreach} functions. One C function pointer per shape serves all of them: the Java receiver of the
 * running call is kept per thread. An exception of the receiver ends the iteration and leaves the isl call.
 */
final class Callbacks {
    interface One {
        void accept(long pointer);
    }

    interface Two {
        void accept(long first, long second);
    }

    private static final ThreadLocal<@Nullable Callbacks> CURRENT = new ThreadLocal<>();

    private final Two receiver;
    private @Nullable Throwable failure;

    private Callbacks(Two receiver) {
        this.receiver = receiver;
    }

    private static final class Stubs {
        static final MemorySegment ONE = stub("one", 2);
        static final MemorySegment TWO = stub("two", 3);

        private static MemorySegment stub(String method, int arguments) {
            try {
                Class<?>[] longs = new Class<?>[arguments];
                java.util.Arrays.fill(longs, long.class);
                return Native.upcall(MethodHandles.lookup()
                        .findStatic(Callbacks.class, method, MethodType.methodType(int.class, longs)));
            } catch (ReflectiveOperationException e) {
                throw new LinkageError(e.getMessage(), e);
            }
        }
    }

    /** Calls {@code function(self, callback, NULL)} whose callback gets one object. */
    static void one(IslObject self, String function, One receiver) {
        run(self, function, Stubs.ONE, (first, _) -> receiver.accept(first));
    }

    /** Calls {@code function(self, callback, NULL)} whose callback gets two objects. */
    static void two(IslObject self, String function, Two receiver) {
        run(self, function, Stubs.TWO, receiver);
    }

    private static void run(IslObject self, String function, MemorySegment stub, Two receiver) {
        Callbacks outer = CURRENT.get();
        Callbacks mine = new Callbacks(receiver);
        CURRENT.set(mine);
        try {
            self.size(function, self, stub, null);
        } catch (IslException e) {
            if (mine.failure == null) {
                throw e;
            }
        } finally {
            CURRENT.set(outer);
        }
        if (mine.failure instanceof RuntimeException e) {
            throw e;
        } else if (mine.failure instanceof Error e) {
            throw e;
        }
    }

    static int one(long pointer, long user) {
        return dispatch(pointer, user);
    }

    static int two(long first, long second, long user) {
        return dispatch(first, second);
    }

    private static int dispatch(long first, long second) {
        Callbacks current = java.util.Objects.requireNonNull(CURRENT.get());
        try {
            current.receiver.accept(first, second);
            return 0;
        } catch (Throwable e) {
            current.failure = e;
            return -1;
        }
    }
}
