package tilewright.isl;

import java.util.List;

/** A statement of generated code. */
public final class AstNode extends IslObject {
    AstNode(Context context, long pointer) {
        super(Type.AST_NODE, context, pointer);
    }

    /** The statement as C. */
    public String toCStr() {
        return text("isl_ast_node_to_C_str", this);
    }

    public AstExpr forGetIterator() {
        return keep(Type.AST_EXPR, "isl_ast_node_for_get_iterator", this);
    }

    public AstExpr forGetInit() {
        return keep(Type.AST_EXPR, "isl_ast_node_for_get_init", this);
    }

    public AstExpr forGetCond() {
        return keep(Type.AST_EXPR, "isl_ast_node_for_get_cond", this);
    }

    public AstExpr forGetInc() {
        return keep(Type.AST_EXPR, "isl_ast_node_for_get_inc", this);
    }

    public AstNode forGetBody() {
        return keep(Type.AST_NODE, "isl_ast_node_for_get_body", this);
    }

    public boolean forIsDegenerate() {
        return test("isl_ast_node_for_is_degenerate", this);
    }

    public AstExpr ifGetCond() {
        return keep(Type.AST_EXPR, "isl_ast_node_if_get_cond", this);
    }

    public AstNode ifGetThenNode() {
        return keep(Type.AST_NODE, "isl_ast_node_if_get_then", this);
    }

    public boolean ifHasElseNode() {
        return test("isl_ast_node_if_has_else", this);
    }

    public AstNode ifGetElseNode() {
        return keep(Type.AST_NODE, "isl_ast_node_if_get_else", this);
    }

    public AstExpr userGetExpr() {
        return keep(Type.AST_EXPR, "isl_ast_node_user_get_expr", this);
    }

    public Id markGetId() {
        return keep(Type.ID, "isl_ast_node_mark_get_id", this);
    }

    public AstNode markGetNode() {
        return keep(Type.AST_NODE, "isl_ast_node_mark_get_node", this);
    }

    /** {@code enum isl_ast_node_type}, which counts from 1. */
    public enum Kind {
        FOR,
        IF,
        BLOCK,
        MARK,
        USER
    }

    public Kind getType() {
        return Kind.values()[size("isl_ast_node_get_type", this) - 1];
    }

    /** The statements of a block, in order. */
    public List<AstNode> blockGetChildren() {
        return list(Type.AST_NODE, "isl_ast_node_block_get_children", this);
    }
}
