package tilewright.api;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** A loop nest, as its user has it. It is read when something is asked of it. */
public sealed interface Nest {
    /**
     * A file: {@code .nest}, or C with {@code #pragma scop}.
     *
     * @param path of the file
     * @param reading how a C file is read; {@link Reading#PLAIN} for others
     */
    record File(Path path, Reading reading) implements Nest {
        /** Wants both. */
        public File {
            Objects.requireNonNull(path, "path");
            Objects.requireNonNull(reading, "reading");
        }
    }

    /**
     * Text in the notation of {@code .nest} files ({@code docs/notation.md}).
     *
     * @param name of the nest, which messages and generated names use
     * @param text of the nest
     */
    record Text(String name, String text) implements Nest {
        /** Wants both. */
        public Text {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(text, "text");
        }
    }

    /**
     * How a C file is read.
     *
     * @param includes folders of included files
     * @param macros name to value
     * @param scop number from 1, or function; empty where the file has one
     * @param dataset of sizes, e.g. {@code LARGE}; empty for none
     */
    record Reading(List<Path> includes, Map<String, String> macros, Optional<String> scop, Optional<String> dataset) {
        /** Nothing to say. */
        public static final Reading PLAIN = new Reading(List.of(), Map.of(), Optional.empty(), Optional.empty());

        /** Keeps copies. */
        public Reading {
            includes = List.copyOf(includes);
            macros = Collections.unmodifiableMap(new LinkedHashMap<>(macros));
            Objects.requireNonNull(scop, "scop");
            Objects.requireNonNull(dataset, "dataset");
        }
    }

    /**
     * The nest of a file.
     *
     * @param path of the file
     * @return nothing is read yet
     */
    static Nest of(Path path) {
        return new File(path, Reading.PLAIN);
    }

    /**
     * A nest of text.
     *
     * @param name of the nest
     * @param text in the notation of {@code .nest} files
     * @return nothing is read yet
     */
    static Nest of(String name, String text) {
        return new Text(name, text);
    }
}
