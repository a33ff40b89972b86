package tilewright.isl;

/** A position in a schedule tree. */
public final class ScheduleNode extends IslObject {
    ScheduleNode(Context context, long pointer) {
        super(Type.SCHEDULE_NODE, context, pointer);
    }

    public boolean isEqual(ScheduleNode other) {
        return test("isl_schedule_node_is_equal", this, other);
    }

    public boolean hasParent() {
        return test("isl_schedule_node_has_parent", this);
    }

    public boolean hasChildren() {
        return test("isl_schedule_node_has_children", this);
    }

    public int nChildren() {
        return size("isl_schedule_node_n_children", this);
    }

    public int getTreeDepth() {
        return size("isl_schedule_node_get_tree_depth", this);
    }

    public int getScheduleDepth() {
        return size("isl_schedule_node_get_schedule_depth", this);
    }

    public ScheduleNode getChild(int position) {
        return keep(Type.SCHEDULE_NODE, "isl_schedule_node_get_child", this, position);
    }

    public ScheduleNode parent() {
        return take(Type.SCHEDULE_NODE, "isl_schedule_node_parent", this);
    }

    public ScheduleNode root() {
        return take(Type.SCHEDULE_NODE, "isl_schedule_node_root", this);
    }

    public Schedule getSchedule() {
        return keep(Type.SCHEDULE, "isl_schedule_node_get_schedule", this);
    }

    public UnionSet getDomain() {
        return keep(Type.UNION_SET, "isl_schedule_node_get_domain", this);
    }

    public int bandNMember() {
        return size("isl_schedule_node_band_n_member", this);
    }

    public boolean bandGetPermutable() {
        return test("isl_schedule_node_band_get_permutable", this);
    }

    public boolean bandMemberGetCoincident(int position) {
        return test("isl_schedule_node_band_member_get_coincident", this, position);
    }

    public MultiUnionPwAff bandGetPartialSchedule() {
        return keep(Type.MULTI_UNION_PW_AFF, "isl_schedule_node_band_get_partial_schedule", this);
    }

    public UnionMap bandGetPartialScheduleUnionMap() {
        return keep(Type.UNION_MAP, "isl_schedule_node_band_get_partial_schedule_union_map", this);
    }

    public Space bandGetSpace() {
        return keep(Type.SPACE, "isl_schedule_node_band_get_space", this);
    }

    public UnionSet filterGetFilter() {
        return keep(Type.UNION_SET, "isl_schedule_node_filter_get_filter", this);
    }

    public UnionMap getPrefixScheduleUnionMap() {
        return keep(Type.UNION_MAP, "isl_schedule_node_get_prefix_schedule_union_map", this);
    }

    public UnionMap getSubtreeScheduleUnionMap() {
        return keep(Type.UNION_MAP, "isl_schedule_node_get_subtree_schedule_union_map", this);
    }

    public ScheduleNode bandTile(MultiVal sizes) {
        return take(Type.SCHEDULE_NODE, "isl_schedule_node_band_tile", this, sizes);
    }

    public ScheduleNode bandSplit(int position) {
        return take(Type.SCHEDULE_NODE, "isl_schedule_node_band_split", this, position);
    }

    public ScheduleNode insertPartialSchedule(MultiUnionPwAff schedule) {
        return take(Type.SCHEDULE_NODE, "isl_schedule_node_insert_partial_schedule", this, schedule);
    }

    public ScheduleNode insertMark(Id mark) {
        return take(Type.SCHEDULE_NODE, "isl_schedule_node_insert_mark", this, mark);
    }

    public Id markGetId() {
        return keep(Type.ID, "isl_schedule_node_mark_get_id", this);
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
