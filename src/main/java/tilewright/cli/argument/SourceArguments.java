package tilewright.cli.argument;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tilewright.model.LoopNest;
import tilewright.model.UserError;
import tilewright.parse.c.CParser;
import tilewright.parse.c.data.DataNote;
import tilewright.parse.c.unit.COptions;

/** How input files are read, and at which sizes: shared by all commands that take a nest. */
public final class SourceArguments {
    /** A name, of a function with its parameters. */
    private static final Pattern MACRO = Pattern.compile("[A-Za-z_]\\w*(\\([^()]*\\))?");

    private static final Pattern NAME = Pattern.compile("[A-Za-z_]\\w*");

    @Spec(Spec.Target.MIXEE)
    CommandSpec mixee;

    @Option(
            names = "--set",
            split = ",",
            paramLabel = "NAME=VALUE",
            description = "Values of the nest's parameters, e.g. --set n=4096,m=512.")
    List<String> assignments = List.of();

    @Option(
            names = "--dataset",
            paramLabel = "NAME",
            description = "C, Fortran: the sizes of a dataset of the file, e.g. LARGE; --set overrides single ones.")
    @Nullable
    String dataset;

    @Option(names = "-I", paramLabel = "DIR", description = "C, Fortran: where included files are looked for.")
    public List<Path> includes = List.of();

    @Option(
            names = "--with",
            paramLabel = "FILE",
            description = "C: another file, whose functions the scop calls; may be repeated.")
    public List<Path> others = List.of();

    @Option(names = "-D", paramLabel = "NAME[=VALUE]", description = "C: a macro; Fortran: an integer constant.")
    public List<String> macros = List.of();

    @Option(
            names = "--redefine",
            split = ",",
            paramLabel = "NAME=VALUE",
            description = "C: values of macros in place of those that #define lines of the file give them, e.g. N=200.")
    public List<String> redefinitions = List.of();

    @Option(
            names = "--scop",
            paramLabel = "N|FUNCTION",
            description = "C, Fortran: which scop of the file, by number from 1 or by function.")
    @Nullable
    String scop;

    /**
     * A nest and the sizes that the user gave for it.
     *
     * @param data which initial data are the file's own, and which are not, for commands that run the nest on them
     * @param text of a file in the tool's own notation
     */
    public record Source(
            LoopNest nest,
            SequencedMap<String, Long> sizes,
            List<String> notes,
            List<DataNote> data,
            @Nullable String text) {}

    /** Reads one file, and tells the user what was added to it. */
    public Source read(Path file) {
        Source read = read(file, scop);
        read.notes.forEach(mixee.commandLine().getErr()::println);
        return read;
    }

    /** A nest that has been read, and the sizes that the user gave for it. */
    Source of(LoopNest nest) {
        SequencedMap<String, Long> given = Sizes.parameters(assignments);
        Sizes.requireNoNegativeSize(nest, given, Map.of());
        return new Source(nest, given, List.of(), List.of(), null);
    }

    /** Reads one scop of a C or Fortran file. */
    public Source read(Path file, @Nullable String wanted) {
        return read(file, wanted, Map.of());
    }

    /**
     * The same with other sizes than the file's.
     *
     * @param smaller values of macros, beside those that the user redefines
     */
    public Source read(Path file, @Nullable String wanted, Map<String, Long> smaller) {
        SequencedMap<String, Long> given = Sizes.parameters(assignments);
        SourceFile.Parsed parsed =
                SourceFile.parse(file, options(wanted, smaller).at(given));
        given.keySet()
                .removeIf(name -> parsed.fixed().keySet().stream().anyMatch(name::equalsIgnoreCase)
                        && !parsed.nest().parameters().contains(name));
        Sizes.requireNoNegativeSize(parsed.nest(), given, parsed.renamed());
        SequencedMap<String, Long> sizes = new LinkedHashMap<>(parsed.sizes());
        given.forEach((name, value) -> sizes.put(parsed.renamed().getOrDefault(name, name), value));
        return new Source(parsed.nest(), sizes, parsed.notes(), parsed.data(), parsed.text());
    }

    /** The scops of a file that were asked for, by number; all of them where none was. */
    public List<String> scops(Path file) {
        return SourceFile.scops(file, options(scop, Map.of()));
    }

    /** Macros of a C file that give sizes and that the user does not redefine. */
    public SequencedMap<String, Long> integerMacros(Path file) {
        COptions options = options(scop, Map.of());
        SequencedMap<String, Long> macros = CParser.integerMacros(file, options);
        macros.keySet().removeAll(options.redefined().keySet());
        return macros;
    }

    private static SequencedMap<String, String> definitions(String option, List<String> given, Pattern name) {
        SequencedMap<String, String> defined = new LinkedHashMap<>();
        for (String macro : given) {
            String[] sides = macro.split("=", 2);
            if (!name.matcher(sides[0].strip()).matches()) {
                throw UserError.badInput(
                        option + " " + macro + ": expected NAME or NAME=VALUE, e.g. " + option + " N=100");
            }
            defined.put(sides[0].strip(), sides.length > 1 ? sides[1] : "1");
        }
        return defined;
    }

    private COptions options(@Nullable String wanted, Map<String, Long> smaller) {
        includes.stream()
                .filter(folder -> !Files.isDirectory(folder))
                .findFirst()
                .ifPresent(folder -> {
                    throw UserError.badInput("-I " + folder + ": no such folder; check the path");
                });
        SequencedMap<String, String> redefined = definitions("--redefine", redefinitions, NAME);
        smaller.forEach((name, value) -> redefined.put(name, Long.toString(value)));
        return new COptions(
                includes,
                others,
                definitions("-D", macros, MACRO),
                redefined,
                wanted,
                dataset == null ? null : dataset.toUpperCase(Locale.ROOT));
    }
}
