package tilewright.parse;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tilewright.model.LoopNest;
import tilewright.model.SourcePosition;
import tilewright.model.UserError;

/** Sizes that a file of another language names for the parameters of its nest. */
public final class Datasets {
    private Datasets() {}

    /**
     * The sizes of one dataset.
     *
     * @param wanted the dataset; null for none
     * @param stated sizes by dataset and parameter, as directives of the file say
     * @param otherwise the size of a parameter that the dataset leaves out; gives null where there is none
     * @param start of the file
     * @throws UserError where a parameter has no size
     */
    public static SequencedMap<String, Long> sizes(
            @Nullable String wanted,
            LoopNest nest,
            SequencedMap<String, SequencedMap<String, Long>> stated,
            Function<String, @Nullable Long> otherwise,
            SourcePosition start) {
        SequencedMap<String, Long> sizes = new LinkedHashMap<>();
        if (wanted == null) {
            return sizes;
        }
        Map<String, Long> known = stated.containsKey(wanted) ? stated.get(wanted) : Map.of();
        for (String parameter : nest.parameters()) {
            Long size = known.containsKey(parameter) ? known.get(parameter) : otherwise.apply(parameter);
            if (size == null) {
                String advice = stated.isEmpty()
                        ? "give --set " + parameter + "=VALUE"
                        : "datasets of this file: " + String.join(", ", stated.keySet());
                throw UserError.badInput(
                        start + ": error: dataset " + wanted + " has no size for '" + parameter + "'; " + advice);
            }
            sizes.put(parameter, size);
        }
        return sizes;
    }
}
