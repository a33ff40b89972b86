package tilewright.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tilewright.tiling.space.Candidate;
import tilewright.tune.stored.Measurement;
import tilewright.tune.stored.MeasurementLog;
import tilewright.tune.stored.SummaryFormat;
import tilewright.tune.worker.Launchers;
import tilewright.tune.worker.WorkerMain;

/**
 * The templates of docs/cluster.md, as they stand there but for sizes, counts and the target: the processors of this machine take
 * the place of GPUs. Slurm is a real one; ssh and kubectl are stand-ins that connect standard input and output as those do.
 */
@Order(1)
@Tag("slurm")
@Execution(ExecutionMode.CONCURRENT)
class ClusterTemplatesTest {
    private static final Path DOCUMENT = Path.of("docs", "cluster.md");
    private static final Pattern TEMPLATE = Pattern.compile("```bash\n(.*?)```", Pattern.DOTALL);
    private static final int SECONDS = 600;
    /** Candidates of a sweep that has time to be interrupted, or to give work to a worker who comes some seconds after the first. */
    private static final int MANY = 12;

    /** Candidates of a drawn sample run once more on processors, in turn. */
    private static final int IN_TURN = 2;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path folder;

    private Path bin = Path.of("");

    /** What a small machine without a GPU does in place of what stands in a template. */
    private static final Map<String, String> SMALL = Map.ofEntries(
            Map.entry("NEST", "loopnests/matmul.nest"),
            Map.entry("n=4096", "n=40"),
            Map.entry("--target cuda --device h200", "--target c"),
            Map.entry("--target cuda", "--target c"),
            Map.entry("--count 16", "--count 2"),
            Map.entry("--count 8", "--count 2"),
            Map.entry("--count 3", "--count 2"),
            Map.entry("--nodes=4", "--nodes=2"),
            Map.entry("--ntasks-per-node=4", "--ntasks-per-node=1"),
            Map.entry("--array=1-8", "--array=1-2"));

    @BeforeEach
    void aFolderWithNestsAndTheCommand() throws IOException {
        bin = Files.createDirectory(folder.resolve("bin"));
        Files.createSymbolicLink(
                folder.resolve("loopnests"), Path.of("loopnests").toAbsolutePath());
        List<String> java = Launchers.java(WorkerMain.class, folder);
        String main = "tilewright.cli.Main";
        // The compiler below does not optimise: what it would measure of this machine is kept for nobody.
        program(
                "tilewright",
                "exec " + java.getFirst() + " -Dtilewright.devices=none "
                        + String.join(" ", java.subList(1, java.size() - 1)) + " " + main + " \"$@\"");
        QuickCompiler.in(bin);
    }

    /** Puts a program where templates find it. */
    private void program(String name, String script) throws IOException {
        Path file = bin.resolve(name);
        Files.writeString(file, "#!/bin/sh\n" + script + "\n");
        assertTrue(file.toFile().setExecutable(true));
    }

    /** The only template with these words, made small. */
    private static String template(String words) throws IOException {
        List<String> found = TEMPLATE.matcher(Files.readString(DOCUMENT))
                .results()
                .map(MatchResult::group)
                .filter(text -> text.contains(words))
                .map(text -> text.substring("```bash\n".length(), text.length() - "```".length()))
                .toList();
        assertEquals(1, found.size(), "templates with '" + words + "'");
        String small = found.getFirst();
        for (String each : SMALL.keySet().stream()
                .sorted((a, b) -> b.length() - a.length())
                .toList()) {
            small = small.replace(each, SMALL.get(each));
        }
        return small;
    }

    /** Runs a script in the folder and returns what it printed. */
    private String run(String script, Map<String, String> settings, Object... arguments)
            throws IOException, InterruptedException {
        Path file = Files.writeString(Files.createTempFile(folder, "template", ".sh"), script);
        List<String> command = new ArrayList<>(List.of("bash", file.toString()));
        Stream.of(arguments).map(String::valueOf).forEach(command::add);
        return run(command, settings);
    }

    private String run(List<String> command, Map<String, String> settings) throws IOException, InterruptedException {
        Path output = Files.createTempFile(folder, "output", ".txt");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().put("PATH", bin + ":" + System.getenv("PATH"));
        builder.environment().putAll(settings);
        Process process = builder.start();
        if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        String text = Files.readString(output);
        assertEquals(0, process.waitFor(), text);
        return text;
    }

    /** Every candidate of a sweep once, by so many workers. */
    private static void assertWhole(Path results, int candidates, int workers, int times) throws IOException {
        List<Measurement> lines = MeasurementLog.read(results.resolve(MeasurementLog.FILE)).stream()
                .filter(line -> line.phase() == Measurement.Phase.SWEEP)
                .toList();
        long distinct = distinct(lines, times);
        // Where no candidate is clearly faster, the program of the baseline is one more.
        assertTrue(distinct >= candidates, distinct + " candidates");
        assertEquals(workers, lines.stream().map(Measurement::place).distinct().count(), "workers");
        assertTrue(Files.exists(results.resolve(SummaryFormat.FILE)));
    }

    /**
     * How many candidates lines are of.
     *
     * @param times how often each may be measured
     */
    private static long distinct(List<Measurement> lines, int times) {
        Map<Candidate, Long> counts = lines.stream()
                .collect(Collectors.groupingBy(line -> line.contender().candidate(), Collectors.counting()));
        assertTrue(counts.values().stream().allMatch(count -> count <= times), "nothing is doubled: " + counts);
        return counts.size();
    }

    private static String few(String template, int candidates) {
        return template.replace("--exhaustive", "--exhaustive --sample " + candidates);
    }

    @Test
    void sshStartsWorkersOnOtherMachines() throws IOException, InterruptedException {
        // As ssh: options, a host, and words that the remote shell joins.
        program(
                "ssh",
                "while [ \"$1\" = -o ]; do shift 2; done; host=$1; shift; SLURMD_NODENAME=$host exec sh -c \"$*\"");
        run(template("ssh -o").replace("-o results", "-o results --top 6"), Map.of());
        assertWhole(folder.resolve("results"), 6, 2, 1);
    }

    @Test
    void kubectlStartsWorkersInPods() throws IOException, InterruptedException {
        // As kubectl run -i: the container's arguments, with its input and output.
        program("kubectl", """
            for word in "$@"; do case $word in
              --overrides=*) json=${word#--overrides=} ;;
              tilewright-*) pod=$word ;;
            esac; done
            export SLURMD_NODENAME=$pod
            exec $(printf '%s' "$json" | python3 -c '
            import json, sys
            print(" ".join(json.load(sys.stdin)["spec"]["containers"][0]["args"]))')
            """);
        run(template("kubectl run").replace("-o results", "-o results --top 6"), Map.of());
        assertWhole(folder.resolve("results"), 6, 2, 1);
    }

    @Test
    void slurmStartsWorkersFromALoginNodeInAnAllocationAndInArrays() throws IOException, InterruptedException {
        assumeTrue(SlurmCluster.isInstalled(), "Slurm is not installed (Debian: slurm-wlm)");
        try (SlurmCluster cluster = SlurmCluster.start(Files.createDirectory(folder.resolve("slurm")), 2)) {
            Map<String, String> settings = cluster.settings();
            run(few(template("--time=1:00:00"), MANY), settings);
            assertWhole(folder.resolve("results"), MANY, 2, IN_TURN);

            String allocation = template("--ntasks-per-node").replace("-o results", "-o early");
            anAllocationEndsEarly(few(allocation, MANY), settings);

            Files.writeString(folder.resolve("campaign.toml"), """
                output = "campaign"
                [tune]
                target = "c"
                exhaustive = true
                sample = 3
                [[nest]]
                file = "loopnests/matmul.nest"
                sizes = [{n = 30}, {n = 40}]
                """);
            submit(template("--array"), settings);
            assertWhole(folder.resolve("campaign/matmul/n30"), 3, 1, IN_TURN);
            assertWhole(folder.resolve("campaign/matmul/n40"), 3, 1, IN_TURN);
        }
    }

    /** Submits and waits for the end. */
    private void submit(String script, Map<String, String> settings) throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("job.sh"), script);
        run(List.of("sbatch", "--wait", file.toString()), settings);
    }

    private void anAllocationEndsEarly(String script, Map<String, String> settings)
            throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("early.sh"), script);
        String job =
                run(List.of("sbatch", "--parsable", file.toString()), settings).strip();
        Path lines = folder.resolve("early").resolve(MeasurementLog.FILE);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        while ((!Files.exists(lines) || Files.readAllLines(lines).size() < 2) && System.nanoTime() < end) {
            Thread.sleep(100);
        }
        run(List.of("scancel", job), settings);
        while (!run(List.of("squeue", "-h", "-j", job), settings).isBlank() && System.nanoTime() < end) {
            Thread.sleep(200);
        }
        int measured = Files.readAllLines(lines).size();
        assertTrue(measured >= 2 && measured < MANY, measured + " lines after the allocation ended");
        submit(script.replace("tilewright tune", "tilewright tune --resume"), settings);
        List<Measurement> all = MeasurementLog.read(lines).stream()
                .filter(line -> line.phase() == Measurement.Phase.SWEEP)
                .toList();
        assertEquals(MANY, distinct(all, IN_TURN), "nothing is lost");
    }
}
