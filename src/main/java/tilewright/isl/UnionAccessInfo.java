package tilewright.isl;

/** The input of a value-based dependence analysis: who reads, who writes, in which order. */
public final class UnionAccessInfo extends IslObject {
    UnionAccessInfo(Context context, long pointer) {
        super(Type.UNION_ACCESS_INFO, context, pointer);
    }

    public static UnionAccessInfo fromSink(UnionMap sink) {
        return sink.context().take(Type.UNION_ACCESS_INFO, "isl_union_access_info_from_sink", sink);
    }

    public UnionAccessInfo setMustSource(UnionMap source) {
        return take(Type.UNION_ACCESS_INFO, "isl_union_access_info_set_must_source", this, source);
    }

    public UnionAccessInfo setScheduleMap(UnionMap schedule) {
        return take(Type.UNION_ACCESS_INFO, "isl_union_access_info_set_schedule_map", this, schedule);
    }

    public UnionFlow computeFlow() {
        return take(Type.UNION_FLOW, "isl_union_access_info_compute_flow", this);
    }
}
