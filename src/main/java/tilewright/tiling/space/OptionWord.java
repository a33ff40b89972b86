package tilewright.tiling.space;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Collectors;

/**
 * What the options of candidates are called where users read and write them. Texts and stored results are written with these
 * words alone; the words of earlier results are read as well.
 */
public enum OptionWord {
    /** Iterations of a sequential loop that are staged at a time. */
    K_TILE("k-tile", "kTile", "chunk"),
    /** Copies of staged elements in shared memory. */
    STAGES("stages", "stages", "buffers"),
    /** Iterations that diagonal and panels advance at a time. */
    PANEL("panel", "panel", "step"),
    /** Planes that a block of time tiles advances at a time. */
    PLANES("planes", "planes", "planes"),
    /** Rows and columns of the parts of arrays that the device holds. */
    WINDOW("window", "window", "window"),
    /** Whether blocks of time tiles stay for all iterations: 1. */
    RESIDENT("resident", "resident", "resident");

    /** A panel size of one is none: that many planes are meant. */
    public static final int PLANE = 1;

    private final String word;
    private final String key;
    private final String earlier;

    OptionWord(String word, String key, String earlier) {
        this.word = word;
        this.key = key;
        this.earlier = earlier;
    }

    /** The word in texts and on the command line. */
    public String word() {
        return word;
    }

    /** The name of the field in stored results. */
    public String key() {
        return key;
    }

    /** The option that a text, a command line or a stored result calls so, today or before. */
    public static Optional<OptionWord> of(String name) {
        return Arrays.stream(values())
                .filter(w -> w.word.equals(name) || w.key.equals(name) || w.earlier.equals(name))
                .findFirst();
    }

    /** Today's name of a field of a stored result; any other name as it is. */
    public static String key(String name, String value) {
        return of(name).map(w -> w == PANEL && value.equals(String.valueOf(PLANE)) ? PLANES : w)
                .map(OptionWord::key)
                .orElse(name);
    }

    /** What a candidate's text says of a value: nothing where the option is not used. */
    public String text(int value) {
        boolean unused = value == (this == STAGES ? 1 : 0);
        if (unused || this == RESIDENT) {
            return unused ? "" : word;
        }
        return this == PLANES && value == PLANE ? "by planes" : word + " " + value;
    }

    /** {@code k-tile 16, stages 2, panel 64}. */
    static String text(Candidate.Options options) {
        return values(options).entrySet().stream()
                .map(e -> e.getKey().text(e.getValue()))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(", "));
    }

    /** The fields of a stored result. */
    public static SequencedMap<String, Integer> fields(Candidate.Options options) {
        SequencedMap<String, Integer> fields = new LinkedHashMap<>();
        values(options).forEach((word, value) -> fields.put(word.key, value));
        return fields;
    }

    private static SequencedMap<OptionWord, Integer> values(Candidate.Options options) {
        SequencedMap<OptionWord, Integer> values = new LinkedHashMap<>();
        values.put(K_TILE, options.kTile());
        values.put(STAGES, options.stages());
        if (options.panel() > 0) {
            values.put(options.advancesByPlanes() ? PLANES : PANEL, options.panel());
        }
        if (options.window() > 0) {
            values.put(WINDOW, options.window());
        }
        if (options.resident()) {
            values.put(RESIDENT, 1);
        }
        return values;
    }

    /** Options of the values given; a panel size, or planes, of 0 where neither is, no windows, and blocks that do not stay. */
    public static Candidate.Options options(Map<OptionWord, Integer> given, int kTile, int stages) {
        return new Candidate.Options(
                given.getOrDefault(K_TILE, kTile),
                given.getOrDefault(STAGES, stages),
                given.getOrDefault(PANEL, given.getOrDefault(PLANES, 0)),
                given.getOrDefault(WINDOW, 0),
                given.getOrDefault(RESIDENT, 0) == 1);
    }
}
