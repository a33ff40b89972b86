package tilewright.parse.c.unit;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * How a C file is read.
 *
 * @param includes directories in which included files are looked for, after the directory of the including file
 * @param others files whose functions and variables the scop may use, read behind its own
 * @param macros defined before the first line, by name; a function-like one has its parameters in the name
 * @param redefined values that take the place of those that {@code #define} lines of the file, and of files it includes, give to macros
 * @param scop which of several scops: its number from 1, or the function around it; null where there is only one
 * @param dataset the dataset whose sizes are wanted, e.g. {@code LARGE}: {@code LARGE_DATASET} is defined as PolyBench expects
 * @param sizes values of parameters by their names in the file; the nest is made for those on which steps of loops depend
 */
public record COptions(
        List<Path> includes,
        List<Path> others,
        SequencedMap<String, String> macros,
        SequencedMap<String, String> redefined,
        @Nullable String scop,
        @Nullable String dataset,
        SequencedMap<String, Long> sizes) {
    /** No directories, no macros, the only scop. */
    public static final COptions NONE = new COptions(List.of(), new LinkedHashMap<>(), null, null);

    /** One file alone. */
    public COptions(
            List<Path> includes, SequencedMap<String, String> macros, @Nullable String scop, @Nullable String dataset) {
        this(includes, List.of(), macros, new LinkedHashMap<>(), scop, dataset);
    }

    /** No sizes. */
    public COptions(
            List<Path> includes,
            List<Path> others,
            SequencedMap<String, String> macros,
            SequencedMap<String, String> redefined,
            @Nullable String scop,
            @Nullable String dataset) {
        this(includes, others, macros, redefined, scop, dataset, new LinkedHashMap<>());
    }

    public COptions {
        includes = List.copyOf(includes);
        others = List.copyOf(others);
        macros = new LinkedHashMap<>(macros);
        redefined = new LinkedHashMap<>(redefined);
        sizes = new LinkedHashMap<>(sizes);
    }

    /** The same with values of parameters. */
    public COptions at(SequencedMap<String, Long> given) {
        return new COptions(includes, others, macros, redefined, scop, dataset, given);
    }

    /** The macros known from the first line on. */
    Map<String, String> predefined() {
        Map<String, String> all = new LinkedHashMap<>();
        // PolyBench then declares its arrays by the function's size parameters instead of by one dataset's constants.
        all.put("POLYBENCH_USE_C99_PROTO", "1");
        if (dataset != null) {
            all.put(dataset + "_DATASET", "1");
        }
        all.putAll(macros);
        return all;
    }
}
