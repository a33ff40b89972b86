package tilewright.cli.argument;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tilewright.cli.output.OutputFile;
import tilewright.graph.ArrayFile;
import tilewright.graph.GraphBinding;
import tilewright.graph.GraphSpec;
import tilewright.graph.Inspectors;
import tilewright.graph.MemoryNeed;
import tilewright.graph.SizeEquations;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Data;
import tilewright.model.DataInitializer;
import tilewright.model.Initializer;
import tilewright.model.LoopNest;
import tilewright.model.UserError;

/** A user's own data: graphs and arrays in files, and where results go. */
public final class DataArguments {
    @Option(
            names = "--graph",
            paramLabel = "SPEC",
            description =
                    "The graph of a nest with a graph line: rmat:scale=20,degree=16,seed=1, kronecker:.., uniform:..,"
                            + " grid:rows=..,columns=.., path:n=.., star:n=.., complete:n=.., or FILE[:options] (.mtx,"
                            + " .gr, .el, .wel, .txt, .graph). Options: symmetric, dedupe, noloops, drop-isolated,"
                            + " weights=real|1..255.")
    @Nullable
    public String graph;

    @Option(
            names = "--data",
            paramLabel = "ARRAY=PATH",
            description =
                    "Initial contents of an array (.npy, .mtx, .txt, .csv, .raw); repeatable. Others as 'init' says.")
    List<String> data = new ArrayList<>();

    @Option(
            names = "--write",
            paramLabel = "ARRAY=PATH",
            description = "Write an array after the run (.npy, .mtx, .txt, .csv, .raw); repeatable.")
    List<String> write = new ArrayList<>();

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Of random numbers in 'init' (default: ${DEFAULT-VALUE}).")
    long seed = 1;

    /**
     * What a run starts from.
     *
     * @param report what was generated, read and changed
     * @param symmetric whether the graph has every arc in both directions, by the way it was made
     * @param nominal arcs of the graph before loops and duplicates were dropped; 0 without a graph
     */
    public record Input(Map<String, Long> sizes, Data data, List<String> report, boolean symmetric, long nominal) {}

    /**
     * Reads and makes all data, and checks what the nest assumes of them.
     *
     * @throws UserError where something is missing, damaged, too large, or violates an assumption
     */
    public Input input(LoopNest nest, Map<String, Long> given) {
        Inputs.refuseUnknown(nest, given);
        outputs(nest);
        Map<String, Long> sizes = new LinkedHashMap<>(given);
        Map<String, Object> arrays = new HashMap<>();
        List<String> report = new ArrayList<>();
        boolean symmetric = false;
        long nominal = 0;
        if (graph != null) {
            GraphBinding.Bound bound = GraphBinding.bind(nest, GraphSpec.parse(graph), sizes);
            sizes.putAll(bound.sizes());
            arrays.putAll(bound.arrays());
            report.addAll(bound.report());
            symmetric = bound.symmetric();
            nominal = bound.nominal();
        } else if (nest.indexFacts().graph() != null && data.isEmpty()) {
            throw UserError.badInput(nest.indexFacts().graph().position() + ": error: this nest needs a graph; add e.g."
                    + " --graph rmat:scale=16,degree=16 or --graph FILE, or its arrays by --data");
        }
        for (String assignment : data) {
            read(nest, assignment, sizes, arrays);
        }
        Inputs.requireValues(nest, sizes);
        requireStart(nest, sizes);
        MemoryNeed need = new MemoryNeed();
        for (ArrayDeclaration array : nest.arrays()) {
            if (!arrays.containsKey(array.name())) {
                long elements = array.bounds().stream()
                        .mapToLong(b -> Math.max(0, b.extent().evaluate(sizes::get)))
                        .reduce(1, Math::multiplyExact);
                need.with(
                        array.name(), Math.multiplyExact(elements, array.type().bytes()));
            }
        }
        need.require(nest.name());
        Data filled = DataInitializer.fill(nest, sizes, seed, arrays);
        Inspectors.check(nest, sizes, filled, "the data");
        return new Input(sizes, filled, report, symmetric, nominal);
    }

    /** The arrays whose data the user gives. */
    public Set<String> replaced(LoopNest nest) {
        return data.stream().map(a -> array(nest, "--data", a).name()).collect(Collectors.toSet());
    }

    /** A graph is walked from somewhere: from a vertex that is none nothing is reached, and that would be the result. */
    private static void requireStart(LoopNest nest, Map<String, Long> sizes) {
        for (Initializer init : nest.initializers()) {
            Initializer.Start start = nest.indexFacts().graph() == null ? null : init.start(nest.parameters());
            if (start != null) {
                ArrayDeclaration.Bounds bounds =
                        nest.array(init.array()).bounds().get(start.dimension());
                long first = bounds.lower().evaluate(sizes::get);
                long count = bounds.extent().evaluate(sizes::get);
                long value = Objects.requireNonNull(sizes.get(start.parameter()));
                if (count <= 0) {
                    throw UserError.badInput(nest.name() + ": the graph has no vertex, so that none can be the start ("
                            + init.position() + ")");
                }
                if (value < first || value >= first + count) {
                    throw UserError.badInput("--set " + start.parameter() + "=" + value + ": '" + init.array()
                            + "' has the indices " + first + " to " + (first + count - 1)
                            + ", so that no vertex would be the start (" + init.position() + ")");
                }
            }
        }
    }

    private static void read(LoopNest nest, String assignment, Map<String, Long> sizes, Map<String, Object> arrays) {
        ArrayDeclaration array = array(nest, "--data", assignment);
        Path file = path(assignment);
        ArrayFile.Contents contents = ArrayFile.read(file, array.type(), array.dimensions());
        long[] shape = contents.shape();
        if (shape != null) {
            if (shape.length != array.dimensions()) {
                throw UserError.badInput(file + ": error: it has " + shape.length + " dimensions, but '" + array.name()
                        + "' is declared with " + array.dimensions() + " (line "
                        + array.position().line() + ")");
            }
            SizeEquations equations = new SizeEquations(sizes, array.position());
            for (int d = 0; d < shape.length; d++) {
                equations.solve(
                        array.bounds().get(d).extent(), shape[d], "extent " + (d + 1) + " of '" + array.name() + "'");
            }
            sizes.putAll(equations.sizes());
        }
        if (arrays.put(array.name(), contents.elements()) != null) {
            throw UserError.badInput("--data " + assignment + ": '" + array.name() + "' is given twice");
        }
    }

    /** Arrays to write and their files; faults are found before anything runs. */
    private Map<String, Path> outputs(LoopNest nest) {
        Map<String, Path> outputs = new LinkedHashMap<>();
        for (String assignment : write) {
            Path file = path(assignment);
            ArrayFile.requireKnown(file);
            OutputFile.require(file);
            if (outputs.containsValue(file)) {
                throw UserError.badInput("--write " + assignment + ": " + file + " is given twice");
            }
            if (isRead(file)) {
                throw UserError.badInput("--write " + assignment + ": " + file
                        + " is read, and what is read is not written over; give another name");
            }
            String name = array(nest, "--write", assignment).name();
            if (outputs.put(name, file) != null) {
                throw UserError.badInput("--write " + assignment + ": '" + name + "' is given twice");
            }
        }
        return outputs;
    }

    /** Whether a file is one of the arrays' or the graph's. */
    private boolean isRead(Path file) {
        List<String> read = new ArrayList<>();
        data.forEach(each -> read.add(path(each).toString()));
        if (graph != null) {
            read.add(graph.contains(":") ? graph.substring(0, graph.indexOf(':')) : graph);
        }
        return read.stream().anyMatch(name -> isSame(Path.of(name), file));
    }

    private static boolean isSame(Path one, Path other) {
        try {
            return Files.exists(one) && Files.exists(other) && Files.isSameFile(one, other);
        } catch (IOException e) {
            return one.toAbsolutePath().equals(other.toAbsolutePath());
        }
    }

    /** Writes what was asked for; the files' names. */
    public List<String> writeResults(LoopNest nest, Data result) {
        List<String> written = new ArrayList<>();
        outputs(nest).forEach((array, file) -> {
            ArrayFile.write(file, result.array(array));
            written.add(array + " to " + file);
        });
        return written;
    }

    private static ArrayDeclaration array(LoopNest nest, String option, String assignment) {
        int equals = assignment.indexOf('=');
        String name = equals < 0 ? assignment : assignment.substring(0, equals).strip();
        if (equals <= 0 || equals == assignment.length() - 1) {
            throw UserError.badInput(option + " " + assignment + ": expected ARRAY=PATH, e.g. " + option + " a=a.npy");
        }
        return nest.arrays().stream()
                .filter(a -> a.name().equals(name))
                .findFirst()
                .orElseThrow(() -> UserError.badInput(option + " " + assignment + ": " + nest.name() + " has no array '"
                        + name + "'; it has "
                        + String.join(
                                ", ",
                                nest.arrays().stream()
                                        .map(ArrayDeclaration::name)
                                        .toList())));
    }

    private static Path path(String assignment) {
        return Path.of(assignment.substring(assignment.indexOf('=') + 1).strip());
    }
}
