package tilewright.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tilewright.cli.argument.Devices;
import tilewright.cli.output.Faults;
import tilewright.cli.output.Progress;
import tilewright.cli.pipeline.Pipeline;
import tilewright.model.Counted;
import tilewright.model.UserError;
import tilewright.report.IndexPage;
import tilewright.report.stored.ResultsReader;
import tilewright.tune.Campaign;
import tilewright.tune.TuneListener;
import tilewright.tune.WorkerPool;
import tilewright.tune.stored.Baseline;
import tilewright.tune.stored.Summary;
import tilewright.tune.stored.SweepIdentity;

/** {@code tilewright campaign}. */
@Command(
        name = "campaign",
        description =
                "Many sweeps by the same workers: nests, sizes and devices of a file (TOML), and a page over all.")
final class CampaignCommand implements Callable<Integer> {
    @Spec
    CommandSpec spec;

    @Parameters(paramLabel = "FILE", description = "The campaign; docs/cluster.md has an example.")
    Path file;

    @Option(
            names = "--resume",
            description = "Go on with what the folders hold; sweeps that are complete are passed over.")
    boolean resume;

    @Option(
            names = "--part",
            paramLabel = "I/N",
            description = "Of all sweeps every N-th, from the I-th: one task of a job array each.")
    @Nullable
    String part;

    @Override
    public Integer call() throws IOException {
        CampaignFile campaign = CampaignFile.read(file);
        Map<Integer, List<Sweep>> byDevice = new TreeMap<>();
        int number = 0;
        for (CampaignFile.Sweep each : campaign.sweeps()) {
            if (isOurs(number++)) {
                byDevice.computeIfAbsent(each.device(), device -> new ArrayList<>())
                        .add(new Sweep(each, parsed(each)));
            }
        }
        int worst = 0;
        for (List<Sweep> sweeps : byDevice.values()) {
            worst = Math.max(worst, run(sweeps));
        }
        PrintWriter out = spec.commandLine().getOut();
        List<Path> done = campaign.sweeps().stream()
                .map(CampaignFile.Sweep::folder)
                .filter(folder -> Files.exists(folder.resolve(ResultsReader.SUMMARY)))
                .toList();
        if (!done.isEmpty()) {
            out.print(Pipeline.report(done));
            out.println(IndexPage.write(campaign.output(), done));
        }
        return worst;
    }

    /** A sweep and its command. */
    private record Sweep(CampaignFile.Sweep told, TuneCommand command) {}

    private TuneCommand parsed(CampaignFile.Sweep sweep) {
        TuneCommand command = new TuneCommand();
        List<String> arguments = new ArrayList<>(sweep.arguments());
        arguments.addAll(List.of("-o", sweep.folder().toString()));
        if (resume && Files.exists(sweep.folder().resolve(ResultsReader.MEASUREMENTS))) {
            arguments.add("--resume");
        }
        try {
            new CommandLine(command)
                    .setCaseInsensitiveEnumValuesAllowed(true)
                    .setOut(spec.commandLine().getOut())
                    .setErr(spec.commandLine().getErr())
                    .parseArgs(arguments.toArray(String[]::new));
        } catch (ParameterException e) {
            throw UserError.badInput(file + ": error: " + sweep.title() + ": " + e.getMessage());
        }
        return command;
    }

    /** @return the highest of the exit codes that {@code tune} of each sweep alone would have */
    private int run(List<Sweep> sweeps) throws IOException {
        PrintWriter err = spec.commandLine().getErr();
        List<Sweep> open = sweeps.stream().filter(sweep -> !isComplete(sweep)).toList();
        if (open.size() < sweeps.size()) {
            err.println(sweeps.size() - open.size() + " of " + sweeps.size() + " sweeps are complete");
        }
        if (open.isEmpty()) {
            return 0;
        }
        TuneCommand first = open.getFirst().command();
        Devices devices = Devices.of(first.target);
        Progress.quiet();
        AtomicInteger worst = new AtomicInteger();
        List<Campaign.Task> tasks = open.stream()
                .map(sweep -> (Campaign.Task) sweeper -> {
                    Summary summary = tuned(sweep, sweeper, err);
                    err.println(sweep.told().title() + ": " + described(summary));
                    if (summary.best() == null) {
                        worst.accumulateAndGet(UserError.ANSWER_IS_NO, Math::max);
                    }
                })
                .toList();
        Map<Integer, UserError> failures;
        try (WorkerPool pool = WorkerPool.open(
                devices.target(), first.workers.workforce(devices.target()), note -> err.println("note: " + note))) {
            failures = Campaign.run(
                    tasks,
                    pool,
                    () -> err.println("stopped; the same command with --resume goes on: results so far are kept"));
        }
        failures.forEach((number, failure) -> {
            err.println(open.get(number).told().title() + ": "
                    + Faults.verdict(failure).message());
            worst.accumulateAndGet(failure.exitCode(), Math::max);
        });
        return worst.get();
    }

    /** What only the user can put right ends this sweep alone, whatever it is thrown as. */
    private static Summary tuned(Sweep sweep, Campaign.Sweeper sweeper, PrintWriter err) throws IOException {
        try {
            return sweep.command()
                    .tune(sweep.command().nest.nest(), sweep.told().folder(), listener(sweep, err), sweeper);
        } catch (IOException | RuntimeException e) {
            Faults.Verdict verdict = Faults.verdict(e);
            if (verdict.exitCode() == Faults.INTERNAL) {
                throw e;
            }
            throw new UserError(verdict.exitCode(), verdict.message(), e);
        }
    }

    private boolean isComplete(Sweep sweep) {
        Path folder = sweep.told().folder();
        return resume
                && Files.exists(folder.resolve(ResultsReader.SUMMARY))
                && ResultsReader.read(folder).summary().isComplete();
    }

    private static TuneListener listener(Sweep sweep, PrintWriter err) {
        return new TuneListener() {
            @Override
            public void started(SweepIdentity identity, int total, int done, Baseline baseline) {
                err.println(sweep.told().title() + ": " + Counted.of(total, "candidate")
                        + (done > 0 ? ", " + done + " measured before" : ""));
            }

            @Override
            public void note(String what) {
                err.println("note: " + sweep.told().title() + ": " + what);
            }
        };
    }

    private static String described(Summary summary) {
        return summary.best() == null
                ? "no candidate passed"
                : summary.best().candidate() + ", "
                        + String.format(
                                java.util.Locale.ROOT, "%.3f ms", summary.best().seconds() * 1e3)
                        + (summary.end() == Summary.End.INTERRUPTED ? ", stopped" : "");
    }

    private boolean isOurs(int number) {
        if (part == null) {
            return true;
        }
        String[] numbers = part.split("/");
        try {
            int index = Integer.parseInt(numbers[0]);
            int count = Integer.parseInt(numbers[1]);
            if (index < 1 || index > count) {
                throw UserError.badInput("--part " + part + ": the parts of " + count + " are 1 to " + count);
            }
            return number % count == index - 1;
        } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw UserError.badInput("--part " + part + ": give the part and how many there are, as in 1/8");
        }
    }
}
