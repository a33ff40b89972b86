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
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.locality.FootprintFormulas;
import tilewright.locality.LocalityAnalysis;
import tilewright.locality.VolumeFormulas;
import tilewright.model.LoopNest;
import tilewright.parse.c.CParser;
import tilewright.parse.c.unit.COptions;

/**
 * What {@code analyze} does with each PolyBench kernel: C text, dependences, locality, volumes and footprints as formulas. The
 * aim is 10 s for the slowest and 60 s for all.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 1)
@Measurement(iterations = 3)
@Fork(1)
public class PolyBenchBenchmark {
    @Param({
        "2mm",
        "3mm",
        "adi",
        "atax",
        "bicg",
        "cholesky",
        "correlation",
        "covariance",
        "deriche",
        "doitgen",
        "durbin",
        "fdtd-2d",
        "floyd-warshall",
        "gemm",
        "gemver",
        "gesummv",
        "gramschmidt",
        "heat-3d",
        "jacobi-1d",
        "jacobi-2d",
        "lu",
        "ludcmp",
        "mvt",
        "nussinov",
        "seidel-2d",
        "symm",
        "syr2k",
        "syrk",
        "trisolv",
        "trmm"
    })
    String kernel;

    @Benchmark
    public void analysis(Blackhole results) {
        LoopNest nest = CParser.parse(Path.of("loopnests", "polybench", kernel + ".c"), COptions.NONE)
                .nest();
        try (Context sets = new Context()) {
            Dependences dependences = DependenceAnalysis.analyze(sets, nest);
            results.consume(LocalityAnalysis.of(dependences));
            results.consume(VolumeFormulas.of(dependences));
            results.consume(FootprintFormulas.of(dependences));
        }
    }
}
