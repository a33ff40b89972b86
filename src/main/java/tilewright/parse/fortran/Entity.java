package tilewright.parse.fortran;

import java.util.List;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;
import tilewright.parse.fortran.FortranStatementParser.BoundsContext;
import tilewright.parse.fortran.FortranStatementParser.ExprContext;
import tilewright.parse.fortran.FortranStatementParser.TypeSpecContext;

/** What the declarations of a program unit say of one name; several lines may each say a part. */
final class Entity {
    private final Token where;
    private @Nullable TypeSpecContext type;
    private @Nullable ExprContext value;
    private List<BoundsContext> shape = List.of();
    private boolean constant;
    private boolean allocatable;

    Entity(Token where) {
        this.where = where;
    }

    /** Where it is first declared. */
    Token where() {
        return where;
    }

    /** Null where its first letter says it. */
    @Nullable
    TypeSpecContext type() {
        return type;
    }

    /** The value of a named constant, or the first one of a variable; null where none is given. */
    @Nullable
    ExprContext value() {
        return value;
    }

    /** Bounds of its dimensions in the order of the text; none of a scalar. */
    List<BoundsContext> shape() {
        return shape;
    }

    boolean isConstant() {
        return constant;
    }

    /** Whether its lower bounds are not known from its declaration. */
    boolean isAllocatable() {
        return allocatable;
    }

    void type(TypeSpecContext declared) {
        type = declared;
    }

    void value(ExprContext given) {
        value = given;
    }

    void shape(List<BoundsContext> declared) {
        shape = declared;
    }

    void constant() {
        constant = true;
    }

    void allocatable() {
        allocatable = true;
    }
}
