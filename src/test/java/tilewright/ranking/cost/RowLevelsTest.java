package tilewright.ranking.cost;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;
import tilewright.dependence.DependenceAnalysis;
import tilewright.isl.Context;
import tilewright.parse.NestParser;
import tilewright.ranking.Ranker;
import tilewright.ranking.Ranking;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.ranking.description.DeviceDescription;
import tilewright.tiling.Tiler;
import tilewright.tiling.schedule.Schedule;

/** Times of blocks that own rows. */
class RowLevelsTest {
    private static final DeviceDescription H200 = DeviceCatalog.find("h200");

    /** The second loop over i has no iterations at these sizes: predictions were no numbers. */
    @Test
    void aLevelWithoutIterationsTakesNoTime() {
        String text = """
            param n, m
            assume associative(+)
            real x(n), r(0:m), q(0:m)
            do l = 0, m
              r(l) = 0
              do i = 1, n
                r(l) = r(l) + x(i)
              enddo
              do i = n, m
                q(l) = q(l) + r(l)*x(i)
              enddo
            enddo
            """;
        try (Context context = new Context()) {
            Tiler tiler = new Tiler(
                    DependenceAnalysis.analyze(context, NestParser.parse("rows.nest", text)), new Schedule.Rows());
            Ranking ranking = Ranker.rank(
                    tiler.ranked(), tiler.families(), tiler.rankedSizes(Map.of("n", 1000L, "m", 512L)), H200);
            assertTrue(ranking.candidates().stream()
                    .allMatch(c -> Double.isFinite(c.prediction().seconds())));
        }
    }
}
