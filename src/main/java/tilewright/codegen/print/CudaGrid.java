package tilewright.codegen.print;

import java.util.ArrayList;
import java.util.List;
import tilewright.codegen.ir.BlockProgram;
import tilewright.model.Affine;
import tilewright.model.LinearForm;

/**
 * A block's coordinates from its number within its piece, the last coordinate fastest.
 *
 * @param counts numbers of values of the coordinates
 * @param blocks their product
 * @param places the coordinates
 */
record CudaGrid(List<String> names, List<CudaView.Named> counts, String blocks, List<CudaView.Named> places) {
    /**
     * @param block name of the block's number
     * @param maximum function that gives the greater of two numbers
     */
    static CudaGrid of(BlockProgram piece, CExpressions expressions, String block, String maximum) {
        List<String> variables = new ArrayList<>();
        List<CudaView.Named> counts = new ArrayList<>();
        List<String> factors = new ArrayList<>();
        for (BlockProgram.Coordinate coordinate : piece.grid()) {
            String variable = expressions.names().of(coordinate.variable());
            variables.add(variable);
            Affine count = coordinate.count();
            if (LinearForm.of(count).isConstant()) {
                factors.add(expressions.of(count));
            } else {
                String name = expressions.names().fresh(coordinate.variable() + "_count");
                counts.add(new CudaView.Named(name, maximum + "(0, " + expressions.of(count) + ")"));
                factors.add(name);
            }
        }
        List<CudaView.Named> places = new ArrayList<>();
        for (int g = 0; g < variables.size(); g++) {
            Affine first = piece.grid().get(g).first();
            String digit = digit(block, factors, g);
            String start = expressions.of(first);
            String value = start.equals("0") ? digit : digit.equals("0") ? start : start + " + " + digit;
            places.add(new CudaView.Named(variables.get(g), value));
        }
        return new CudaGrid(variables, counts, product(factors), places);
    }

    private static String product(List<String> factors) {
        List<String> others = factors.stream().filter(f -> !f.equals("1")).toList();
        return others.isEmpty() ? "1" : String.join(" * ", others);
    }

    private static String digit(String block, List<String> factors, int position) {
        if (factors.get(position).equals("1")) {
            return "0";
        }
        String inner = product(factors.subList(position + 1, factors.size()));
        String outer = product(factors.subList(0, position));
        String quotient = inner.equals("1") ? block : block + " / " + (inner.contains(" ") ? "(" + inner + ")" : inner);
        return outer.equals("1") ? quotient : quotient + " % " + factors.get(position);
    }
}
