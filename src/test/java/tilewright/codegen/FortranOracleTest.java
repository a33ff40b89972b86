package tilewright.codegen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tilewright.codegen.ir.ArrayLayout;
import tilewright.codegen.ir.KernelProgram;
import tilewright.codegen.print.SequentialFile;
import tilewright.dependence.DependenceAnalysis;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.model.ArrayData;
import tilewright.model.Data;
import tilewright.model.DataInitializer;
import tilewright.model.DataType;
import tilewright.model.LoopNest;
import tilewright.parse.fortran.FortranOptions;
import tilewright.parse.fortran.FortranParser;
import tilewright.tiling.Tiler;
import tilewright.tiling.check.PlanCheck;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.Verdict;

/**
 * Fortran as gfortran compiles it, the nest that is read from it as sequential C, and its tiled C programs give the same bits. Every file
 * holds one subroutine whose arguments are all that its scop uses.
 */
class FortranOracleTest {
    private static final Pattern SUBROUTINE = Pattern.compile("(?im)^ *subroutine +(\\w+) *\\(([^)]*)\\)");
    private static final Pattern MODULE = Pattern.compile("(?im)^ *module +(\\w+)(?s:.*?)\\bcontains\\b");
    private static final List<Long> SIZES = List.of(3L, 4L, 7L, 12L, 18L);
    private static final long SEED = 11;

    @TempDir
    Path folder;

    /** A file, its nest, the functions compiled from it, and the order of its arguments. */
    private record Subject(
            Path file, LoopNest nest, String symbol, List<String> arguments, String sequential, List<Tiled> tiled) {
        List<String> parameters() {
            return nest.parameters();
        }
    }

    private record Tiled(String function, String name, KernelProgram program) {}

    private static List<Path> files() throws IOException {
        List<Path> files = new ArrayList<>();
        for (String directory : List.of("src/test/resources/fortran", "loopnests/fortran")) {
            try (Stream<Path> all = Files.list(Path.of(directory))) {
                all.filter(f -> FortranParser.reads(f.toString())).sorted().forEach(files::add);
            }
        }
        return files;
    }

    @Test
    void compilersAgreeBitByBit() throws Throwable {
        Gfortran.assumeInstalled();
        List<Path> sources = new ArrayList<>();
        List<Subject> subjects = new ArrayList<>();
        List<Path> files = files();
        for (Path file : files) {
            subjects.add(subject(file, "f" + subjects.size(), sources));
        }
        HostCode.Library c = HostCode.library(folder, "programs", sources, "-O1");
        SymbolLookup fortran = fortran(files);
        for (Subject subject : subjects) {
            for (long size : SIZES) {
                compare(subject, sizes(subject.nest, size), c, fortran);
            }
        }
    }

    private Subject subject(Path file, String prefix, List<Path> sources) throws IOException {
        LoopNest nest = FortranParser.parse(file, FortranOptions.NONE).nest();
        String text = Files.readString(file);
        Matcher subroutine = SUBROUTINE.matcher(text);
        assertTrue(subroutine.find(), file.toString());
        String name = subroutine.group(1).toLowerCase(Locale.ROOT);
        Matcher module = MODULE.matcher(text);
        String symbol = module.find() ? "__" + module.group(1).toLowerCase(Locale.ROOT) + "_MOD_" + name : name + "_";
        List<String> arguments = List.of(subroutine
                .group(2)
                .replace("&", "")
                .toLowerCase(Locale.ROOT)
                .strip()
                .split("\\s*,\\s*"));
        String sequential = prefix + "_sequential";
        sources.add(write(sequential, SequentialFile.print(Templates.packed(), nest, sequential)));
        return new Subject(file, nest, symbol, arguments, sequential, tiled(nest, prefix, sources));
    }

    /** The first legal candidate of each family of plans. */
    private List<Tiled> tiled(LoopNest nest, String prefix, List<Path> sources) throws IOException {
        List<Tiled> programs = new ArrayList<>();
        try (Context context = new Context()) {
            Dependences dependences = DependenceAnalysis.analyze(context, nest);
            Tiler tiler = new Tiler(dependences);
            RandomCandidates candidates = new RandomCandidates(new java.util.Random(SEED));
            for (var family : tiler.families()) {
                if (tiler.plan(candidates.of(family)) instanceof Verdict.Legal legal) {
                    Plan plan = legal.plan();
                    new PlanCheck(dependences).require(plan);
                    KernelProgram program = Lowering.lower(plan);
                    String function = prefix + "_tiled" + programs.size();
                    sources.add(write(function, new CPrinter(Templates.packed()).print(program, function)));
                    programs.add(new Tiled(function, family.name() + " " + plan.candidate(), program));
                }
            }
        }
        assertTrue(!programs.isEmpty(), nest.name());
        return programs;
    }

    private Path write(String name, String source) throws IOException {
        return Files.writeString(folder.resolve(name + ".c"), source);
    }

    private SymbolLookup fortran(List<Path> files) throws Exception {
        Path library = folder.resolve("fortran.so");
        List<String> command = new ArrayList<>(List.of(
                "gfortran",
                "-O1",
                "-std=legacy",
                "-ffp-contract=off",
                "-fPIC",
                "-shared",
                "-J",
                folder.toString(),
                "-o",
                library.toString()));
        files.forEach(f -> command.add(f.toString()));
        HostCode.run(command);
        return SymbolLookup.libraryLookup(library, Arena.global());
    }

    private static Map<String, Long> sizes(LoopNest nest, long size) {
        Map<String, Long> sizes = new LinkedHashMap<>();
        nest.parameters().forEach(p -> sizes.put(p, size + sizes.size()));
        return sizes;
    }

    private static void compare(Subject subject, Map<String, Long> sizes, HostCode.Library c, SymbolLookup fortran)
            throws Throwable {
        try (Arena arena = Arena.ofConfined()) {
            Data data = DataInitializer.fill(subject.nest, sizes, SEED);
            Map<String, MemorySegment> plain = new LinkedHashMap<>();
            subject.nest.passed().forEach(a -> plain.put(a.name(), plain(arena, data.array(a.name()))));
            callFortran(arena, subject, sizes, plain, fortran);
            List<ArrayLayout> layouts =
                    subject.nest.passed().stream().map(ArrayLayout::of).toList();
            List<Integer> values = subject.parameters().stream()
                    .map(p -> sizes.get(p).intValue())
                    .toList();
            List<MemorySegment> padded = padded(arena, layouts, sizes, data);
            c.function(subject.sequential, layouts.size(), values.size()).call(padded, values);
            check(subject, "sequential", sizes, layouts, padded, plain, data);
            for (Tiled tiled : subject.tiled) {
                List<ArrayLayout> own = tiled.program.arrays();
                List<MemorySegment> memories = padded(arena, own, sizes, data);
                c.function(tiled.function, own.size(), values.size()).call(memories, values);
                check(subject, tiled.name, sizes, own, memories, plain, data);
            }
        }
    }

    private static void callFortran(
            Arena arena,
            Subject subject,
            Map<String, Long> sizes,
            Map<String, MemorySegment> plain,
            SymbolLookup fortran)
            throws Throwable {
        List<Object> arguments = new ArrayList<>();
        for (String argument : subject.arguments) {
            MemorySegment memory = plain.get(argument);
            if (memory == null) {
                memory = arena.allocate(ValueLayout.JAVA_INT);
                memory.set(ValueLayout.JAVA_INT, 0, sizes.get(argument).intValue());
            }
            arguments.add(memory);
        }
        MemoryLayout[] layouts =
                Collections.nCopies(arguments.size(), ValueLayout.ADDRESS).toArray(MemoryLayout[]::new);
        Linker.nativeLinker()
                .downcallHandle(fortran.find(subject.symbol).orElseThrow(), FunctionDescriptor.ofVoid(layouts))
                .invokeWithArguments(arguments);
    }

    /** The elements side by side, as Fortran has them. */
    private static MemorySegment plain(Arena arena, ArrayData values) {
        MemorySegment memory = arena.allocate(8L * values.size() + 8);
        for (int e = 0; e < values.size(); e++) {
            set(memory, values, e, values.valueAt(e));
        }
        return memory;
    }

    private static void set(MemorySegment memory, ArrayData values, long position, double value) {
        DataType type = values.declaration().type();
        switch (type) {
            case REAL -> memory.setAtIndex(ValueLayout.JAVA_FLOAT, position, (float) value);
            case DOUBLE -> memory.setAtIndex(ValueLayout.JAVA_DOUBLE, position, value);
            default -> {
                switch (type.bytes()) {
                    case 1 -> memory.set(ValueLayout.JAVA_BYTE, position, (byte) (int) value);
                    case 2 -> memory.setAtIndex(ValueLayout.JAVA_SHORT, position, (short) value);
                    case 4 -> memory.setAtIndex(ValueLayout.JAVA_INT, position, (int) value);
                    default -> memory.setAtIndex(ValueLayout.JAVA_LONG, position, (long) value);
                }
            }
        }
    }

    private static long bits(MemorySegment memory, ArrayData values, long position) {
        return switch (values.declaration().type().bytes()) {
            case 1 -> memory.get(ValueLayout.JAVA_BYTE, position);
            case 2 -> memory.getAtIndex(ValueLayout.JAVA_SHORT, position);
            case 4 -> memory.getAtIndex(ValueLayout.JAVA_INT, position);
            default -> memory.getAtIndex(ValueLayout.JAVA_LONG, position);
        };
    }

    private static List<MemorySegment> padded(
            Arena arena, List<ArrayLayout> layouts, Map<String, Long> sizes, Data data) {
        return layouts.stream()
                .map(layout -> {
                    ArrayData values = data.array(layout.name());
                    MemorySegment memory = arena.allocate(layout.bytes(sizes::get) + 8, ArrayLayout.BASE_ALIGNMENT);
                    for (int e = 0; e < values.size(); e++) {
                        set(memory, values, position(layout, sizes, e), values.valueAt(e));
                    }
                    return memory;
                })
                .toList();
    }

    private static long position(ArrayLayout layout, Map<String, Long> sizes, int element) {
        if (layout.dimensions() == 0) {
            return 0;
        }
        long columns = layout.bounds().getLast().extent().evaluate(sizes::get);
        return element / columns * layout.pitch().evaluate(sizes::get) + element % columns;
    }

    private static void check(
            Subject subject,
            String what,
            Map<String, Long> sizes,
            List<ArrayLayout> layouts,
            List<MemorySegment> padded,
            Map<String, MemorySegment> plain,
            Data data) {
        for (int a = 0; a < layouts.size(); a++) {
            ArrayLayout layout = layouts.get(a);
            ArrayData values = data.array(layout.name());
            MemorySegment expected = plain.get(layout.name());
            for (int e = 0; subject.arguments.contains(layout.name()) && e < values.size(); e++) {
                int element = e;
                assertEquals(
                        bits(expected, values, e),
                        bits(padded.get(a), values, position(layout, sizes, e)),
                        () -> subject.file + " " + what + " " + sizes + ": " + values.element(values.index(element)));
            }
        }
    }
}
