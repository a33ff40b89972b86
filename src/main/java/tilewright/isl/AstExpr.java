package tilewright.isl;

import java.util.List;
import java.util.stream.IntStream;

/** An expression of generated code. */
public final class AstExpr extends IslObject {
    AstExpr(Context context, long pointer) {
        super(Type.AST_EXPR, context, pointer);
    }

    /** The number of arguments of an operation. */
    public int getNArg() {
        return size("isl_ast_expr_op_get_n_arg", this);
    }

    public AstExpr getArg(int position) {
        return keep(Type.AST_EXPR, "isl_ast_expr_op_get_arg", this, position);
    }

    public Id getId() {
        return keep(Type.ID, "isl_ast_expr_id_get_id", this);
    }

    public Val getVal() {
        return keep(Type.VAL, "isl_ast_expr_int_get_val", this);
    }

    /** The expression as C. */
    public String toCStr() {
        return text("isl_ast_expr_to_C_str", this);
    }

    /** {@code enum isl_ast_expr_type}. */
    public enum Kind {
        OP,
        ID,
        INT
    }

    /** {@code enum isl_ast_expr_op_type}; FDIV rounds down, PDIV has a non-negative dividend, ZDIV_R is only
     * compared with zero. */
    public enum Op {
        AND,
        AND_THEN,
        OR,
        OR_ELSE,
        MAX,
        MIN,
        MINUS,
        ADD,
        SUB,
        MUL,
        DIV,
        FDIV_Q,
        PDIV_Q,
        PDIV_R,
        ZDIV_R,
        COND,
        SELECT,
        EQ,
        LE,
        LT,
        GE,
        GT,
        CALL,
        ACCESS,
        MEMBER,
        ADDRESS_OF
    }

    public Kind getType() {
        return Kind.values()[size("isl_ast_expr_get_type", this)];
    }

    public Op getOpType() {
        return Op.values()[size("isl_ast_expr_op_get_type", this)];
    }

    public List<AstExpr> args() {
        return IntStream.range(0, getNArg()).mapToObj(this::getArg).toList();
    }

    /** The name of an identifier. */
    public String getIdName() {
        return java.util.Objects.requireNonNull(getId().getName());
    }

    /** The value of an integer literal. */
    public long getIntValue() {
        return getVal().longValue();
    }
}
