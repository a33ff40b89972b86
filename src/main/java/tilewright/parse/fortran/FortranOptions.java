package tilewright.parse.fortran;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a Fortran file is read.
 *
 * @param includes directories in which included files are looked for, after the directory of the including file
 * @param constants integer constants that no declaration of the file has, by name in lower case, such as kinds of a module elsewhere
 * @param scop which of several scops: its number from 1, or the program unit around it; null where there is only one
 * @param dataset the dataset whose sizes are wanted, e.g. {@code LARGE}
 * @param sizes values that the user gives parameters, by name: those on which steps of loops depend are taken from here
 */
public record FortranOptions(
        List<Path> includes,
        Map<String, Long> constants,
        @Nullable String scop,
        @Nullable String dataset,
        Map<String, Long> sizes) {
    /** No directories, no constants, the only scop. */
    public static final FortranOptions NONE = new FortranOptions(List.of(), Map.of(), null, null, Map.of());

    public FortranOptions {
        includes = List.copyOf(includes);
        constants = Map.copyOf(constants);
        sizes = Map.copyOf(sizes);
    }

    /** The same without sizes. */
    public FortranOptions(
            List<Path> includes, Map<String, Long> constants, @Nullable String scop, @Nullable String dataset) {
        this(includes, constants, scop, dataset, Map.of());
    }
}
