package tilewright.parse;

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
        if (expression instanceof Expression.Read(Access a)) {
            return new Expression.Read(new Access(++last, a.array(), a.subscripts(), a.position()));
        }
        return expression.withOperands(this::number);
    }
}
