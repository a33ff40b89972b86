package tilewright.kernel.print;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static tilewright.kernel.Expressions.binary;
import static tilewright.kernel.Expressions.element;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.less;

import java.util.List;
import org.junit.jupiter.api.Test;
import tilewright.kernel.Expression;
import tilewright.kernel.Function;
import tilewright.kernel.Infix;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;

/** A load or store alone under a condition takes no branch where the language has such an access and nothing else would be computed in vain. */
class GuardedAccessTest {
    private static final Variable I = Variable.integer("i");
    private static final Variable N = Variable.integer("n");
    private static final Memory.Global ROW = new Memory.Global("row", ScalarType.F32, true);
    private static final Memory.Global WORDS = new Memory.Global("words", ScalarType.I16, true);
    private static final Memory.Register KEPT = new Memory.Register("kept", ScalarType.F32, List.of(2), 16);
    private static final Place OWN = element(KEPT, integer(0));
    private static final Place.Global RELAXED = element(ROW, I.read(), Place.Access.RELAXED);

    @Test
    void aRelaxedStoreTakesNoBranchInCuda() {
        assertEquals("store_relaxed_if(i < n, &row[i], kept[0]);\n", cuda(RELAXED, new Expression.Read(OWN)));
    }

    @Test
    void aRelaxedLoadTakesNoBranchInCuda() {
        assertEquals("load_relaxed_if(i < n, kept[0], &row[i]);\n", cuda(OWN, new Expression.Read(RELAXED)));
    }

    @Test
    void hipBranches() {
        String store = printed(new HipDialect(), guarded(RELAXED, new Expression.Read(OWN)));
        assertEquals("if (i < n) {\nstore_relaxed(&row[i], kept[0]);\n}\n", store);
        String load = printed(new HipDialect(), guarded(OWN, new Expression.Read(RELAXED)));
        assertEquals("if (i < n) {\nkept[0] = load_relaxed(&row[i]);\n}\n", load);
    }

    @Test
    void plainAccessesBranch() {
        Place.Global plain = element(ROW, I.read(), Place.Access.PLAIN);
        assertEquals("if (i < n) {\nrow[i] = kept[0];\n}\n", cuda(plain, new Expression.Read(OWN)));
        assertEquals("if (i < n) {\nkept[0] = row[i];\n}\n", cuda(OWN, new Expression.Read(plain)));
    }

    @Test
    void accessesNarrowerThanAWordBranch() {
        Place.Global word = element(WORDS, I.read(), Place.Access.RELAXED);
        assertEquals("if (i < n) {\nstore_relaxed(&words[i], 1);\n}\n", cuda(word, integer(1)));
    }

    /** Without the branch the quotient would be computed, and the element of memory read, where nobody wants them. */
    @Test
    void whatIsNotAtHandIsComputedBehindABranch() {
        Place.Global divided = element(ROW, binary(Infix.DIV, I.read(), N.read()), Place.Access.RELAXED);
        assertEquals(
                "if (i < n) {\nstore_relaxed(&row[i / n], kept[0]);\n}\n", cuda(divided, new Expression.Read(OWN)));
        Expression other = new Expression.Read(element(ROW, N.read(), Place.Access.PLAIN));
        assertEquals("if (i < n) {\nstore_relaxed(&row[i], row[n]);\n}\n", cuda(RELAXED, other));
    }

    /** The load's alternative is no part of it. */
    @Test
    void anAlternativeTakesABranch() {
        Statement both = new Statement.If(
                less(I.read(), N.read()),
                List.of(new Statement.Assign(OWN, new Expression.Read(RELAXED))),
                List.of(new Statement.Assign(OWN, new Expression.Read(element(KEPT, integer(1))))));
        assertEquals(
                "if (i < n) {\nkept[0] = load_relaxed(&row[i]);\n} else {\nkept[0] = kept[1];\n}\n",
                printed(new CudaDialect(), both));
    }

    private static Statement guarded(Place target, Expression value) {
        return new Statement.If(less(I.read(), N.read()), List.of(new Statement.Assign(target, value)));
    }

    private static String cuda(Place target, Expression value) {
        return printed(new CudaDialect(), guarded(target, value));
    }

    private static String printed(Dialect dialect, Statement statement) {
        Function function = new Function("f", new Function.Kind.Inline(), "", List.of(), null, List.of(statement));
        return Printer.body(dialect, function);
    }
}
