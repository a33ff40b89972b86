package tilewright.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tilewright.model.UserError;

class CampaignFileTest {
    @TempDir
    Path folder;

    @Test
    void nestsTimesSizesTimesDevicesWithTheOptionsOfAll() throws IOException {
        CampaignFile campaign = read("""
            output = "results"
            [tune]
            target = "cuda"
            top = 20
            without = ["quotients", "unswitch"]
            [[device]]
            name = "left"
            gpus = "0"
            [[device]]
            name = "right"
            workers = "srun tilewright worker"
            count = 8
            [[nest]]
            file = "nests/matmul.nest"
            sizes = [{n = 2048}, {n = 4096}]
            [[nest]]
            file = "nests/gemm.c"
            sizes = [{ni = 10, nj = 20}]
            tune = {top = 50, peer = "sgemm:1,2,3"}
            """);
        assertEquals(
                List.of(
                        "matmul n=2048 on left",
                        "matmul n=2048 on right",
                        "matmul n=4096 on left",
                        "matmul n=4096 on right",
                        "gemm ni=10, nj=20 on left",
                        "gemm ni=10, nj=20 on right"),
                campaign.sweeps().stream().map(CampaignFile.Sweep::title).toList());
        assertEquals(
                Path.of("results/right/gemm/ni10-nj20"),
                campaign.sweeps().getLast().folder());
        assertEquals(
                "nests/gemm.c --set ni=10,nj=20 --target cuda --top 50 --without quotients --without unswitch"
                        + " --workers srun tilewright worker --count 8 --peer sgemm:1,2,3",
                String.join(" ", campaign.sweeps().getLast().arguments()));
    }

    @Test
    void jsonOfTheSameShapeIsACampaignToo() throws IOException {
        Path file = Files.writeString(
                folder.resolve("c.json"), "{\"nest\": [{\"file\": \"a.nest\", \"sizes\": [{\"n\": 4}]}]}");
        assertEquals(
                Path.of("reports/a/n4"),
                CampaignFile.read(file).sweeps().getFirst().folder());
    }

    @Test
    void whatIsWrongIsNamedWithItsPlace() throws IOException {
        refused("c.toml:2: error: ", "[tune]\ntop = = 3\n");
        refused(
                "c.toml: error: nothing is called 'nest.size'; there are nest.file, nest.sizes, nest.tune",
                "[[nest]]\nfile = \"a.nest\"\nsize = 3\n");
        String nest = "[[nest]]\nfile = \"a.nest\"\nsizes = [{n = 4}]\n";
        refused("c.toml: error: output is a folder's name, as in output = \"results\"", "output = \"\"\n" + nest);
        refused("c.toml: error: output is a folder's name, as in output = \"results\"", "output = 5\n" + nest);
        Path twice = Files.writeString(folder.resolve("twice.json"), "{\"output\": \"a\", \"output\": \"b\"}");
        assertEquals(
                twice + ":1: error: Duplicate Object property \"output\"",
                assertThrows(UserError.class, () -> CampaignFile.read(twice)).getMessage());
        Path json = Files.writeString(folder.resolve("c.json"), "{\"output\": 1");
        String torn =
                assertThrows(UserError.class, () -> CampaignFile.read(json)).getMessage();
        assertEquals(json + ":1: error: Unexpected end-of-input: expected close marker for Object", torn);
        Path binary = Files.write(folder.resolve("b.toml"), new byte[] {(byte) 0xff, (byte) 0xfe});
        assertEquals(
                binary + ": error: this is not UTF-8 text; convert it to UTF-8",
                assertThrows(UserError.class, () -> CampaignFile.read(binary)).getMessage());
        refused("c.toml: error: names no nest; add [[nest]]", "output = \"x\"\n");
        refused("c.toml: error: nest a.nest has no sizes", "[[nest]]\nfile = \"a.nest\"\n");
    }

    @Test
    void sizesAreWholeNumbersAndEverySweepHasItsFolder() throws IOException {
        for (String value : List.of("\"4k\"", "4.5", "true", "99999999999999999999")) {
            refused(
                    "c.toml: error: nest a.nest: n = " + value + " is no whole number of 64 bits",
                    "[[nest]]\nfile = \"a.nest\"\nsizes = [{n = " + value + "}]\n");
        }
        refused(
                "c.toml: error: sizes of nest a.nest are a list of tables",
                "[[nest]]\nfile = \"a.nest\"\nsizes = [64]\n");
        refused(
                "c.toml: error: results of 'a n=4' would go to reports/a/n4 as those of a sweep before it",
                "[[nest]]\nfile = \"a.nest\"\nsizes = [{n = 4}]\n[[nest]]\nfile = \"b/a.c\"\nsizes = [{n = 4}]\n");
    }

    @Test
    void aNestWithoutParametersHasOneSweepAndDevicesHavePlainNames() throws IOException {
        CampaignFile.Sweep sweep =
                read("[[nest]]\nfile = \"a.nest\"\nsizes = [{}]\n").sweeps().getFirst();
        assertEquals(List.of("a.nest"), sweep.arguments());
        assertEquals(Path.of("reports/a/fixed"), sweep.folder());
        refused(
                "c.toml: error: device '../x': the name is that of a folder",
                "[[device]]\nname = \"../x\"\n[[nest]]\nfile = \"a.nest\"\nsizes = [{n = 4}]\n");
    }

    @Test
    void sweepsThatCannotBeDoneAreNamedWithTheirCause() throws IOException {
        Path bad = Files.writeString(folder.resolve("bad.nest"), "param n\nreal a(n)\ndo i = 1, n\n");
        Path outside = Files.writeString(
                folder.resolve("outside.nest"), "param n\nreal a(n)\ndo i = 1, n\n  a(i + 1) = 1.0\nenddo\n");
        Path file = Files.writeString(folder.resolve("c.toml"), """
            output = "%s"
            tune = {target = "c", top = 1}
            [[nest]]
            file = "%s"
            sizes = [{n = 4}]
            [[nest]]
            file = "%s"
            sizes = [{n = 4}, {m = 4}]
            """.formatted(folder.resolve("out"), bad, outside));
        CommandLineRun.of("campaign", file.toString())
                .assertFails(
                        UserError.BAD_INPUT,
                        "bad n=4: " + bad + ":3:1: error: ",
                        "outside n=4: " + outside + ":4:3: error: a(i + 1) is outside",
                        "outside m=4: error: --set m=4: outside has no parameter m");
    }

    private void refused(String message, String text) {
        UserError error = assertThrows(UserError.class, () -> read(text));
        String found = String.valueOf(error.getMessage()).replace(folder + "/", "");
        assertEquals(message, found.substring(0, Math.min(message.length(), found.length())));
    }

    private CampaignFile read(String text) throws IOException {
        return CampaignFile.read(Files.writeString(folder.resolve("c.toml"), text));
    }
}
