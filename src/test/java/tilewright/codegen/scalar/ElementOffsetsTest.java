package tilewright.codegen.scalar;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tilewright.codegen.ir.Coalescing;
import tilewright.codegen.ir.ScatteredArray;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.HostValues;
import tilewright.kernel.Variable;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;
import tilewright.tiling.schedule.CoalescedLoops;

/** Where elements of arrays stand that kernels see as views. */
class ElementOffsetsTest {
    private static final String CONTRACTION = """
        param n
        real a(0:n - 1, 0:n - 1, 0:n - 1, 0:n - 1), b(0:n - 1, 0:n - 1, 0:n - 1), c(0:n - 1, 0:n - 1, 0:n - 1)
        do p = 0, n - 1
          do q = 0, n - 1
            do r = 0, n - 1
              do e = 0, n - 1
                do f = 0, n - 1
                  c(p,q,r) = c(p,q,r) + a(p,e,q,f) * b(e,f,r)
                enddo
              enddo
            enddo
          enddo
        enddo
        """;

    /** The example of equations.md. */
    @Test
    void anElementStandsAtASumOfTermsOfAxes() {
        LoopNest nest = NestParser.parse("contraction.nest", CONTRACTION);
        CoalescedLoops loops = CoalescedLoops.of(nest, List.of(List.of("p", "q"), List.of("r"), List.of("e", "f")))
                .orElseThrow();
        Coalescing coalescing = Coalescing.of(loops, loops.nest());
        ScatteredArray a = coalescing.array("a").orElseThrow();
        assertEquals(List.of("a_at_p_q", "a_at_e_f"), a.tables());
        CNames names = new CNames();
        names.declare(List.of("n"));
        ElementOffsets offsets = new ElementOffsets(
                new AffineExpressions(names), Map.of("a", Variable.integer("pitch")), coalescing, Map.of());
        assertEquals(221_376, at(offsets, a, 0, Map.of("p", 2, "q", 4)));
        assertEquals(2_306, at(offsets, a, 1, Map.of("e", 1, "f", 2)));
    }

    private static long at(ElementOffsets offsets, ScatteredArray array, int dimension, Map<String, Integer> loops) {
        Map<String, Expression> values = new HashMap<>();
        loops.forEach((name, value) -> values.put(name, Expressions.integer(value)));
        return HostValues.of(offsets.term(array, array.view().axes().get(dimension), values), _ -> 48);
    }
}
