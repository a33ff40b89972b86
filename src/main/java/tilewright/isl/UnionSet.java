package tilewright.isl;

import java.util.List;

/** A union of sets of different spaces. */
public final class UnionSet extends Relation<UnionSet> {
    UnionSet(Context context, long pointer) {
        super(Type.UNION_SET, context, pointer);
    }

    /** Reads isl's notation. */
    public static UnionSet parse(Context context, String text) {
        return context.read(Type.UNION_SET, text);
    }

    public Set asSet() {
        return take(Type.SET, "isl_union_set_as_set", this);
    }

    @Override
    boolean involvesLocals() {
        return getSetList().stream().anyMatch(Set::involvesLocals);
    }

    @Override
    public int pieces() {
        return getSetList().stream().mapToInt(Set::pieces).sum();
    }

    public List<Set> getSetList() {
        return list(Type.SET, "isl_union_set_get_set_list", this);
    }

    /** The set of one space, empty when there is none. */
    public Set extractSet(Space space) {
        return take(Type.SET, "isl_union_set_extract_set", new Context.Kept(this), space);
    }
}
