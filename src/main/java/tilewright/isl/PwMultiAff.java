package tilewright.isl;

import java.util.ArrayList;
import java.util.List;

/** A piecewise tuple of quasi-affine expressions: a function between spaces. */
public final class PwMultiAff extends IslObject {
    PwMultiAff(Context context, long pointer) {
        super(Type.PW_MULTI_AFF, context, pointer);
    }

    /** One piece: where it applies, and the expressions there. */
    public record Piece(Set domain, MultiAff multiAff) {}

    public List<Piece> pieces() {
        List<Piece> pieces = new ArrayList<>();
        Callbacks.two(
                this,
                "isl_pw_multi_aff_foreach_piece",
                (set, value) -> pieces.add(
                        new Piece(context().adopt(Type.SET, set), context().adopt(Type.MULTI_AFF, value))));
        return pieces;
    }
}
