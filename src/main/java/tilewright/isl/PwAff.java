package tilewright.isl;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

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

    public static PwAff valOnDomain(Set domain, Val value) {
        return domain.context().take(Type.PW_AFF, "isl_pw_aff_val_on_domain", domain, value);
    }

    public static PwAff varOnDomain(LocalSpace space, Dim type, int position) {
        return space.context().take(Type.PW_AFF, "isl_pw_aff_var_on_domain", space, type, position);
    }

    public int dim(Dim type) {
        return size("isl_pw_aff_dim", this, type);
    }

    public int nPiece() {
        return size("isl_pw_aff_n_piece", this);
    }

    public boolean isCst() {
        return test("isl_pw_aff_is_cst", this);
    }

    public boolean isEmpty() {
        return test("isl_pw_aff_is_empty", this);
    }

    public boolean isEqual(PwAff other) {
        return test("isl_pw_aff_is_equal", this, other);
    }

    public boolean plainIsEqual(PwAff other) {
        return test("isl_pw_aff_plain_is_equal", this, other);
    }

    public boolean involvesNan() {
        return test("isl_pw_aff_involves_nan", this);
    }

    public boolean involvesDims(Dim type, int first, int count) {
        return test("isl_pw_aff_involves_dims", this, type, first, count);
    }

    public boolean isaAff() {
        return test("isl_pw_aff_isa_aff", this);
    }

    /** The only piece, where it is one and its domain is everything. */
    public Aff asAff() {
        return take(Type.AFF, "isl_pw_aff_as_aff", this);
    }

    public Space getSpace() {
        return keep(Type.SPACE, "isl_pw_aff_get_space", this);
    }

    public Space getDomainSpace() {
        return keep(Type.SPACE, "isl_pw_aff_get_domain_space", this);
    }

    public @Nullable String getDimName(Dim type, int position) {
        return name("isl_pw_aff_get_dim_name", this, type, position);
    }

    public Set domain() {
        return take(Type.SET, "isl_pw_aff_domain", this);
    }

    public Set params() {
        return take(Type.SET, "isl_pw_aff_params", this);
    }

    public PwAff min(PwAff other) {
        return take(Type.PW_AFF, "isl_pw_aff_min", this, other);
    }

    public PwAff max(PwAff other) {
        return take(Type.PW_AFF, "isl_pw_aff_max", this, other);
    }

    public PwAff unionMin(PwAff other) {
        return take(Type.PW_AFF, "isl_pw_aff_union_min", this, other);
    }

    public PwAff unionMax(PwAff other) {
        return take(Type.PW_AFF, "isl_pw_aff_union_max", this, other);
    }

    public PwAff unionAdd(PwAff other) {
        return take(Type.PW_AFF, "isl_pw_aff_union_add", this, other);
    }

    public PwAff add(PwAff other) {
        return take(Type.PW_AFF, "isl_pw_aff_add", this, other);
    }

    public PwAff sub(PwAff other) {
        return take(Type.PW_AFF, "isl_pw_aff_sub", this, other);
    }

    public PwAff mul(PwAff other) {
        return take(Type.PW_AFF, "isl_pw_aff_mul", this, other);
    }

    public PwAff div(PwAff other) {
        return take(Type.PW_AFF, "isl_pw_aff_div", this, other);
    }

    public PwAff neg() {
        return take(Type.PW_AFF, "isl_pw_aff_neg", this);
    }

    public PwAff floor() {
        return take(Type.PW_AFF, "isl_pw_aff_floor", this);
    }

    public PwAff ceil() {
        return take(Type.PW_AFF, "isl_pw_aff_ceil", this);
    }

    public PwAff modVal(Val modulus) {
        return take(Type.PW_AFF, "isl_pw_aff_mod_val", this, modulus);
    }

    public PwAff tdivQ(PwAff divisor) {
        return take(Type.PW_AFF, "isl_pw_aff_tdiv_q", this, divisor);
    }

    public PwAff tdivR(PwAff divisor) {
        return take(Type.PW_AFF, "isl_pw_aff_tdiv_r", this, divisor);
    }

    public PwAff scaleVal(Val factor) {
        return take(Type.PW_AFF, "isl_pw_aff_scale_val", this, factor);
    }

    public PwAff scaleDownVal(Val divisor) {
        return take(Type.PW_AFF, "isl_pw_aff_scale_down_val", this, divisor);
    }

    public PwAff addConstantVal(Val value) {
        return take(Type.PW_AFF, "isl_pw_aff_add_constant_val", this, value);
    }

    public PwAff cond(PwAff whenTrue, PwAff whenFalse) {
        return take(Type.PW_AFF, "isl_pw_aff_cond", this, whenTrue, whenFalse);
    }

    public PwAff gist(Set context) {
        return take(Type.PW_AFF, "isl_pw_aff_gist", this, context);
    }

    public PwAff gistParams(Set context) {
        return take(Type.PW_AFF, "isl_pw_aff_gist_params", this, context);
    }

    public PwAff coalesce() {
        return take(Type.PW_AFF, "isl_pw_aff_coalesce", this);
    }

    public PwAff intersectDomain(Set set) {
        return take(Type.PW_AFF, "isl_pw_aff_intersect_domain", this, set);
    }

    public PwAff intersectParams(Set set) {
        return take(Type.PW_AFF, "isl_pw_aff_intersect_params", this, set);
    }

    public PwAff subtractDomain(Set set) {
        return take(Type.PW_AFF, "isl_pw_aff_subtract_domain", this, set);
    }

    public PwAff alignParams(Space model) {
        return take(Type.PW_AFF, "isl_pw_aff_align_params", this, model);
    }

    public PwAff dropUnusedParams() {
        return take(Type.PW_AFF, "isl_pw_aff_drop_unused_params", this);
    }

    public PwAff projectDomainOnParams() {
        return take(Type.PW_AFF, "isl_pw_aff_project_domain_on_params", this);
    }

    public PwAff pullbackMultiAff(MultiAff function) {
        return take(Type.PW_AFF, "isl_pw_aff_pullback_multi_aff", this, function);
    }

    public PwAff pullbackPwMultiAff(PwMultiAff function) {
        return take(Type.PW_AFF, "isl_pw_aff_pullback_pw_multi_aff", this, function);
    }

    public PwAff insertDims(Dim type, int first, int count) {
        return take(Type.PW_AFF, "isl_pw_aff_insert_dims", this, type, first, count);
    }

    public PwAff dropDims(Dim type, int first, int count) {
        return take(Type.PW_AFF, "isl_pw_aff_drop_dims", this, type, first, count);
    }

    public Val eval(Point point) {
        return take(Type.VAL, "isl_pw_aff_eval", this, point);
    }

    public Val minVal() {
        return take(Type.VAL, "isl_pw_aff_min_val", this);
    }

    public Val maxVal() {
        return take(Type.VAL, "isl_pw_aff_max_val", this);
    }

    public Set zeroSet() {
        return take(Type.SET, "isl_pw_aff_zero_set", this);
    }

    public Set nonnegSet() {
        return take(Type.SET, "isl_pw_aff_nonneg_set", this);
    }

    public Set posSet() {
        return take(Type.SET, "isl_pw_aff_pos_set", this);
    }

    public Set eqSet(PwAff other) {
        return take(Type.SET, "isl_pw_aff_eq_set", this, other);
    }

    public Set neSet(PwAff other) {
        return take(Type.SET, "isl_pw_aff_ne_set", this, other);
    }

    public Set leSet(PwAff other) {
        return take(Type.SET, "isl_pw_aff_le_set", this, other);
    }

    public Set ltSet(PwAff other) {
        return take(Type.SET, "isl_pw_aff_lt_set", this, other);
    }

    public Set geSet(PwAff other) {
        return take(Type.SET, "isl_pw_aff_ge_set", this, other);
    }

    public Set gtSet(PwAff other) {
        return take(Type.SET, "isl_pw_aff_gt_set", this, other);
    }

    public Map asMap() {
        return take(Type.MAP, "isl_map_from_pw_aff", this);
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
