package tilewright.isl;

import java.util.concurrent.ConcurrentHashMap;

/** What the binding must know of an isl type: its C prefix and how to wrap a pointer. */
final class Type<T extends IslObject> {
    private final String prefix;
    private final Factory<T> factory;
    private final String copyFunction;
    private final String freeFunction;
    /** Names of its functions by their ends: objects are asked by name, many times a millisecond. */
    private final ConcurrentHashMap<String, String> functions = new ConcurrentHashMap<>();

    private Type(String prefix, Factory<T> factory) {
        this.prefix = prefix;
        this.factory = factory;
        this.copyFunction = prefix + "_copy";
        this.freeFunction = prefix + "_free";
    }

    interface Factory<T> {
        T wrap(Context context, long pointer);
    }

    static final Type<Aff> AFF = new Type<>("isl_aff", Aff::new);
    static final Type<AstBuild> AST_BUILD = new Type<>("isl_ast_build", AstBuild::new);
    static final Type<AstExpr> AST_EXPR = new Type<>("isl_ast_expr", AstExpr::new);
    static final Type<BasicSet> BASIC_SET = new Type<>("isl_basic_set", BasicSet::new);
    static final Type<BasicMap> BASIC_MAP = new Type<>("isl_basic_map", BasicMap::new);
    static final Type<Constraint> CONSTRAINT = new Type<>("isl_constraint", Constraint::new);
    static final Type<Id> ID = new Type<>("isl_id", Id::new);
    static final Type<LocalSpace> LOCAL_SPACE = new Type<>("isl_local_space", LocalSpace::new);
    static final Type<Map> MAP = new Type<>("isl_map", Map::new);
    static final Type<MultiAff> MULTI_AFF = new Type<>("isl_multi_aff", MultiAff::new);
    static final Type<Point> POINT = new Type<>("isl_point", Point::new);
    static final Type<PwAff> PW_AFF = new Type<>("isl_pw_aff", PwAff::new);
    static final Type<PwMultiAff> PW_MULTI_AFF = new Type<>("isl_pw_multi_aff", PwMultiAff::new);
    static final Type<Schedule> SCHEDULE = new Type<>("isl_schedule", Schedule::new);
    static final Type<ScheduleConstraints> SCHEDULE_CONSTRAINTS =
            new Type<>("isl_schedule_constraints", ScheduleConstraints::new);
    static final Type<Set> SET = new Type<>("isl_set", Set::new);
    static final Type<Space> SPACE = new Type<>("isl_space", Space::new);
    static final Type<UnionMap> UNION_MAP = new Type<>("isl_union_map", UnionMap::new);
    static final Type<UnionSet> UNION_SET = new Type<>("isl_union_set", UnionSet::new);
    static final Type<Val> VAL = new Type<>("isl_val", Val::new);

    String prefix() {
        return prefix;
    }

    Factory<T> factory() {
        return factory;
    }

    String copyFunction() {
        return copyFunction;
    }

    String freeFunction() {
        return freeFunction;
    }

    /** The function whose name ends so. */
    String function(String suffix) {
        String known = functions.get(suffix);
        return known != null ? known : functions.computeIfAbsent(suffix, prefix::concat);
    }
}
