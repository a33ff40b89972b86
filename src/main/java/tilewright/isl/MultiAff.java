package tilewright.isl;

/** A tuple of quasi-affine expressions. */
public final class MultiAff extends IslObject {
    MultiAff(Context context, long pointer) {
        super(Type.MULTI_AFF, context, pointer);
    }

    public Aff getAff(int position) {
        return keep(Type.AFF, "isl_multi_aff_get_aff", this, position);
    }

    public Space getDomainSpace() {
        return keep(Type.SPACE, "isl_multi_aff_get_domain_space", this);
    }
}
