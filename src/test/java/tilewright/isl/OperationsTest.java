package tilewright.isl;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OperationsTest {
    private final Context context = new Context();

    @AfterEach
    void close() {
        context.close();
        assertEquals(0, context.liveObjects());
    }

    @Test
    void printsWhatItParses() {
        for (String text : List.of("[n] -> { S[i, j] : 0 <= i < n and 0 <= j <= i }", "{ [i] : 3 <= i <= 7 }")) {
            assertEquals(text, Set.parse(context, text).toString());
        }
        assertEquals(
                "{ S[i] -> A[1 + i] }",
                Map.parse(context, "{ S[i] -> A[i + 1] }").toString());
        assertEquals("{ T[]; S[i] }", UnionSet.parse(context, "{ S[i]; T[] }").toString());
        assertEquals(
                "[n] -> { [i] -> [(n + i)] }",
                PwAff.parse(context, "[n] -> { [i] -> [i + n] }").toString());
        assertEquals(
                "{ [i] -> [(floor((i)/2))] }",
                Aff.parse(context, "{ [i] -> [floor(i/2)] }").toString());
        assertEquals(
                "[n] -> { S[i] -> [j] }",
                Space.parse(context, "[n] -> { S[i] -> [j] }").toString());
    }

    @Test
    void relatesAndProjects() {
        Map map = Map.parse(context, "[n] -> { S[i, j] -> A[j, i + 1] : 0 <= i, j < n }");
        assertEquals(
                "[n] -> { S[i, j] : 0 <= i < n and 0 <= j < n }", map.domain().toString());
        assertTrue(map.wrap().unwrap().isEqual(map));
        assertTrue(map.reverse().reverse().isEqual(map));
        assertEquals("A", map.getTupleName(Dim.OUT));
        assertEquals("n", map.getDimName(Dim.PARAM, 0));
        assertEquals(-1, map.findDimByName(Dim.PARAM, "m"));
        assertEquals(2, map.dim(Dim.IN));
        Set image = Set.parse(context, "[n] -> { S[0, j] : 0 <= j < n }").apply(map);
        assertTrue(image.isEqual(Set.parse(context, "[n] -> { A[j, 1] : 0 <= j < n }")));
        Set line = Set.parse(context, "[n] -> { [j] : 0 <= j < n }");
        assertTrue(image.resetTupleId().projectOut(Dim.SET, 1, 1).isEqual(line));
    }

    @Test
    void findsExtremesAndCounts() {
        Set triangle = Set.parse(context, "[n] -> { [i, j] : 0 <= i < n and 0 <= j <= i }");
        assertEquals("[n] -> { [(-1 + n)] : n > 0 }", triangle.dimMax(1).toString());
        assertTrue(triangle.lexmin().isEqual(Set.parse(context, "[n] -> { [0, 0] : n > 0 }")));
        Set fixed = triangle.fixSi(Dim.PARAM, 0, 4);
        assertEquals(10, fixed.countVal().longValue());
        List<long[]> points = fixed.points();
        assertEquals(10, points.size());
        assertArrayEquals(new long[] {0, 0}, points.getFirst());
        assertArrayEquals(new long[] {3, 3}, points.getLast());
        Point sample = triangle.samplePoint();
        assertFalse(sample.isVoid());
        assertEquals(2, sample.coordinates().length);
        assertTrue(triangle.subtract(triangle).samplePoint().isVoid());
        assertEquals("infty", Set.parse(context, "{ [i] : i > 0 }").dimMaxVal(0).toString());
    }

    @Test
    void numbersMayExceedLong() {
        Val huge = Val.of(context, 1L << 62).mul(Val.of(context, 1L << 62));
        IslException tooLarge = assertThrows(IslException.class, huge::longValue);
        assertEquals("isl_val_get_num_si: numerator too large", tooLarge.getMessage());
        IslException fraction =
                assertThrows(IslException.class, () -> Val.parse(context, "1/2").longValue());
        assertEquals("isl_val_get_num_si: 1/2 is not an integer", fraction.getMessage());
    }

    @Test
    void exceptionsOfAReceiverEndTheIteration() {
        Set line = Set.parse(context, "{ [i] : 0 <= i < 100 }");
        int[] seen = {0};
        IllegalArgumentException thrown = assertThrows(
                IllegalArgumentException.class,
                () -> line.forEachPoint(p -> {
                    if (++seen[0] == 3) {
                        throw new IllegalArgumentException("enough");
                    }
                }));
        assertEquals("enough", thrown.getMessage());
        assertEquals(3, seen[0]);
        assertEquals(100, line.points().size());
    }

    /** Only the fault that is known to leave the set as it was; every other failure of coalescing is told. */
    @Test
    void coalescingHidesNoOtherFailureThanALostTableau() {
        assertTrue(Relation.isLostTableau(
                new IslException("isl_set_coalesce: original tableau does not correspond to original basic map")));
        assertFalse(Relation.isLostTableau(new IslException("isl_set_coalesce: unknown error")));
        assertFalse(Relation.isLostTableau(new IslLimitException("isl_set_coalesce", 10)));
        Set many = Set.parse(context, "{ [i,j] : 0 <= i < 10 and (j = 0 or 3 <= j <= i or j = 2 i or j = 2 - i) }");
        context.setMaxOperations(1);
        assertThrows(IslLimitException.class, many::coalesce);
        context.setMaxOperations(0);
        assertTrue(many.coalesce().isEqual(many));
    }

    @Test
    void givesAllConstraintsAtOnce() {
        BasicSet line = BasicSet.parse(context, "[n,m] -> { [i,j] : 0 <= 3i < n and j = 2i + m }");
        List<String> rows =
                line.constraintRows().stream().map(Arrays::toString).sorted().toList();
        assertEquals(List.of("[0, -2, 1, 0, -1, 0]", "[1, -3, 0, 1, 0, -1]", "[1, 1, 0, 0, 0, 0]"), rows);
        assertTrue(BasicSet.parse(context, "{ [i] }").constraintRows().isEmpty());
        BasicSet large = BasicSet.parse(context, "{ [i] : i <= 9223372036854775808 }");
        IslException refusal = assertThrows(IslException.class, large::constraintRows);
        assertTrue(refusal.getMessage().contains("9223372036854775808"), refusal.getMessage());
    }

    @Test
    void givesConstraintsAndDivisions() {
        Set even = Set.parse(context, "[n] -> { [i] : 0 <= 3i < n and exists e : i = 2e }");
        BasicSet only = even.getBasicSetList().getFirst();
        assertTrue(only.getConstraintList().stream().anyMatch(Constraint::isEquality));
        Aff half = Aff.parse(context, "[n] -> { [i] -> [floor((i + n)/2) + 3 i] }");
        assertEquals(1, half.dim(Dim.DIV));
        assertEquals("[n] -> { [i] -> [(n + i)/2] }", half.getDiv(0).toString());
        assertEquals(3, half.getCoefficientVal(Dim.IN, 0).longValue());
    }

    @Test
    void givesPiecesOfAFunction() {
        PwMultiAff function =
                Map.parse(context, "{ [i] -> [i + 1, 2i] : i > 0 }").lexminPwMultiAff();
        assertEquals(
                "{ [i] -> [(1 + i), (2i)] }",
                function.pieces().getFirst().multiAff().toString());
    }

    @Test
    void schedulesAndGeneratesCode() {
        UnionSet domain = UnionSet.parse(context, "[n] -> { S[i, j] : 0 <= i, j < n }");
        UnionMap flow = UnionMap.parse(context, "[n] -> { S[i, j] -> S[i + 1, j] : 0 <= i < n - 1 and 0 <= j < n }");
        ScheduleConstraints constraints =
                ScheduleConstraints.onDomain(domain).setValidity(flow).setCoincidence(flow);
        Schedule schedule = constraints.setProximity(flow).computeSchedule();
        assertEquals("[n] -> { S[i, j] -> [j, i] }", schedule.getMap().toString());
        AstExpr condition = AstBuild.alloc(context).exprFromSet(Set.parse(context, "[n, m] -> { : n > 5 and m = n }"));
        assertEquals(AstExpr.Kind.OP, condition.getType());
        assertEquals(AstExpr.Op.AND, condition.getOpType());
        assertEquals(2, condition.args().size());
        AstExpr bound = AstBuild.alloc(context).exprFromPwAff(PwAff.parse(context, "[n] -> { [(n + 7)] }"));
        assertEquals("n", bound.getArg(0).getIdName());
        assertEquals(7, bound.getArg(1).getIntValue());
        assertEquals("n + 7", bound.toCStr());
    }

    /** isl 0.25 joins these pieces to one that holds even rows beyond the first too. */
    @Test
    void coalescingAddsNoPoints() {
        Set pieces =
                Set.parse(context, "[n] -> { [ib, jb, i, j] : 8 * ib <= i <= 8 * ib + 7 and 0 <= ib <= (n - 1)/8 }");
        for (String condition : List.of(
                "0 <= ib <= floor((n + 7)/8) - 1 and 0 <= jb <= floor((n + 30)/32) - 1",
                "32 * jb <= j <= 32 * jb + 31 and i < n and j < i",
                "n >= 2 and ib >= 4 * jb",
                "n < 34 or 8 * ib + 2 != n or 32 * jb + 2 != n",
                "n + j < 2 * floor(n/2) + 2 or n != (j mod 2) + 2 * floor(n/2)")) {
            pieces = pieces.intersect(Set.parse(context, "[n] -> { [ib, jb, i, j] : " + condition + " }"));
            assertTrue(pieces.coalesce().isEqual(pieces), condition);
            pieces = pieces.coalesce();
        }
    }
}
