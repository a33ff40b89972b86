package tilewright.isl;

import java.util.ArrayList;
import java.util.List;

/** A piecewise quasi-affine expression. */
public final class PwAff extends IslObject {
    PwAff(Context context, long pointer) {
        super(Type.PW_AFF, context, pointer);
    }

    /** Reads isl's notation. */
    public static PwAff parse(Context context, String text) {
        return context.take(Type.PW_AFF, "isl_pw_aff_read_from_str", context, text);
    }

    public static PwAff alloc(Set domain, Aff value) {
        return domain.context().take(Type.PW_AFF, "isl_pw_aff_alloc", domain, value);
    }

    public int dim(Dim type) {
        return size("isl_pw_aff_dim", this, type);
    }

    public PwAff min(PwAff other) {
        return take(Type.PW_AFF, "isl_pw_aff_min", this, other);
    }

    public PwAff max(PwAff other) {
        return take(Type.PW_AFF, "isl_pw_aff_max", this, other);
    }

    public PwAff add(PwAff other) {
        return take(Type.PW_AFF, "isl_pw_aff_add", this, other);
    }

    public PwAff mul(PwAff other) {
        return take(Type.PW_AFF, "isl_pw_aff_mul", this, other);
    }

    public PwAff floor() {
        return take(Type.PW_AFF, "isl_pw_aff_floor", this);
    }

    public PwAff cond(PwAff whenTrue, PwAff whenFalse) {
        return take(Type.PW_AFF, "isl_pw_aff_cond", this, whenTrue, whenFalse);
    }

    public PwAff gist(Set context) {
        return take(Type.PW_AFF, "isl_pw_aff_gist", this, context);
    }

    public PwAff coalesce() {
        return take(Type.PW_AFF, "isl_pw_aff_coalesce", this);
    }

    /** One piece: where it applies, and the expression there. */
    public record Piece(Set domain, Aff aff) {}

    public List<Piece> pieces() {
        List<Piece> pieces = new ArrayList<>();
        Callbacks.two(
                this,
                "isl_pw_aff_foreach_piece",
                (set, aff) -> pieces.add(
                        new Piece(context().adopt(Type.SET, set), context().adopt(Type.AFF, aff))));
        return pieces;
    }
}
