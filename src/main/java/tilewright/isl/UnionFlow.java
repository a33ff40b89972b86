package tilewright.isl;

/** The result of a value-based dependence analysis. */
public final class UnionFlow extends IslObject {
    UnionFlow(Context context, long pointer) {
        super(Type.UNION_FLOW, context, pointer);
    }

    /** From the last definite write to the read. */
    public UnionMap getMustDependence() {
        return keep(Type.UNION_MAP, "isl_union_flow_get_must_dependence", this);
    }

    public UnionMap getMayDependence() {
        return keep(Type.UNION_MAP, "isl_union_flow_get_may_dependence", this);
    }

    /** As {@link #getMustDependence}, the element accessed wrapped with the read. */
    public UnionMap getFullMustDependence() {
        return keep(Type.UNION_MAP, "isl_union_flow_get_full_must_dependence", this);
    }

    public UnionMap getFullMayDependence() {
        return keep(Type.UNION_MAP, "isl_union_flow_get_full_may_dependence", this);
    }

    /** The reads, with their elements, that no write precedes. */
    public UnionMap getMustNoSource() {
        return keep(Type.UNION_MAP, "isl_union_flow_get_must_no_source", this);
    }

    public UnionMap getMayNoSource() {
        return keep(Type.UNION_MAP, "isl_union_flow_get_may_no_source", this);
    }
}
