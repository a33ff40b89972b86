package tilewright.isl;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A handle of an isl object: an immutable value that lives until its scope or context closes. */
public abstract class IslObject {
    private final Context context;
    private final Type<?> type;
    private long pointer;
    private Scope scope;

    IslObject(Type<?> type, Context context, long pointer) {
        this.type = type;
        this.context = context;
        this.pointer = pointer;
        this.scope = context.register(this);
    }

    /** The context this object lives in. */
    public final Context context() {
        return context;
    }

    final Type<?> type() {
        return type;
    }

    final Scope scope() {
        return scope;
    }

    final void moveTo(Scope newScope) {
        scope = newScope;
    }

    /** Lets this object live as long as another one, where it would be freed before. */
    public final void liveWith(IslObject other) {
        if (scope.isInside(other.scope)) {
            moveTo(other.scope);
            other.scope.add(this);
        }
    }

    /** The C pointer; an error when the object was freed. */
    final long pointer() {
        if (pointer == 0) {
            throw new IllegalStateException("this " + type.prefix()
                    + " was freed when its isl scope or context closed; promote it if it must live longer");
        }
        return pointer;
    }

    final void free() {
        Native.pointers(Native.Returns.POINTER, type.freeFunction(), pointer);
        pointer = 0;
    }

    /** The object in isl's notation. */
    @Override
    public String toString() {
        return pointer == 0 ? "freed " + type.prefix() : text(type.prefix() + "_to_str", this);
    }

    final <T extends IslObject> T take(Type<T> result, String function, @Nullable Object... arguments) {
        return context.take(result, function, arguments);
    }

    final <T extends IslObject> T keep(Type<T> result, String function, @Nullable Object... arguments) {
        return context.keep(result, function, arguments);
    }

    final <T extends IslObject> List<T> list(Type<T> element, String function, @Nullable Object... arguments) {
        return context.list(element, function, arguments);
    }

    final boolean test(String function, @Nullable Object... arguments) {
        return context.integer(function, arguments) != 0;
    }

    final int size(String function, @Nullable Object... arguments) {
        return context.integer(function, arguments);
    }

    final String text(String function, @Nullable Object... arguments) {
        return context.text(function, arguments);
    }

    final @Nullable String name(String function, @Nullable Object... arguments) {
        return context.name(function, arguments);
    }
}
