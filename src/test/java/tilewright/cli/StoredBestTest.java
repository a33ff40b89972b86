package tilewright.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tilewright.device.HostMachine;
import tilewright.model.UserError;
import tilewright.parse.NestParser;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.report.stored.KnownBest;
import tilewright.report.stored.KnownResults;
import tilewright.tune.stored.SweepIdentity;
import tilewright.tune.stored.Target;

/** The fastest known candidate of a nest, size and device, from the repository's results and from those of a folder. */
class StoredBestTest {
    private static final Path LU = Path.of("loopnests/lu.nest");
    private static final String SCALE = "param n, m\n"
            + "real a(n, m), b(n, m)\n"
            + "do i = 1, n\n"
            + "  do j = 1, m\n"
            + "    b(i,j) = 2.0 * a(i,j)\n"
            + "  enddo\n"
            + "enddo\n";

    @TempDir
    Path folder;

    private static KnownBest fastest(KnownResults known, long n) {
        KnownResults.Wanted wanted = new KnownResults.Wanted(
                Map.of("n", n), Target.CUDA, "NVIDIA H200", device -> device.equals("NVIDIA H200"), _ -> true);
        return known.fastest(wanted);
    }

    /** The device was of no use without sizes, and nobody said so. */
    @Test
    void aNamedDeviceLeavesTheOthersOut() {
        CommandLineRun one = CommandLineRun.of("best", LU.toString(), "--device", "h100");
        assertTrue(one.out().contains("\nNVIDIA H100"), one.out());
        assertTrue(!one.out().contains("\nNVIDIA H200"), one.out());
        CommandLineRun none = CommandLineRun.of("best", LU.toString(), "--device", "mi250x");
        assertEquals(UserError.ANSWER_IS_NO, none.exitCode(), none.out());
        assertTrue(none.out().contains("no results of lu for target hip on AMD"), none.out());
        CommandLineRun.of("best", LU.toString(), "--device", "nope").assertFails(UserError.BAD_INPUT, "nope");
    }

    @Test
    void theSizeDecidesThenTheTime() throws IOException {
        KnownResults known = KnownResults.of(Path.of("reports"), NestParser.parse(LU), Files.readString(LU));
        assertEquals(Path.of("reports/speed/lu-n8192"), fastest(known, 8192).directory());
        assertEquals(0, fastest(known, 8192).distance(Map.of("n", 8192L)));
        assertEquals(
                Path.of("reports/lu/nvidia-h200-n2048"), fastest(known, 100).directory());
        assertEquals(4096, fastest(known, 5000).sizes().get("n"));
        List<KnownBest> of4096 =
                known.all().stream().filter(k -> k.sizes().get("n") == 4096).toList();
        assertTrue(of4096.size() >= 2, of4096::toString);
        assertTrue(of4096.stream().allMatch(k -> fastest(known, 4096).seconds() <= k.seconds()));
        assertTrue(known.others().contains(Path.of("reports/polybench/lu/nvidia-h200")), known.others()::toString);
        assertTrue(known.all().stream()
                .allMatch(k -> k.program() != null && k.program().length() == 32));
    }

    @Test
    void commentsMakeNoOtherNest() throws IOException {
        String text = "! another comment\n" + Files.readString(LU);
        KnownResults known = KnownResults.of(Path.of("reports"), NestParser.parse("lu", text), text);
        KnownResults same = KnownResults.of(Path.of("reports"), NestParser.parse(LU), Files.readString(LU));
        assertTrue(known.all().size() >= 5, known.all()::toString);
        assertEquals(same.all(), known.all());
    }

    /** Who copies a nest under another name has the same nest, and the old name with another nest has none of its results. */
    @Test
    void aFileOfAnotherNameIsTheSameNest() throws IOException {
        Path copy = Files.writeString(folder.resolve("mine.nest"), "! copied\n" + Files.readString(LU));
        CommandLineRun renamed = CommandLineRun.of("best", copy.toString());
        assertEquals(0, renamed.exitCode(), renamed.out());
        assertEquals(
                CommandLineRun.of("best", LU.toString())
                        .out()
                        .lines()
                        .filter(l -> l.contains("NVIDIA"))
                        .toList(),
                renamed.out().lines().filter(l -> l.contains("NVIDIA")).toList());
        Path other = Files.writeString(folder.resolve("lu.nest"), SCALE);
        CommandLineRun none = CommandLineRun.of("best", other.toString());
        assertEquals(UserError.ANSWER_IS_NO, none.exitCode(), none.out());
        assertTrue(none.out().contains("of another text of lu: "), none.out());
    }

    @Test
    void bestListsWhatIsKnownAndSaysWhatGenerateWouldTake() {
        CommandLineRun run = CommandLineRun.of("best", LU.toString(), "--set", "n=5000", "--device", "h200");
        assertEquals(0, run.exitCode(), run.err());
        assertTrue(
                Pattern.compile("NVIDIA H200 +cuda +n = 2048")
                        .matcher(run.out())
                        .find(),
                run.out());
        assertTrue(run.out().contains("nearest to the sizes asked for: 128x64x128/1x8x8"), run.out());
        assertTrue(run.out().contains("--set n=5000 --target cuda --device h200 --results reports"), run.out());
        CommandLineRun json = CommandLineRun.of("best", LU.toString(), "--json", "-");
        assertTrue(json.out().startsWith("{\n  \"schema\" : \"tilewright/best/1\""), json.out());
    }

    /** Results of another device are better than none, and are called what they are; another target's are of no use. */
    @Test
    void resultsOfAnotherDeviceAreCalledSo() throws IOException {
        CommandLineRun h100 = CommandLineRun.of("best", LU.toString(), "--set", "n=4096", "--device", "h100");
        assertTrue(h100.out().contains("nearest to the sizes asked for: 64x64x64/1x4x4 k-tile"), h100.out());
        assertTrue(h100.out().contains("n = 3001 on NVIDIA H100 80GB HBM3"), h100.out());
        assertTrue(h100.out().contains("--set n=4096 --target cuda --device h100 --results reports"), h100.out());
        Path other = Files.writeString(
                folder.resolve("other.json"),
                DeviceCatalog.write(DeviceCatalog.referenceGpu()).replace("NVIDIA H200", "Some GPU"));
        CommandLineRun none = CommandLineRun.of("best", LU.toString(), "--set", "n=8192", "--device", other.toString());
        assertEquals(UserError.ANSWER_IS_NO, none.exitCode(), none.err());
        assertTrue(none.out().contains("no results of lu for target cuda on Some GPU in reports"), none.out());
        assertTrue(
                none.out().contains("(reports/speed/lu-n8192); nothing is known of Some GPU, this is another device\n"),
                none.out());
        Path nest = storedScale("0123");
        CommandLineRun elsewhere = CommandLineRun.of(
                "best", nest.toString(), "--set", "n=9,m=9", "--target", "hip", "--results", folder.toString());
        assertEquals(UserError.ANSWER_IS_NO, elsewhere.exitCode(), elsewhere.out());
        assertTrue(elsewhere.out().contains("\nnone for target hip on AMD "), elsewhere.out());
    }

    @Test
    void generateTakesTheCandidateAndSaysWhetherTheProgramIsTheSame() throws IOException {
        Path nest = storedScale("0123");
        CommandLineRun run = generate(
                nest, "n=64,m=64", "--results", folder.resolve("results").toString());
        assertEquals(0, run.exitCode(), run.err());
        assertTrue(run.err().contains("note: from stored results: 16x32/1x4 k-tile 1"), run.err());
        assertTrue(run.err().contains("; these are the nearest sizes that were measured"), run.err());
        String changed = "the program's text has changed since: its hash is ";
        assertTrue(run.out().contains(changed), run.out());
        String hash = run.out()
                .substring(run.out().indexOf(changed) + changed.length())
                .substring(0, 32);
        storedScale(hash);
        CommandLineRun again = generate(
                nest, "n=100,m=50", "--results", folder.resolve("results").toString());
        assertTrue(
                again.out().contains("the same program, letter by letter, as the one that was measured"), again.out());
        assertTrue(!again.err().contains("nearest"), again.err());
        generate(nest, "n=4,m=4", "--results", folder.resolve("results").toString(), "--block", "2,2")
                .assertFails(UserError.BAD_INPUT, "--results takes the candidate from stored results; leave --block");
        CommandLineRun named = generate(nest, "n=64,m=64", "--candidate", "16x32/1x4 k-tile 1, stages 1");
        assertTrue(named.out().contains("blocks 16x32/1x4"), named.out() + named.err());
    }

    @Test
    void runTakesTheCandidateToo() throws IOException {
        Path nest = storedScale("0123");
        Path data = folder.resolve("a.csv");
        Files.writeString(data, "1,2,3\n4,5,6.5\n");
        Path written = folder.resolve("b.csv");
        CommandLineRun run = CommandLineRun.of(
                "run",
                nest.toString(),
                "--data",
                "a=" + data,
                "--write",
                "b=" + written,
                "--results",
                folder.resolve("results").toString());
        assertEquals(0, run.exitCode(), run.err());
        assertTrue(run.out().contains("ran the C program of blocks 16x32/1x4"), run.out());
        assertEquals(List.of("2.0,4.0,6.0", "8.0,10.0,13.0"), Files.readAllLines(written));
    }

    @Test
    void withoutResultsTheRemedyIsSaid() throws IOException {
        Path nest = storedScale("0123");
        generate(nest, "n=4,m=4", "--results", "gone")
                .assertFails(
                        UserError.BAD_INPUT,
                        "gone: error: no such directory; give a folder that holds results of tune");
        CommandLineRun.of(
                        "generate",
                        nest.toString(),
                        "--set",
                        "n=4,m=4",
                        "--device",
                        "h200",
                        "--results",
                        folder.toString())
                .assertFails(
                        UserError.BAD_INPUT, "no results of scale for target cuda on ", "; there are some for c on ");
        Files.writeString(nest, SCALE.replace("2.0", "3.0"));
        generate(nest, "n=4,m=4", "--results", folder.toString())
                .assertFails(
                        UserError.BAD_INPUT, "results is of another text of scale; run tune, or leave --results out");
        assertEquals(
                1,
                CommandLineRun.of("best", nest.toString(), "--results", folder.toString())
                        .exitCode());
    }

    private CommandLineRun generate(Path nest, String sizes, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "generate",
                nest.toString(),
                "--set",
                sizes,
                "--target",
                "c",
                "-o",
                folder.resolve("out").toString()));
        arguments.addAll(List.of(more));
        return CommandLineRun.of(arguments.toArray(String[]::new));
    }

    /** A nest and results of it on this machine, whose best program has the given hash. */
    private Path storedScale(String hash) throws IOException {
        Path results = Files.createDirectories(folder.resolve("results"));
        String candidate = "\"block\":[16,32],\"thread\":[1,4],\"options\":{\"chunk\":1,\"buffers\":1}";
        String work = "\"nest\":\"scale\",\"sizes\":{\"n\":100,\"m\":50},\"target\":\"c\",\"device\":\""
                + HostMachine.describe().device() + "\"";
        Files.writeString(
                results.resolve("measurements.jsonl"),
                "{\"schema\":\"tilewright/measurement/1\"," + work + ",\"nestHash\":\"" + SweepIdentity.hash(SCALE)
                        + "\",\"phase\":\"sweep\",\"rank\":1," + candidate + ",\"status\":\"ok\",\"runs\":[0.25]}\n");
        Files.writeString(
                results.resolve("summary.json"),
                "{\"schema\":\"tilewright/summary/1\"," + work + ",\"best\":{" + candidate
                        + ",\"seconds\":0.25,\"program\":\"" + hash + "\"}}");
        return Files.writeString(folder.resolve("scale.nest"), SCALE);
    }
}
