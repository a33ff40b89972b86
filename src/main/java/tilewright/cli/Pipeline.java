package tilewright.cli;

import java.nio.file.Path;
import java.util.List;
import java.util.SequencedMap;
import tilewright.codegen.Lowering;
import tilewright.codegen.ir.KernelProgram;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.locality.Locality;
import tilewright.locality.LocalityAnalysis;
import tilewright.locality.VolumeCounter;
import tilewright.locality.Volumes;
import tilewright.model.LoopNest;
import tilewright.model.UserError;
import tilewright.parse.NestParser;
import tilewright.report.Report;
import tilewright.tiling.Candidate;
import tilewright.tiling.Plan;
import tilewright.tiling.Tiler;
import tilewright.tiling.Verdict;

/** The whole tool in one page: every stage is one line, in the order in which data flows (docs/architecture.md). */
final class Pipeline {
    /** Steps of isl after which an analysis is given up instead of running for ever. */
    private static final long MOST_OPERATIONS = 2_000_000_000L;

    private Pipeline() {}

    /** The context that the integer sets of one command live in. */
    static Context integerSets() {
        Context context = new Context();
        context.setMaxOperations(MOST_OPERATIONS);
        return context;
    }

    /** Text -> nest. */
    static LoopNest parse(Path file) {
        return NestParser.parse(file);
    }

    /** Nest -> what must stay in order. */
    static Dependences dependences(Context sets, LoopNest nest) {
        return DependenceAnalysis.analyze(sets, nest);
    }

    /** Dependences -> how data grow when a loop is cut. */
    static Locality locality(Dependences dependences) {
        return LocalityAnalysis.of(dependences);
    }

    /** Dependences, sizes, blocks -> how many values cross block borders. */
    static Volumes volumes(Dependences dependences, SequencedMap<String, Long> sizes, List<Integer> block) {
        return new VolumeCounter(dependences, sizes).count(block);
    }

    /** Dependences -> which cuts are legal. */
    static Tiler tiler(Dependences dependences) {
        return new Tiler(dependences);
    }

    /** Candidate -> launches, blocks, staging; or the dependence that forbids it. */
    static Plan plan(Tiler tiler, Candidate candidate) {
        return switch (tiler.plan(candidate)) {
            case Verdict.Legal legal -> legal.plan();
            case Verdict.Illegal illegal -> throw Refusals.of(candidate, illegal);
        };
    }

    /** Plan -> kernel IR. */
    static KernelProgram lower(Plan plan) {
        return Lowering.lower(plan);
    }

    /** Stored results -> pages, and text about them. */
    static String report(List<Path> directories) {
        return Report.run(directories);
    }

    static UserError missing(String command) {
        return new UserError(UserError.MISSING_TOOL, command + ": this build has no such stage yet");
    }
}
