package tilewright.codegen.scalar;

import static tilewright.kernel.Expressions.binary;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.isInteger;
import static tilewright.kernel.Expressions.subtract;
import static tilewright.kernel.Expressions.sum;

import java.util.ArrayList;
import java.util.List;
import tilewright.codegen.ir.BlockProgram;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Infix;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Variable;
import tilewright.model.Affine;
import tilewright.model.LinearForm;

/**
 * A block's coordinates from its number within its piece, the last coordinate fastest.
 *
 * @param variables the coordinates
 * @param counts numbers of values of those coordinates that have no constant number
 * @param blocks their product
 * @param places the values of the coordinates
 */
public record BlockCoordinates(
        List<Variable> variables, List<Named> counts, Expression blocks, List<Expression> places) {
    /** A constant of a function. */
    public record Named(Variable variable, Expression value) {}

    public BlockCoordinates {
        variables = List.copyOf(variables);
        counts = List.copyOf(counts);
        places = List.copyOf(places);
    }

    /** @param block number of the block within the piece; numbers of blocks have its type */
    public static BlockCoordinates of(BlockProgram piece, AffineExpressions affine, Expression block) {
        List<Named> counts = new ArrayList<>();
        List<Expression> factors = new ArrayList<>();
        for (BlockProgram.Coordinate coordinate : piece.grid()) {
            Affine count = coordinate.count();
            if (LinearForm.of(count).isConstant()) {
                factors.add(affine.of(count));
            } else {
                Variable name = new Variable(affine.names().fresh(coordinate.variable() + "_count"), block.type());
                counts.add(
                        new Named(name, Expressions.call(Intrinsic.MAX, ScalarType.I32, integer(0), affine.of(count))));
                factors.add(name.read());
            }
        }
        List<Expression> places = new ArrayList<>();
        for (int g = 0; g < factors.size(); g++) {
            BlockProgram.Coordinate coordinate = piece.grid().get(g);
            Expression digit = digit(block, factors, g);
            places.add(
                    coordinate.down()
                            ? subtract(affine.of(coordinate.last()), digit)
                            : sum(affine.of(coordinate.first()), digit));
        }
        List<Variable> variables =
                piece.grid().stream().map(c -> affine.variable(c.variable())).toList();
        return new BlockCoordinates(variables, counts, product(factors), places);
    }

    private static Expression product(List<Expression> factors) {
        return factors.stream().reduce(integer(1), Expressions::multiply);
    }

    private static Expression digit(Expression block, List<Expression> factors, int position) {
        if (isInteger(factors.get(position), 1)) {
            return integer(0);
        }
        Expression inner = product(factors.subList(position + 1, factors.size()));
        Expression outer = product(factors.subList(0, position));
        Expression quotient = isInteger(inner, 1) ? block : binary(Infix.DIV, block, inner);
        return isInteger(outer, 1) ? quotient : binary(Infix.REM, quotient, factors.get(position));
    }
}
