package tilewright.tiling;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tilewright.dependence.DependenceAnalysis;
import tilewright.isl.Context;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.parse.NestParser;

class HostRunsTest {
    private static HostRuns runs(String condition) {
        LoopNest nest = NestParser.parse("fronts.nest", """
            param n
            real a(0:n-1)
            do t = 0, 79
              do i = 0, n - 1
                if (%s) then
                  a(i) = 2.0 * a(i)
                endif
              enddo
            enddo
            """.formatted(condition));
        Node.Loop host = nest.statements().getFirst().loops().getFirst();
        LoopNest inside = new LoopNest("inside", List.of("n", "t"), nest.arrays(), List.of(), List.of(), host.body());
        try (Context context = new Context()) {
            return HostRuns.of(List.of(host), DependenceAnalysis.analyze(context, inside), Map.of("n", 10L));
        }
    }

    @Test
    void aPartRunsWhereConditionsOnHostLoopsHold() {
        HostRuns each = runs("i >= 2");
        assertEquals(80, each.runs());
        assertEquals(39, each.sizes().get("t"));
        HostRuns fourth = runs("mod(t, 4) == 0 .and. i >= 2");
        assertEquals(20, fourth.runs());
        assertEquals(36, fourth.sizes().get("t"));
        HostRuns last = runs("t >= n + 60");
        assertEquals(10, last.runs());
        assertEquals(74, last.sizes().get("t"));
    }

    @Test
    void aPartRunsFromTheFirstValueWithIterationsToTheLast() {
        HostRuns later = runs("mod(t, 16) == 0 .and. 2 * i >= 110 - t");
        assertEquals(0, later.runs());
        HostRuns behind = runs("mod(t, 16) == 0 .and. i + 20 <= t");
        assertEquals(3, behind.runs());
        assertEquals(48, behind.sizes().get("t"));
    }

    @Test
    void loopsInsideTellWhereTheyAreEmpty() {
        HostRuns shrinking = runs("i >= t");
        assertEquals(10, shrinking.runs());
        assertEquals(4, shrinking.sizes().get("t"));
    }
}
