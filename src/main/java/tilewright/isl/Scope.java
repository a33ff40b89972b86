package tilewright.isl;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Frees the objects made since it was opened, except those promoted to the scope around it:
 *
 * <pre>{@code
 * try (Scope scope = context.scope()) {
 *     return scope.promote(a.applyRange(b).coalesce());
 * }
 * }</pre>
 */
public final class Scope implements AutoCloseable {
    private final Context context;
    private final @Nullable Scope parent;
    private final List<IslObject> objects = new ArrayList<>();
    private final java.util.Map<Object, Object> values = new HashMap<>();

    Scope(Context context, @Nullable Scope parent) {
        this.context = context;
        this.parent = parent;
    }

    @Nullable
    Scope parent() {
        return parent;
    }

    /** Whether it closes before another one, which is around it. */
    boolean isInside(Scope other) {
        for (Scope around = parent; around != null; around = around.parent) {
            if (around == other) {
                return true;
            }
        }
        return false;
    }

    void add(IslObject object) {
        objects.add(object);
    }

    /** What {@link Context#remembered} keeps as long as the objects of this scope. */
    java.util.Map<Object, Object> values() {
        return values;
    }

    /** Hands an object of this scope to the scope around it; objects of outer scopes stay where they are. */
    public <T extends IslObject> T promote(T object) {
        if (parent == null) {
            throw new IllegalStateException("the outermost scope of an isl context has nothing around it");
        }
        if (object.scope() == this) {
            object.moveTo(parent);
            parent.add(object);
        }
        return object;
    }

    /** Frees the objects of this scope. */
    @Override
    public void close() {
        context.leave(this, parent);
    }

    /** Frees this scope's objects and tells how many there were. */
    int free() {
        int freed = 0;
        for (IslObject object : objects) {
            if (object.scope() == this) {
                object.free();
                freed++;
            }
        }
        objects.clear();
        values.clear();
        return freed;
    }
}
