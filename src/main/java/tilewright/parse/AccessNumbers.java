package tilewright.parse;

import java.util.ArrayList;
import java.util.List;
import tilewright.model.Access;
import tilewright.model.Expression;

/** Numbers the accesses of a statement as the paper does: the write is 1, then the reads from left to right. */
public final class AccessNumbers {
    private int last;

    /** @param last the number before the first one given */
    public AccessNumbers(int last) {
        this.last = last;
    }

    /** The expression with its accesses numbered from {@code last + 1} on. */
    public Expression number(Expression expression) {
        return switch (expression) {
            case Expression.Read r -> {
                Access a = r.access();
                yield new Expression.Read(new Access(++last, a.array(), a.subscripts(), a.position()));
            }
            case Expression.Apply a -> {
                List<Expression> operands = new ArrayList<>();
                a.operands().forEach(o -> operands.add(number(o)));
                yield new Expression.Apply(a.operator(), operands);
            }
            default -> expression;
        };
    }
}
