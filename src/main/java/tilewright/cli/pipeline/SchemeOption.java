package tilewright.cli.pipeline;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tilewright.algebra.Derivation;
import tilewright.algebra.Derivations;
import tilewright.algebra.PlanSchemes;
import tilewright.cli.argument.Inputs;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.model.LoopNest;
import tilewright.model.UserError;
import tilewright.report.SchemeReport;
import tilewright.tiling.Tiler;
import tilewright.tiling.schedule.Schedule;
import tilewright.tiling.space.Candidate;

/** {@code analyze --scheme}: the nest and its plans in the algebra of algorithms. */
public final class SchemeOption {
    /** Where the text goes where no path is given. */
    private static final String STANDARD_OUTPUT = "-";

    @Option(
            names = "--scheme",
            arity = "0..1",
            fallbackValue = STANDARD_OUTPUT,
            paramLabel = "PATH",
            description = "Instead of the tables: the nest as schemes of the algebra of algorithms, and derivations of"
                    + " parallel schemes with the law of each step; for affine nests that of the plan of --block."
                    + " With --latex as LaTeX.")
    @Nullable
    public String path;

    public boolean isWanted() {
        return path != null;
    }

    public boolean isOnStandardOutput() {
        return STANDARD_OUTPUT.equals(path);
    }

    /** The path to write to; a nest in its place is a file to read that stands behind the option. */
    public String path() {
        if (path == null || path.endsWith(".nest") || path.endsWith(".c")) {
            throw UserError.badInput("--scheme takes the path of a text to write; put " + path + " before --scheme");
        }
        return path;
    }

    /**
     * The schemes.
     *
     * @param block sizes of a plan's blocks; null for the nest alone
     * @param thread sizes of a thread; empty where each executes one value of every loop
     */
    public SchemeReport report(
            LoopNest nest, Schedule schedule, @Nullable List<Integer> block, List<Integer> thread, PrintWriter notes) {
        List<Derivation> derivations = new ArrayList<>(Derivations.of(nest));
        if (block != null) {
            nest.requireAffine("what --scheme --block shows");
            try (Context sets = Pipeline.integerSets()) {
                Dependences dependences = Pipeline.dependences(sets, Pipeline.scheduled(sets, nest, schedule));
                Inputs.requireOnePerLoop(dependences.nest(), "--block", block);
                Tiler tiler = Pipeline.tiler(dependences, schedule);
                List<Integer> threads = thread.isEmpty() ? Collections.nCopies(block.size(), 1) : thread;
                Candidate candidate = new Candidate(block, threads, new Candidate.Options(1, 1));
                derivations.add(PlanSchemes.of(Pipeline.checked(dependences, Pipeline.plan(tiler, candidate), notes)));
            }
        }
        return new SchemeReport(nest, derivations);
    }
}
