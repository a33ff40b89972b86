package tilewright.isl;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A piecewise tuple of quasi-affine expressions: a function between spaces. */
public final class PwMultiAff extends IslObject {
    PwMultiAff(Context context, long pointer) {
        super(Type.PW_MULTI_AFF, context, pointer);
    }

    /** Reads isl's notation. */
    public static PwMultiAff parse(Context context, String text) {
        return context.take(Type.PW_MULTI_AFF, "isl_pw_multi_aff_read_from_str", context, text);
    }

    public static PwMultiAff fromMap(Map map) {
        return map.context().take(Type.PW_MULTI_AFF, "isl_pw_multi_aff_from_map", map);
    }

    public static PwMultiAff fromSet(Set set) {
        return set.context().take(Type.PW_MULTI_AFF, "isl_pw_multi_aff_from_set", set);
    }

    public int dim(Dim type) {
        return size("isl_pw_multi_aff_dim", this, type);
    }

    public int nPiece() {
        return size("isl_pw_multi_aff_n_piece", this);
    }

    public boolean isaMultiAff() {
        return test("isl_pw_multi_aff_isa_multi_aff", this);
    }

    public boolean isEqual(PwMultiAff other) {
        return test("isl_pw_multi_aff_is_equal", this, other);
    }

    public MultiAff asMultiAff() {
        return take(Type.MULTI_AFF, "isl_pw_multi_aff_as_multi_aff", this);
    }

    public PwAff getPwAff(int position) {
        return keep(Type.PW_AFF, "isl_pw_multi_aff_get_pw_aff", this, position);
    }

    public PwMultiAff setPwAff(int position, PwAff value) {
        return take(Type.PW_MULTI_AFF, "isl_pw_multi_aff_set_pw_aff", this, position, value);
    }

    public Space getSpace() {
        return keep(Type.SPACE, "isl_pw_multi_aff_get_space", this);
    }

    public Space getDomainSpace() {
        return keep(Type.SPACE, "isl_pw_multi_aff_get_domain_space", this);
    }

    public @Nullable String getTupleName(Dim type) {
        return name("isl_pw_multi_aff_get_tuple_name", this, type);
    }

    public Set domain() {
        return take(Type.SET, "isl_pw_multi_aff_domain", this);
    }

    public PwMultiAff coalesce() {
        return take(Type.PW_MULTI_AFF, "isl_pw_multi_aff_coalesce", this);
    }

    public PwMultiAff gist(Set context) {
        return take(Type.PW_MULTI_AFF, "isl_pw_multi_aff_gist", this, context);
    }

    public PwMultiAff intersectDomain(Set set) {
        return take(Type.PW_MULTI_AFF, "isl_pw_multi_aff_intersect_domain", this, set);
    }

    public PwMultiAff subtractDomain(Set set) {
        return take(Type.PW_MULTI_AFF, "isl_pw_multi_aff_subtract_domain", this, set);
    }

    public PwMultiAff unionAdd(PwMultiAff other) {
        return take(Type.PW_MULTI_AFF, "isl_pw_multi_aff_union_add", this, other);
    }

    public PwMultiAff flatRangeProduct(PwMultiAff other) {
        return take(Type.PW_MULTI_AFF, "isl_pw_multi_aff_flat_range_product", this, other);
    }

    public PwMultiAff pullbackMultiAff(MultiAff function) {
        return take(Type.PW_MULTI_AFF, "isl_pw_multi_aff_pullback_multi_aff", this, function);
    }

    public PwMultiAff pullbackPwMultiAff(PwMultiAff function) {
        return take(Type.PW_MULTI_AFF, "isl_pw_multi_aff_pullback_pw_multi_aff", this, function);
    }

    public Map asMap() {
        return take(Type.MAP, "isl_map_from_pw_multi_aff", this);
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
