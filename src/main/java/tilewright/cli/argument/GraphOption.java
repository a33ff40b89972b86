package tilewright.cli.argument;

import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tilewright.cli.output.Progress;
import tilewright.irregular.GraphDevice;
import tilewright.irregular.ScheduleModel;
import tilewright.irregular.counts.GraphCounts;
import tilewright.model.LoopNest;
import tilewright.model.UserError;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.ranking.description.GpuDescription;
import tilewright.report.GraphReport;
import tilewright.report.ScheduleRankingReport;

/** {@code --graph} where nothing runs on a device: what is counted on a user's graph. */
public final class GraphOption {
    /** Counts differ little from source to source, and each is a run on the host. */
    private static final int USUAL_SOURCES = 4;

    @Option(
            names = "--graph",
            paramLabel = "SPEC",
            description = "The graph of a nest with a graph line, as 'run' takes it.")
    @Nullable
    String graph;

    @Option(
            names = "--sources",
            paramLabel = "N",
            description = "With --graph: start from that many vertices of the largest component (default: 4).")
    @Nullable
    public Integer sources;

    public boolean isWanted() {
        if (graph == null && sources != null) {
            throw UserError.badInput("--sources says where to start on a graph; add --graph SPEC");
        }
        return graph != null;
    }

    /** The graph as its user wrote it. */
    public String spec() {
        return Objects.requireNonNull(graph);
    }

    /** What is counted on the graph. */
    public GraphReport report(LoopNest nest, Map<String, Long> sizes) {
        GraphProblem problem = problem(nest, sizes);
        Progress.enter("counting on the graph");
        GraphCounts counts = GraphCounts.of(
                problem.fixpoint(),
                problem.arcs(),
                problem.starts(),
                DeviceCatalog.referenceGpu().memory().sectorBytes());
        return new GraphReport(spec(), problem.input().report(), counts);
    }

    /** Schedules in the order of their predicted time. */
    public ScheduleRankingReport ranking(
            LoopNest nest, Map<String, Long> sizes, GpuDescription gpu, GraphDevice device) {
        GraphProblem problem = problem(nest, sizes);
        if (problem.arcs().count() == 0) {
            throw UserError.badInput(
                    "--graph " + spec() + ": the graph has no arcs, and no schedule anything to do; give a larger one");
        }
        Progress.enter("predicting schedules");
        ScheduleModel model = new ScheduleModel(problem.fixpoint(), problem.arcs(), problem.starts(), gpu, device);
        return new ScheduleRankingReport(
                nest.name(), spec(), gpu.fullName(), problem.arcs().count(), model.rank());
    }

    /** The nest on the graph. */
    GraphProblem problem(LoopNest nest, Map<String, Long> sizes) {
        int count = sources == null ? USUAL_SOURCES : sources;
        return GraphProblem.of(nest, sizes, spec(), 1, count);
    }
}
