package tilewright.ranking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static tilewright.tiling.space.LoopRole.HOST_BLOCKS;
import static tilewright.tiling.space.LoopRole.PARALLEL;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.math3.stat.correlation.SpearmansCorrelation;
import org.junit.jupiter.api.Test;
import tilewright.parse.NestParser;
import tilewright.ranking.cost.CostModel;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.ranking.description.GpuDescription;
import tilewright.ranking.description.InstructionRates;
import tilewright.ranking.work.Baseline;
import tilewright.ranking.work.Problem;
import tilewright.tiling.plan.Family;
import tilewright.tiling.space.Candidate;

/** How near the model comes to kernels that were measured on an NVIDIA H200 (see docs/equations.md). */
class CostCalibrationTest {
    /** Instruction sequences of the measured kernels. */
    private enum Instructions {
        ADD_MIN,
        THREE_WAY_MIN,
        DPX,
        FMA
    }

    /** Block of one rest-phase kernel and its rates in T updates/s at n = 8192 and 16384, by instructions. */
    private record Row(List<Integer> block, List<Integer> thread, double[][] rates) {}

    private static final List<Row> ROWS = List.of(
            new Row(List.of(64, 64, 128), List.of(1, 8, 8), new double[][] {
                {11.2, 11.5}, {13.2, 13.5}, {12.9, 13.2}, {16.8, 17.3}
            }),
            new Row(List.of(64, 128, 128), List.of(1, 8, 8), new double[][] {
                {11.2, 11.6}, {11.1, 11.5}, {11.0, 11.4}, {13.8, 14.4}
            }),
            new Row(List.of(128, 128, 128), List.of(1, 8, 8), new double[][] {
                {11.7, 12.0}, {12.4, 12.7}, {12.2, 12.5}, {16.0, 16.5}
            }),
            new Row(List.of(128, 256, 128), List.of(1, 16, 8), new double[][] {
                {10.9, 11.4}, {13.0, 13.6}, {12.7, 13.2}, {17.4, 18.2}
            }),
            new Row(List.of(32, 128, 128), List.of(1, 8, 8), new double[][] {
                {9.6, 9.9}, {8.8, 9.2}, {8.9, 9.3}, {10.5, 10.8}
            }));

    private static final GpuDescription H200 = (GpuDescription) DeviceCatalog.find("h200");

    @Test
    void ratesOfTheRestPhaseWithAddAndMinimumComeOutWithinTenPercent() {
        for (Row row : ROWS) {
            for (int size = 0; size < 2; size++) {
                assertEquals(1, predicted(row, Instructions.ADD_MIN, size) / row.rates()[0][size], 0.1, row.toString());
            }
        }
    }

    @Test
    void ratesOfTheRestPhaseWithOtherInstructionsComeOutWithinAFifth() {
        double squares = 0;
        int count = 0;
        for (Row row : ROWS) {
            for (Instructions instructions : Instructions.values()) {
                for (int size = 0; size < 2; size++) {
                    double error = predicted(row, instructions, size) / row.rates()[instructions.ordinal()][size] - 1;
                    assertTrue(Math.abs(error) < 0.2, instructions + " " + row.block() + " " + error);
                    squares += error * error;
                    count++;
                }
            }
        }
        assertTrue(Math.sqrt(squares / count) < 0.1, "root mean square error " + Math.sqrt(squares / count));
    }

    @Test
    void theOrderOfTheMeasuredKernelsIsNearlyTheirPredictedOrder() {
        List<Double> measured = new ArrayList<>();
        List<Double> predicted = new ArrayList<>();
        for (Row row : ROWS) {
            for (Instructions instructions : Instructions.values()) {
                for (int size = 0; size < 2; size++) {
                    measured.add(row.rates()[instructions.ordinal()][size]);
                    predicted.add(predicted(row, instructions, size));
                }
            }
        }
        double spearman = new SpearmansCorrelation().correlation(array(measured), array(predicted));
        assertTrue(spearman > 0.85, "Spearman " + spearman);
    }

    @Test
    void r1MattersAsMeasured() {
        List<Double> rates = List.of(32, 64, 128).stream()
                .map(r1 -> new Row(List.of(r1, 128, 128), List.of(1, 8, 8), new double[0][]))
                .map(row -> predicted(row, Instructions.ADD_MIN, 0))
                .toList();
        assertEquals(11.2 / 9.6, rates.get(1) / rates.get(0), 0.1, "from 32 to 64");
        assertEquals(11.7 / 11.2, rates.get(2) / rates.get(1), 0.1, "from 64 to 128");
    }

    @Test
    void oneLaunchPerStepIsPredictedWithinAThird() {
        assertEquals(0.203, plain(4096), 0.203 / 3);
        assertEquals(1.505, plain(8192), 1.505 / 3);
    }

    /** Measured: 12.7 ms with single buffers and plain accesses; a model of good code must not be slower. */
    @Test
    void thePlainThreePhasePrototypeIsPredictedWithinThirtyPercentAndNotSlower() {
        Family family = Problems.elimination(Problems.floydWarshall(64), "S1");
        double small = seconds(4096, family, Problems.candidate(List.of(32, 32, 32), List.of(1, 4, 4), 16));
        assertTrue(small < 12.7e-3 && small > 0.7 * 12.7e-3, small + " s");
        double large = seconds(8192, family, Problems.candidate(List.of(64, 64, 64), List.of(1, 8, 4), 16));
        assertTrue(large < 67.3e-3 && large > 0.7 * 67.3e-3, large + " s");
    }

    private static double plain(long n) {
        Family family = Problems.flat(Problems.floydWarshall(64), "S1");
        return seconds(n, family, Baseline.candidate(Problems.floydWarshall(n), family));
    }

    private static double seconds(long n, Family family, Candidate candidate) {
        return CostModel.of(Problems.floydWarshall(n), List.of(family), H200)
                .predict(family, candidate)
                .seconds();
    }

    /** T updates/s. */
    private static double predicted(Row row, Instructions instructions, int size) {
        long n = size == 0 ? 8192 : 16384;
        Problem problem = switch (instructions) {
            case FMA -> update(n, "a(i,j) + a(i,k) * a(k,j)");
            case ADD_MIN, DPX -> update(n, "min(a(i,j), a(i,k) + a(k,j))");
            // Of numbers that are not negative: two iterations' minima are joined.
            case THREE_WAY_MIN -> Problems.floydWarshall(n);
        };
        Family rest = new Family(
                "rest phase alone",
                List.of(HOST_BLOCKS, PARALLEL, PARALLEL),
                List.of(Problems.elimination(problem, "S1").levels().getLast()),
                List.of(),
                "by hand");
        Candidate candidate = new Candidate(row.block(), row.thread(), new Candidate.Options(16, 2));
        double seconds = CostModel.of(problem, List.of(rest), device(instructions))
                .predict(rest, candidate)
                .seconds();
        return Math.pow(n, 3) / seconds / 1e12;
    }

    private static Problem update(long n, String value) {
        String text = """
            param n
            do k = 1, n
              do i = 1, n
                do j = 1, n
                  a(i,j) = VALUE
                enddo
              enddo
            enddo
            """.replace("VALUE", value);
        return Problems.of(NestParser.parse("update.nest", text), List.of("k", "i", "j"), Map.of("n", n));
    }

    /** The H200 with the measured ceiling of another instruction sequence in the place of add and minimum. */
    private static GpuDescription device(Instructions instructions) {
        return switch (instructions) {
            case ADD_MIN, FMA, THREE_WAY_MIN -> H200;
            case DPX -> with(rate("fma", 1e15, 0), rate("alu", 16.6e12, 1));
        };
    }

    private static InstructionRates.Rate rate(String pipe, double perSecond, double slots) {
        return new InstructionRates.Rate(pipe, perSecond, slots, 2e-9);
    }

    private static GpuDescription with(InstructionRates.Rate add, InstructionRates.Rate min) {
        Map<String, Map<String, InstructionRates.Rate>> types =
                new HashMap<>(H200.instructions().types());
        Map<String, InstructionRates.Rate> real = new HashMap<>(types.get("real"));
        real.put("add", add);
        real.put("min", min);
        types.put("real", real);
        return new GpuDescription(
                H200.schema(),
                H200.kind(),
                H200.name(),
                H200.fullName(),
                H200.architecture(),
                H200.language(),
                H200.offers(),
                H200.processors(),
                H200.clockHertz(),
                H200.limits(),
                new InstructionRates(H200.instructions().issuePerSecond(), types),
                H200.memory(),
                H200.latency(),
                H200.overlap(),
                H200.ceilings(),
                H200.sources());
    }

    private static double[] array(List<Double> values) {
        return values.stream().mapToDouble(Double::doubleValue).toArray();
    }
}
