package tilewright.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tilewright.cli.argument.CandidateText;
import tilewright.cli.argument.Sizes;
import tilewright.graph.ArrayFile;
import tilewright.graph.GraphSpec;
import tilewright.graph.RowsBuilder;
import tilewright.kernel.Program;
import tilewright.kernel.text.KernelReader;
import tilewright.kernel.text.KernelText;
import tilewright.model.DataType;
import tilewright.model.LoopNest;
import tilewright.model.NestPrinter;
import tilewright.parse.NestParser;
import tilewright.parse.ScheduleParser;
import tilewright.parse.c.CParser;
import tilewright.parse.c.unit.COptions;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.report.Report;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.text.PlanReader;
import tilewright.tiling.text.PlanText;
import tilewright.tune.stored.StoredSweep;

/**
 * Something that reads what a user wrote or kept.
 *
 * @param share of all inputs, in thousandths
 */
record FuzzReader(String name, int share, FuzzMutator mutator, Action action) {
    /** Reads one input; what the user did wrong is a {@link tilewright.model.UserError}. */
    interface Action {
        void read(byte[] input) throws IOException;
    }

    private static final Path STAGES = Path.of("src/test/resources/stages");
    private static final Path STORED = Path.of("reports/polybench/lu/nvidia-h200");

    private static final List<String> NEST = List.of(
            "do ",
            "enddo\n",
            "if (",
            "then",
            "else",
            "endif\n",
            "param ",
            "real ",
            "integer ",
            "integer*1 ",
            "logical ",
            "init ",
            "assume ",
            "min(",
            "max(",
            "mod(",
            "merge(",
            "rnd()",
            "sqrt(",
            "**",
            ".and.",
            ".or.",
            ".not.",
            "repeat\n",
            "until ",
            "unchanged(",
            "infinity",
            "graph ",
            "permutation(",
            "1.5",
            "1d0",
            "== ",
            "/=",
            "+=",
            "i",
            "j",
            "k");
    private static final List<String> C = List.of(
            "for (",
            "if (",
            "else ",
            "while (",
            "#pragma scop\n",
            "#pragma endscop\n",
            "#pragma tilewright ",
            "#define ",
            "#include ",
            "int ",
            "double ",
            "float ",
            "static ",
            "struct ",
            "typedef ",
            "return ",
            "++",
            "&&",
            "||",
            "->",
            "sqrt(",
            "//",
            "/*",
            "*/",
            "1.5f",
            "0x7f",
            "'a'",
            "i",
            "j",
            "k");
    private static final List<String> STAGE = List.of(
            "program ",
            "plan ",
            "block ",
            "thread ",
            "launch ",
            "piece ",
            "shared ",
            "function ",
            "for ",
            "if ",
            "barrier",
            "f32",
            "i32",
            "read ",
            "write ",
            "\"",
            "`",
            "S1",
            "r1",
            "..",
            "->",
            "<=",
            "and ",
            "or ",
            "mod ",
            "floor(");
    private static final List<String> ORDER =
            List.of("S1", "S2", "[i, j]", "->", "{", "}", ";", "floor(", "mod ", "and ", "exists ");
    private static final List<String> JSON =
            List.of("\"NaN\"", "[]", "{}", "\"\"", "[1,2]", "\"../../x\"", "false", "\"n\":", "[[[[", "1e999");
    private static final List<String> ARRAY = List.of(
            "%%MatrixMarket matrix ",
            "coordinate ",
            "array ",
            "pattern ",
            "symmetric",
            "complex",
            "p sp 3 2\n",
            "a 1 2 3\n",
            "c ",
            "'<f4'",
            "'>i8'",
            "'|b1'",
            "(3,)",
            "(2, 3)",
            "True",
            "False");
    private static final List<String> OPTION = List.of(
            "rmat:",
            "scale=",
            "degree=",
            "symmetric",
            "dedupe",
            "weights=1..255",
            "grid:",
            "rows=",
            "64x64x64/1x8x8",
            "k-tile ",
            "stages ",
            "panel ",
            "by planes",
            "chunk ",
            "buffers ",
            "step ",
            "n=",
            "k",
            "M",
            ",",
            "=");

    /**
     * All readers there are.
     *
     * @param folder for inputs that are read from files
     */
    static List<FuzzReader> all(Path folder) throws IOException {
        List<FuzzReader> readers = new ArrayList<>();
        readers.add(text("nests", 250, NEST, files(Path.of("loopnests"), ".nest"), FuzzReader::nest));
        readers.add(text("c", 120, C, files(Path.of("loopnests"), ".c"), FuzzReader::c));
        readers.add(text("orders", 60, ORDER, orders(), text -> ScheduleParser.parse("x", text)));
        readers.add(text("kernels", 90, STAGE, files(STAGES, "kernel.txt"), FuzzReader::kernel));
        for (String stage : List.of("lu", "matmul", "jacobi-1d", "guarded-sweep")) {
            LoopNest nest = NestParser.parse(STAGES.resolve(stage).resolve("model.txt"));
            List<byte[]> seed = List.of(Files.readAllBytes(STAGES.resolve(stage).resolve("plan.txt")));
            readers.add(text("plans of " + stage, 20, STAGE, seed, text -> plan(text, nest)));
        }
        for (String graph : List.of("a.mtx", "a.gr", "a.wel", "a.graph", "a.mtx.tilewright")) {
            readers.add(graph(graph, folder));
        }
        for (String array : List.of("a.npy", "a.mtx", "a.csv", "a.raw")) {
            readers.add(array(array, folder));
        }
        for (String stored : List.of("measurements.jsonl", "summary.json", "analysis.json", "ranking.json")) {
            readers.add(stored(stored, folder));
        }
        readers.add(device(folder));
        readers.add(text("options", 100, OPTION, options(), FuzzReader::options));
        return readers;
    }

    private static FuzzReader text(String name, int share, List<String> words, List<byte[]> seeds, Text action) {
        return new FuzzReader(
                name,
                share,
                new FuzzMutator(seeds, words),
                input -> action.read(new String(input, StandardCharsets.UTF_8)));
    }

    /** Reads text. */
    private interface Text {
        void read(String text) throws IOException;
    }

    private static void nest(String text) {
        LoopNest nest = NestParser.parse("x.nest", text);
        String printed = NestPrinter.print(nest);
        same(printed, NestPrinter.print(NestParser.parse("x.nest", printed)));
    }

    private static void c(String text) {
        String printed =
                NestPrinter.print(CParser.parse("x.c", text, COptions.NONE).nest());
        same(printed, NestPrinter.print(NestParser.parse("x.nest", printed)));
    }

    private static void kernel(String text) {
        Program program = KernelReader.parse("x", text);
        String printed = KernelText.print(program);
        same(printed, KernelText.print(KernelReader.parse("x", printed)));
    }

    private static void plan(String text, LoopNest nest) {
        Plan plan = PlanReader.parse("x", text, nest);
        String printed = PlanText.print(plan);
        same(printed, PlanText.print(PlanReader.parse("x", printed, nest)));
    }

    private static void same(String printed, String again) {
        if (!printed.equals(again)) {
            throw new IllegalStateException("read again it is another one:\n" + printed + "\n" + again);
        }
    }

    private static void options(String text) {
        switch (text.length() % 4) {
            case 0 -> CandidateText.parse(text);
            case 1 -> Sizes.parameters(List.of(text));
            case 2 -> Sizes.list("--block", text);
            default -> GraphSpec.parse(text);
        }
    }

    private static FuzzReader graph(String name, Path folder) throws IOException {
        Path file = folder.resolve(name);
        boolean cache = name.endsWith(".tilewright");
        String seed = switch (name) {
            case "a.gr" -> "c comment\np sp 4 3\na 1 2 7\na 2 3 1\na 4 1 255\n";
            case "a.wel" -> "# comment\n0 1 7\n1 2 1.5\n3 0 2\n";
            case "a.graph" -> "% comment\n4 3 1\n2 7\n1 7 3 1\n2 1 4 9\n3 9\n";
            default -> "%%MatrixMarket matrix coordinate real general\n% comment\n4 4 3\n1 2 7\n2 3 1\n4 1 2.5\n";
        };
        List<byte[]> seeds = List.of(seed.getBytes(StandardCharsets.UTF_8));
        if (cache) {
            Path plain = folder.resolve(name.substring(0, name.length() - ".tilewright".length()));
            Files.write(plain, seeds.getFirst());
            RowsBuilder.build(
                    GraphSpec.parse(plain.toString()).source(false),
                    GraphSpec.parse(plain.toString()).preprocessing());
            seeds = List.of(Files.readAllBytes(file));
            return new FuzzReader("graphs in " + name, 30, new FuzzMutator(seeds, ARRAY), input -> {
                Files.write(file, input);
                build(plain);
            });
        }
        return new FuzzReader("graphs in " + name, 30, new FuzzMutator(seeds, ARRAY), input -> {
            Files.write(file, input);
            Files.deleteIfExists(file.resolveSibling(name + ".tilewright"));
            build(file);
        });
    }

    private static void build(Path file) {
        GraphSpec spec = GraphSpec.parse(file.toString());
        RowsBuilder.build(spec.source(false), spec.preprocessing());
    }

    private static FuzzReader array(String name, Path folder) {
        Path file = folder.resolve("array-" + name);
        String header = "{'descr': '<i4', 'fortran_order': False, 'shape': (2, 3), }";
        String seed = switch (name) {
            case "a.npy" -> "\u0093NUMPY\1\0v\0" + header + " ".repeat(117 - header.length()) + "\n" + "1234".repeat(6);
            case "a.mtx" -> "%%MatrixMarket matrix array real general\n2 3\n1\n2\n3.5\n4\n5\n6\n";
            case "a.csv" -> "1,2,3\n4,5,6e-1\n";
            default -> "1234".repeat(6);
        };
        List<byte[]> seeds = List.of(seed.getBytes(StandardCharsets.ISO_8859_1));
        return new FuzzReader("arrays in " + name, 25, new FuzzMutator(seeds, ARRAY), input -> {
            Files.write(file, input);
            ArrayFile.read(file, DataType.values()[input.length % DataType.values().length], 2);
        });
    }

    private static FuzzReader stored(String name, Path folder) throws IOException {
        Path copy = Files.createDirectory(folder.resolve("stored-" + name));
        try (Stream<Path> files = Files.list(STORED)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, copy.resolve(String.valueOf(file.getFileName())));
            }
        }
        Path file = copy.resolve(name);
        List<byte[]> seeds = List.of(Files.readAllBytes(file));
        return new FuzzReader("stored " + name, 25, new FuzzMutator(seeds, JSON), input -> {
            Files.write(file, input);
            if (name.endsWith(".jsonl") && input.length % 2 == 0) {
                StoredSweep.read(copy);
            } else {
                Report.run(List.of(copy));
            }
        });
    }

    private static FuzzReader device(Path folder) {
        Path file = folder.resolve("device.json");
        byte[] seed = DeviceCatalog.write(DeviceCatalog.referenceGpu()).getBytes(StandardCharsets.UTF_8);
        return new FuzzReader("devices", 30, new FuzzMutator(List.of(seed), JSON), input -> {
            Files.write(file, input);
            DeviceCatalog.find(file.toString());
        });
    }

    private static List<byte[]> files(Path folder, String ending) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            List<byte[]> all = new ArrayList<>();
            for (Path file : files.filter(each -> each.toString().endsWith(ending))
                    .sorted()
                    .toList()) {
                all.add(Files.readAllBytes(file));
            }
            return all;
        }
    }

    private static List<byte[]> orders() {
        return Stream.of(
                        "{ S1[i,j] -> [j,i] }",
                        "[n] -> { S1[k, i] -> [k, 0, i, 0]; S2[k, i, j] -> [k, 1, i, floor((j + 1)/2)] } # comment",
                        "{ S1[t, i] -> [t, t + i, (t mod 2) * -3]\n}")
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .toList();
    }

    private static List<byte[]> options() {
        return Stream.of(
                        "64x128x128/1x8x8 chunk 16, buffers 2, step 64",
                        "4x48x48/1x1x4 k-tile 1, stages 1, by planes",
                        "n=4096",
                        "8,8,8",
                        "rmat:scale=10,degree=16,seed=1,symmetric,dedupe,noloops,weights=1..255",
                        "grid:rows=3,columns=4",
                        "a file:symmetric")
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .toList();
    }
}
