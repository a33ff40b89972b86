package tilewright.isl;

/** The result of a value-based dependence analysis. */
public final class UnionFlow extends IslObject {
    UnionFlow(Context context, long pointer) {
        super(Type.UNION_FLOW, context, pointer);
    }

    public UnionMap getMayDependence() {
        return keep(Type.UNION_MAP, "isl_union_flow_get_may_dependence", this);
    }

    /** The reads, with their elements, that no write precedes. */
    public UnionMap getMustNoSource() {
        return keep(Type.UNION_MAP, "isl_union_flow_get_must_no_source", this);
    }
}
