package tilewright.isl;

/** The context of code generation. */
public final class AstBuild extends IslObject {
    AstBuild(Context context, long pointer) {
        super(Type.AST_BUILD, context, pointer);
    }

    public static AstBuild alloc(Context context) {
        return context.take(Type.AST_BUILD, "isl_ast_build_alloc", context);
    }

    /** The condition that holds exactly on a set. */
    public AstExpr exprFromSet(Set set) {
        return take(Type.AST_EXPR, "isl_ast_build_expr_from_set", new Context.Kept(this), set);
    }

    public AstExpr exprFromPwAff(PwAff pwAff) {
        return take(Type.AST_EXPR, "isl_ast_build_expr_from_pw_aff", new Context.Kept(this), pwAff);
    }
}
