package tilewright.parse.c.affine;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTFunctionCallExpression;
import org.eclipse.cdt.core.dom.ast.IASTIdExpression;
import org.jspecify.annotations.Nullable;

/** Functions of two integers that polyhedral tools print, and that people write in bounds and subscripts. */
enum AffineFunction {
    MINIMUM("min", "MIN", "imin", "umin"),
    MAXIMUM("max", "MAX", "imax", "umax"),
    /** Division that rounds down. */
    FLOOR("floord", "floorDiv", "intFloor"),
    /** Division that rounds up. */
    CEILING("ceild", "ceilDiv", "intCeil"),
    /** The remainder of division that rounds down. */
    MODULO("intMod");

    private final Set<String> names;

    AffineFunction(String... names) {
        this.names = Set.of(names);
    }

    /** A call of one. */
    record Call(AffineFunction function, IASTExpression left, IASTExpression right) {
        List<IASTExpression> arguments() {
            return List.of(left, right);
        }
    }

    /** The call of such a function; null for a call of any other. */
    static @Nullable Call call(IASTFunctionCallExpression call) {
        if (!(call.getFunctionNameExpression() instanceof IASTIdExpression id) || call.getArguments().length != 2) {
            return null;
        }
        String name = id.getName().toString();
        return call.getArguments()[0] instanceof IASTExpression left
                        && call.getArguments()[1] instanceof IASTExpression right
                ? Arrays.stream(values())
                        .filter(f -> f.names.contains(name))
                        .findFirst()
                        .map(f -> new Call(f, left, right))
                        .orElse(null)
                : null;
    }
}
