package tilewright.isl;

/** A position in a schedule tree. */
public final class ScheduleNode extends IslObject {
    ScheduleNode(Context context, long pointer) {
        super(Type.SCHEDULE_NODE, context, pointer);
    }

    public ScheduleNode getChild(int position) {
        return keep(Type.SCHEDULE_NODE, "isl_schedule_node_get_child", this, position);
    }

    public ScheduleNode parent() {
        return take(Type.SCHEDULE_NODE, "isl_schedule_node_parent", this);
    }

    public int bandNMember() {
        return size("isl_schedule_node_band_n_member", this);
    }

    public boolean bandGetPermutable() {
        return test("isl_schedule_node_band_get_permutable", this);
    }

    /** What a node does, {@code enum isl_schedule_node_type}. */
    public enum Kind {
        BAND,
        CONTEXT,
        DOMAIN,
        EXPANSION,
        EXTENSION,
        FILTER,
        LEAF,
        GUARD,
        MARK,
        SEQUENCE,
        SET
    }

    public Kind getType() {
        return Kind.values()[size("isl_schedule_node_get_type", this)];
    }
}
