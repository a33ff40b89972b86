package tilewright.ranking;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.ranking.description.DeviceDescription;
import tilewright.tiling.plan.Family;

/** Ordering about 10,000 candidates; the goal is less than a second, cold as {@code rank} runs it and warm. */
@State(Scope.Benchmark)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
public class RankingBenchmark {
    private final DeviceDescription device = DeviceCatalog.find("h200");
    private final List<Family> families =
            List.of(Problems.elimination(Problems.gauss(4096), "S1"), Problems.flat(Problems.gauss(4096), "S1"));

    @Benchmark
    @BenchmarkMode(Mode.SingleShotTime)
    @Warmup(iterations = 0)
    @Measurement(iterations = 1)
    @Fork(3)
    public Ranking cold() {
        return Ranker.rank(Problems.gauss(4096), families, device);
    }

    @Benchmark
    @BenchmarkMode(Mode.AverageTime)
    @Warmup(iterations = 3, time = 2)
    @Measurement(iterations = 3, time = 2)
    public Ranking warm() {
        return Ranker.rank(Problems.gauss(4096), families, device);
    }
}
