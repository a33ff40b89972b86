package tilewright.cli.argument;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tilewright.model.LoopNest;
import tilewright.model.UserError;
import tilewright.parse.NestParser;
import tilewright.parse.c.CParser;
import tilewright.parse.c.data.DataNote;
import tilewright.parse.c.unit.COptions;
import tilewright.parse.fortran.FortranOptions;
import tilewright.parse.fortran.FortranParser;

/** Files that nests are read from: which language a file is written in, and what the parser of that language finds in it. */
public final class SourceFile {
    private static final Pattern OTHER_LANGUAGE =
            Pattern.compile("\\.(cpp|cc|cxx|c\\+\\+|hpp|hh|h|cu|cuh|py)$", Pattern.CASE_INSENSITIVE);

    private SourceFile() {}

    /**
     * What a file holds.
     *
     * @param sizes values that the file itself has for the nest's parameters
     * @param renamed parameters of other names in the file, from those
     * @param notes what the parser added to it, a line for each
     * @param data which initial data are the file's own, and which are not
     * @param fixed parameters of the file for whose values the nest is made: it has no such parameters
     * @param text of a file in the tool's own notation, which may be read once only, as standard input
     */
    public record Parsed(
            LoopNest nest,
            SequencedMap<String, Long> sizes,
            Map<String, String> renamed,
            List<String> notes,
            List<DataNote> data,
            SequencedMap<String, Long> fixed,
            @Nullable String text) {}

    /** Text -> nest. */
    public static Parsed parse(Path file, COptions options) {
        if (isC(file)) {
            CParser.CProgram program = CParser.parse(file, options);
            return new Parsed(
                    program.nest(),
                    program.sizes(),
                    program.renamed(),
                    program.notes(),
                    program.data(),
                    program.fixed(),
                    null);
        }
        if (FortranParser.reads(file.toString())) {
            FortranParser.FortranProgram program = FortranParser.parse(file, fortran(options));
            return new Parsed(
                    program.nest(), program.sizes(), Map.of(), program.notes(), List.of(), program.fixed(), null);
        }
        if (OTHER_LANGUAGE.matcher(file.toString()).find()) {
            throw UserError.badInput(
                    file + ": error: neither a .nest nor a C or Fortran file; C++ and CUDA are not read: write the"
                            + " loops as C in a file that ends in .c (docs/c.md), or as a .nest (docs/notation.md)");
        }
        if (!options.at(new LinkedHashMap<>()).equals(COptions.NONE)) {
            throw UserError.badInput("-I, -D, --with, --redefine, --scop and --dataset are for C and Fortran files; "
                    + file + " is none");
        }
        String text = NestParser.read(file);
        return new Parsed(
                NestParser.parse(file.toString(), text),
                new LinkedHashMap<>(),
                Map.of(),
                List.of(),
                List.of(),
                new LinkedHashMap<>(),
                text);
    }

    /** Text of C or Fortran -> the numbers of its scops. */
    static List<String> scops(Path file, COptions options) {
        return isC(file) ? CParser.scops(file, options) : FortranParser.scops(file, fortran(options));
    }

    /** Whether a file holds C. */
    public static boolean isC(Path file) {
        return file.toString().endsWith(".c");
    }

    /** Whether a file may have scops: nests among other text. */
    public static boolean holdsScops(Path file) {
        return isC(file) || FortranParser.reads(file.toString());
    }

    /** The same options for Fortran, where a macro is an integer constant. */
    private static FortranOptions fortran(COptions options) {
        if (!options.redefined().isEmpty()) {
            throw UserError.badInput("--redefine is for macros of C files; Fortran files have none");
        }
        Map<String, Long> constants = new LinkedHashMap<>();
        options.macros().forEach((name, value) -> {
            if (!value.matches("-?\\d{1,18}")) {
                throw UserError.badInput(
                        "-D " + name + "=" + value + ": for Fortran this gives an integer constant that the"
                                + " file does not declare, e.g. -D dp=8");
            }
            constants.put(name.toLowerCase(Locale.ROOT), Long.valueOf(value));
        });
        return new FortranOptions(options.includes(), constants, options.scop(), options.dataset(), options.sizes());
    }
}
