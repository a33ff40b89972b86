package tilewright.isl;

import org.jspecify.annotations.Nullable;

/** A name that identifies a tuple or dimension. */
public final class Id extends IslObject {
    Id(Context context, long pointer) {
        super(Type.ID, context, pointer);
    }

    public @Nullable String getName() {
        return name("isl_id_get_name", this);
    }
}
