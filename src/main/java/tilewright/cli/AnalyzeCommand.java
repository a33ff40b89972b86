package tilewright.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tilewright.cli.argument.GraphOption;
import tilewright.cli.argument.Inputs;
import tilewright.cli.argument.Sizes;
import tilewright.cli.argument.SourceArguments;
import tilewright.cli.output.Faults;
import tilewright.cli.output.JsonArguments;
import tilewright.cli.output.OutputFile;
import tilewright.cli.output.OutputPath;
import tilewright.cli.output.Terminal;
import tilewright.cli.output.TerminalWriter;
import tilewright.cli.pipeline.Pipeline;
import tilewright.cli.pipeline.ScheduleArguments;
import tilewright.cli.pipeline.SchemeOption;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.isl.IslLimitException;
import tilewright.locality.BlockFootprint;
import tilewright.locality.ExactVolumes;
import tilewright.locality.Footprints;
import tilewright.locality.Locality;
import tilewright.locality.Theorem1Volumes;
import tilewright.locality.VolumeFormulas;
import tilewright.locality.Volumes;
import tilewright.model.LoopNest;
import tilewright.model.UserError;
import tilewright.report.AnalysisJson;
import tilewright.report.AnalysisText;
import tilewright.report.AtSizes;
import tilewright.report.GraphReport;
import tilewright.report.LawsReport;
import tilewright.report.SchemeReport;
import tilewright.report.analysis.Analysis;
import tilewright.report.analysis.AnalysisPage;
import tilewright.report.analysis.DependenceGraph;
import tilewright.report.analysis.Explanation;
import tilewright.report.analysis.LatexDocument;
import tilewright.tiling.schedule.Schedule;
import tools.jackson.databind.node.ObjectNode;

/** {@code tilewright analyze}. */
@Command(
        name = "analyze",
        description =
                "Dependences, permutable bands, Theorem 1 and 2; with --set and --block the exact volumes and what a"
                        + " block holds.")
final class AnalyzeCommand implements Callable<Integer> {
    @Spec
    CommandSpec spec;

    @Parameters(
            arity = "1..*",
            paramLabel = "FILE",
            description = "The loop nests: .nest files, or .c files with '#pragma scop'.")
    List<Path> files;

    @Mixin
    SourceArguments source;

    @Mixin
    JsonArguments json;

    @Mixin
    ScheduleArguments order;

    @Option(
            names = "--block",
            paramLabel = "r1,..,rn",
            description = "Block sizes for the exact volumes (needs --set).")
    @Nullable
    String block;

    @Option(
            names = "--thread",
            paramLabel = "t1,..,tn",
            description = "Thread sizes for the footprint in registers (needs --block).")
    @Nullable
    String thread;

    @Option(names = "--enumerate", description = "List every dependence instance (needs --set).")
    boolean enumerate;

    @Option(
            names = "--quick",
            negatable = true,
            description =
                    "Leave out volumes and footprints as functions of the sizes. Without it long bodies go without"
                            + " them too, and it is said; --no-quick computes them, however long it takes.")
    @Nullable
    Boolean quick;

    @Option(
            names = "--explain",
            paramLabel = "ACCESS",
            description = "How the figures of an access were found: S1:3 (3 where there is one statement), or as"
                    + " written, 'a(i,k)'.")
    @Nullable
    String explain;

    @Option(
            names = "--latex",
            paramLabel = "PATH",
            converter = OutputPath.Text.class,
            description = "Write the tables as a LaTeX document; - is standard output.")
    @Nullable
    String latex;

    @Option(
            names = "--dot",
            paramLabel = "PATH",
            converter = OutputPath.Text.class,
            description = "Write the dependence graph for Graphviz; - is standard output.")
    @Nullable
    String dot;

    @Option(
            names = "--html",
            paramLabel = "PATH",
            converter = OutputPath.Text.class,
            description = "Write a page with tables, dependence graph and iteration space; - is standard output.")
    @Nullable
    String html;

    @Mixin
    SchemeOption scheme;

    @Mixin
    GraphOption graph;

    /** What is printed about one nest; the text or the JSON is empty where it is not wanted. */
    private record Analysed(String text, String json) {}

    /**
     * The functions of the sizes; volumes and footprints are missing with {@code --quick}.
     *
     * @param leftOut why they are missing where nobody asked for that; else empty
     */
    private record Symbolic(
            Locality locality,
            @Nullable ExactVolumes volumes,
            @Nullable Footprints footprints,
            String leftOut) {}

    @Override
    public Integer call() throws Exception {
        boolean oneNest = explain != null || latex != null || dot != null || html != null || scheme.isWanted();
        if (files.size() > 1 && order.schedule() instanceof Schedule.Given) {
            throw UserError.badInput("--schedule is for one nest; give one FILE");
        }
        if (files.size() > 1 && oneNest) {
            throw UserError.badInput("--explain, --latex, --dot, --html and --scheme show one nest; give one FILE");
        }
        if (enumerate && !json.isWanted()) {
            throw UserError.badInput("--enumerate lists instances in JSON only: add --json PATH, or --json -");
        }
        requireOneOnStandardOutput();
        requireFilesOfTheirOwn();
        if (files.size() == 1) {
            Analysed analysed = analyse(files.getFirst());
            spec.commandLine().getOut().print(analysed.text);
            json.write(analysed::json, spec.commandLine().getOut());
            return 0;
        }
        return analyseAll();
    }

    /** Two documents on one stream are neither. */
    private void requireOneOnStandardOutput() {
        List<String> there = new ArrayList<>();
        if (!json.leavesStandardOutput()) {
            there.add("--json -");
        }
        if ("-".equals(html)) {
            there.add("--html -");
        }
        if ("-".equals(latex)) {
            there.add("--latex -");
        }
        if ("-".equals(dot)) {
            there.add("--dot -");
        }
        if (explain != null) {
            there.add("--explain");
        }
        if (scheme.isOnStandardOutput() && latex == null && json.leavesStandardOutput()) {
            there.add("--scheme");
        }
        if (there.size() > 1) {
            throw UserError.badInput(String.join(", ", there)
                    + ": each would go to standard output; give a file instead of - for all but one");
        }
    }

    /** The later of two documents would take the place of the earlier one. */
    private void requireFilesOfTheirOwn() {
        Map<Path, String> options = new LinkedHashMap<>();
        Map<String, Optional<String>> paths = new LinkedHashMap<>();
        paths.put("--json", Optional.ofNullable(json.path));
        paths.put("--html", Optional.ofNullable(html));
        paths.put("--latex", Optional.ofNullable(latex));
        paths.put("--dot", Optional.ofNullable(dot));
        paths.put("--scheme", Optional.ofNullable(scheme.path));
        paths.forEach((option, path) -> path.filter(p -> !p.equals("-") && !p.isEmpty())
                .ifPresent(p -> {
                    String other = options.put(Path.of(p).toAbsolutePath().normalize(), option);
                    if (other != null) {
                        throw UserError.badInput(other + ", " + option + " " + p
                                + ": each would write this file; give each a file of its own");
                    }
                }));
    }

    /** One file after the other; a file with faults does not keep the others from being analysed. */
    private int analyseAll() throws IOException {
        int exitCode = 0;
        List<String> documents = new ArrayList<>();
        PrintWriter out = spec.commandLine().getOut();
        for (Path file : files) {
            try {
                Analysed analysed = analyse(file);
                out.print(analysed.text);
                out.flush();
                documents.add(analysed.json.strip());
            } catch (UserError | IslLimitException fault) {
                Faults.Verdict verdict = Faults.verdict(fault);
                String message = verdict.message();
                spec.commandLine()
                        .getErr()
                        .println(message.contains(file.toString()) ? message : file + ": " + message);
                exitCode = Math.max(exitCode, verdict.exitCode());
            }
        }
        json.write(() -> "[" + String.join(",\n", documents) + "]", out);
        return exitCode;
    }

    private Analysed analyse(Path file) {
        SourceArguments.Source nest = source.read(file);
        SequencedMap<String, Long> sizes = nest.sizes();
        List<Integer> blocks = block == null ? null : Sizes.list("--block", block);
        Inputs.refuseUnknown(nest.nest(), sizes);
        List<Integer> threads = threads(blocks);
        if (scheme.isWanted()) {
            return schemes(nest.nest(), blocks, threads);
        }
        if (blocks != null || enumerate) {
            Inputs.requireValues(nest.nest(), sizes);
        }
        if (nest.nest().isIrregular()) {
            return irregular(nest.nest(), sizes);
        }
        if (graph.isWanted()) {
            throw UserError.badInput(
                    file + ": error: --graph is for nests with a graph line; this one reads no index arrays");
        }
        try (Context sets = Pipeline.integerSets()) {
            LoopNest loopNest = Pipeline.scheduled(sets, nest.nest(), order.schedule());
            Inputs.requireOnePerLoop(loopNest, "--block", blocks);
            Dependences dependences = Pipeline.dependences(sets, loopNest);
            Optional<String> outside = sizes.keySet().containsAll(loopNest.parameters())
                    ? Inputs.outsideArrays(dependences, sizes)
                    : Inputs.outsideArraysAtAllSizes(dependences);
            outside.ifPresent(words -> spec.commandLine().getErr().println(words.replace(": error: ", ": warning: ")));
            Symbolic symbolic = symbolic(dependences);
            Locality locality = symbolic.locality;
            ExactVolumes exact = symbolic.volumes;
            Footprints footprints = symbolic.footprints;
            Volumes volumes = blocks == null ? null : Pipeline.volumes(dependences, sizes, blocks);
            Volumes estimate = blocks == null ? null : Theorem1Volumes.of(dependences, locality, sizes, blocks);
            BlockFootprint footprint = blocks == null ? null : Pipeline.footprint(dependences, blocks, threads);
            AtSizes at = new AtSizes(volumes, estimate, footprint);
            SequencedMap<String, Long> listed = enumerate ? sizes : null;
            Analysis analysis = new Analysis(dependences, locality, exact, footprints, footprint, sizes);
            document(latex, () -> LatexDocument.of(analysis));
            document(dot, () -> DependenceGraph.of(dependences).toDot());
            document(html, () -> AnalysisPage.of(analysis));
            if (explain != null) {
                spec.commandLine().getOut().print(Explanation.of(analysis, explain));
            }
            String leftOut = symbolic.leftOut.isEmpty() ? "" : "Left out: " + symbolic.leftOut + "\n";
            return new Analysed(
                    printsTables()
                            ? AnalysisText.of(dependences, locality, at, exact, footprints, Terminal.columns())
                                    + leftOut
                            : "",
                    json.isWanted()
                            ? AnalysisJson.print(withLeftOut(
                                    AnalysisJson.of(dependences, locality, at, listed, exact, footprints),
                                    symbolic.leftOut))
                            : "");
        }
    }

    private static ObjectNode withLeftOut(ObjectNode document, String leftOut) {
        return leftOut.isEmpty() ? document : document.put("leftOut", leftOut);
    }

    /** The nest and its plans in the algebra of algorithms. */
    private Analysed schemes(LoopNest nest, @Nullable List<Integer> blocks, List<Integer> threads) {
        if (enumerate || explain != null || dot != null || html != null) {
            throw UserError.badInput("--scheme goes with --block, --thread, --latex and --json; leave the others out");
        }
        String path = scheme.path();
        SchemeReport report = scheme.report(
                nest, order.schedule(), blocks, threads, spec.commandLine().getErr());
        document(latex, report::latex);
        boolean shown = latex == null && json.leavesStandardOutput();
        if (shown || !scheme.isOnStandardOutput()) {
            document(path, report::text);
        }
        return new Analysed("", json.isWanted() ? AnalysisJson.print(report.json()) : "");
    }

    /** The laws of an irregular nest; what is said of affine ones is refused by name. */
    private Analysed irregular(LoopNest nest, SequencedMap<String, Long> sizes) {
        if (block != null || enumerate || explain != null || latex != null || dot != null || html != null) {
            nest.requireAffine("what --block, --enumerate, --explain, --latex, --dot and --html show");
        }
        if (spec.commandLine().getParseResult().hasMatchedOption("--schedule")) {
            nest.requireAffine("orders of loops by --schedule");
        }
        LawsReport laws = LawsReport.of(nest);
        ObjectNode document = laws.json();
        String text = laws.text();
        if (graph.isWanted()) {
            GraphReport counted = graph.report(nest, sizes);
            counted.into(document);
            text += counted.text();
        }
        return new Analysed(
                json.leavesStandardOutput() ? text : "", json.isWanted() ? AnalysisJson.print(document) : "");
    }

    /** Thread sizes, none where they were not given; a thread is no larger than its block. */
    private List<Integer> threads(@Nullable List<Integer> blocks) {
        if (thread == null) {
            return List.of();
        }
        if (blocks == null) {
            throw UserError.badInput("--thread: a thread is a part of a block; give --block too");
        }
        List<Integer> threads = Sizes.list("--thread", thread);
        if (threads.size() != blocks.size()) {
            throw UserError.badInput("--thread " + thread + ": give as many sizes as --block " + block);
        }
        for (int z = 0; z < threads.size(); z++) {
            if (threads.get(z) > blocks.get(z)) {
                throw UserError.badInput("--thread " + thread + ": a thread of " + threads.get(z)
                        + " iterations does not fit into a block of " + blocks.get(z) + " (size " + (z + 1) + ")");
            }
        }
        return threads;
    }

    /** What is said of all sizes; volumes as functions go on being found while the rest is computed. */
    private Symbolic symbolic(Dependences dependences) {
        String leftOut = quick == null ? VolumeFormulas.tooLong(dependences) : "";
        if (Boolean.TRUE.equals(quick) || !leftOut.isEmpty()) {
            return new Symbolic(Pipeline.locality(dependences), null, null, leftOut);
        }
        try (VolumeFormulas volumes = Pipeline.exactVolumes(dependences)) {
            Locality locality = Pipeline.locality(dependences);
            Footprints footprints = Pipeline.footprints(dependences);
            return new Symbolic(locality, volumes.result(), footprints, "");
        }
    }

    /** Whether standard output is for the tables and not for something else that was asked for. */
    private boolean printsTables() {
        return json.leavesStandardOutput()
                && explain == null
                && !"-".equals(latex)
                && !"-".equals(dot)
                && !"-".equals(html);
    }

    private void document(@Nullable String path, Supplier<String> text) {
        if (path == null) {
            return;
        }
        if (path.equals("-")) {
            TerminalWriter.verbatim(spec.commandLine().getOut(), text.get());
            return;
        }
        OutputFile.write(Path.of(path), text.get());
    }
}
