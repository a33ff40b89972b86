package tilewright.isl;

/** A statement of generated code. */
public final class AstNode extends IslObject {
    AstNode(Context context, long pointer) {
        super(Type.AST_NODE, context, pointer);
    }

    /** The statement as C. */
    public String toCStr() {
        return text("isl_ast_node_to_C_str", this);
    }

    /** {@code enum isl_ast_node_type}, which counts from 1. */
    public enum Kind {
        FOR,
        IF,
        BLOCK,
        MARK,
        USER
    }
}
