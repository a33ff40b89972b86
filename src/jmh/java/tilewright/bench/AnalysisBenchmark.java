package tilewright.bench;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import tilewright.dependence.DependenceAnalysis;
import tilewright.isl.Context;
import tilewright.locality.Locality;
import tilewright.locality.LocalityAnalysis;
import tilewright.model.LoopNest;
import tilewright.parse.NestParser;

/** Dependences and locality of every shipped nest, warm. The aim is 50 ms per nest. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
@Fork(1)
public class AnalysisBenchmark {
    @Param({"floyd-warshall", "gaussian-elimination", "jacobi-2d", "lu", "matmul", "transitive-closure", "widest-path"})
    String nest;

    private LoopNest parsed;

    @Setup
    public void parse() {
        parsed = NestParser.parse(Path.of("loopnests", nest + ".nest"));
    }

    @Benchmark
    public Locality analysis() {
        try (Context sets = new Context()) {
            return LocalityAnalysis.of(DependenceAnalysis.analyze(sets, parsed));
        }
    }
}
