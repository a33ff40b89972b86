package tilewright.codegen.scalar;

import tilewright.codegen.ir.Value;
import tilewright.kernel.Expression;
import tilewright.model.Affine;
import tilewright.model.Condition;

/** Values whose leaves are elements of arrays, as nests name them: nothing has been staged or cut. */
public abstract class ArrayValues extends ValueExpressions {
    private final AffineExpressions affine;

    protected ArrayValues(AffineExpressions affine) {
        this.affine = affine;
    }

    /** What stands for an element. */
    protected abstract Expression element(Value.GlobalElement element);

    @Override
    protected final Expression place(Value leaf) {
        if (!(leaf instanceof Value.GlobalElement element)) {
            throw new IllegalArgumentException("not an array element: " + leaf);
        }
        return element(element);
    }

    @Override
    protected final Expression condition(Condition condition) {
        return affine.of(condition);
    }

    @Override
    protected final Expression index(Affine index) {
        return affine.of(index);
    }
}
