package tilewright.codegen.lower;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tilewright.model.Affine;
import tilewright.model.Condition;

class ImplicationsTest {
    private static final Affine W = Affine.variable("w");
    private static final Affine P = Affine.variable("p");
    private static final Affine Q = Affine.variable("q");
    private static final Affine N = Affine.variable("n");

    @Test
    void whatFollowsIsLeftOut() {
        Condition known = Condition.or(List.of(least(N, Affine.constant(1)), least(Affine.constant(-1), N)));
        Condition differs = new Condition.Compare(N, Condition.Relation.NE, Affine.constant(0));
        Condition or = Condition.or(List.of(differs, least(W, P)));
        assertEquals(least(P, Q), Implications.given(known, Condition.and(List.of(or, least(P, Q)))));
        assertEquals(or, Implications.given(least(N, Affine.constant(0)), or), "n = 0 is left");
        assertEquals(
                Condition.TRUE,
                Implications.given(least(N, Affine.constant(3)), least(N, Affine.constant(2))),
                "a weaker bound");
    }

    /** Either way what is known leaves no 0. */
    @Test
    void anEquationIsExcludedByAllAlternatives() {
        Condition zero = new Condition.Compare(N, Condition.Relation.EQ, Affine.constant(0));
        Condition either = Condition.or(List.of(least(N, Affine.constant(1)), least(Affine.constant(-1), N)));
        assertTrue(Implications.excludes(either, Condition.and(List.of(least(W, P), zero))));
        assertFalse(Implications.excludes(
                Condition.or(List.of(least(N, Affine.constant(0)), least(Affine.constant(-1), N))), zero));
    }

    @Test
    void aVariableIsEliminatedBetweenItsBounds() {
        List<Condition> all = List.of(least(W, P), least(Q, W), least(W, Affine.constant(0)), least(P, N));
        assertEquals(
                Optional.of(List.of(least(P, N), least(Q.minus(P), 0), least(Q, 0))),
                Implications.forSome("w", all),
                "p <= w <= q, w >= 0");
        assertEquals(Optional.empty(), Implications.forSome("w", List.of(least(W.times(2), P), least(Q, W))));
    }

    @Test
    void oneOfSeveralWithoutThoseThatFollow() {
        Condition stronger = Condition.and(List.of(least(P, Q), least(N, Affine.constant(2)), least(W, P)));
        Condition weaker = Condition.and(List.of(least(P, Q), least(N, Affine.constant(1))));
        assertEquals(weaker, Implications.any(List.of(stronger, weaker)));
        Condition other = Condition.and(List.of(least(P, Q), least(W, Q)));
        assertEquals(
                Condition.and(List.of(least(P, Q), Condition.or(List.of(least(N, Affine.constant(1)), least(W, Q))))),
                Implications.any(List.of(weaker, other)),
                "what they have in common once");
    }

    private static Condition least(Affine value, Affine bound) {
        return new Condition.Compare(value, Condition.Relation.GE, bound);
    }

    private static Condition least(Affine value, long bound) {
        return least(Affines.simplify(value), Affine.constant(bound));
    }
}
