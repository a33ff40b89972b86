package tilewright.isl;

/** A piecewise quasi-affine expression. */
public final class PwAff extends IslObject {
    PwAff(Context context, long pointer) {
        super(Type.PW_AFF, context, pointer);
    }

    /** Reads isl's notation. */
    public static PwAff parse(Context context, String text) {
        return context.read(Type.PW_AFF, text);
    }

    public PwAff gist(Set context) {
        return take(Type.PW_AFF, "isl_pw_aff_gist", this, context);
    }

    public PwAff coalesce() {
        return take(Type.PW_AFF, "isl_pw_aff_coalesce", this);
    }
}
