package tilewright.parse;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tilewright.model.SourcePosition;

/**
 * Parameters on which steps of loops depend: {@code for (i = 0; i < n; i += s)}. Such a loop is affine for one value of {@code s} at a
 * time, so the nest is made for the value that the user gives, and has no parameter {@code s}. Which parameters are needed is found
 * by trying.
 */
public final class StepSizes {
    private final Map<String, Long> given;
    private final SequencedMap<String, SourcePosition> wanted = new LinkedHashMap<>();
    private final SequencedMap<String, Long> values = new LinkedHashMap<>();

    /** @param given values by names of the file, in any case */
    public StepSizes(Map<String, Long> given) {
        this.given = given;
    }

    /** A step at this place depends on the parameter. */
    public void want(String name, SourcePosition position) {
        wanted.putIfAbsent(name, position);
    }

    /**
     * Takes the values of those that were asked for; false where there are no more of them.
     *
     * @param otherwise the value of a parameter that the user did not give; gives null where there is none
     */
    public boolean another(Function<String, @Nullable Long> otherwise) {
        int before = values.size();
        for (String name : wanted.keySet()) {
            Long value = value(name);
            Long known = value == null ? otherwise.apply(name) : value;
            if (known != null) {
                values.putIfAbsent(name, known);
            }
        }
        return values.size() > before;
    }

    private @Nullable Long value(String name) {
        Long exact = given.get(name);
        return exact != null
                ? exact
                : given.entrySet().stream()
                        .filter(e -> e.getKey().equalsIgnoreCase(name))
                        .map(Map.Entry::getValue)
                        .findFirst()
                        .orElse(null);
    }

    /** The values that were taken, by the parameters' names in the file. */
    public SequencedMap<String, Long> values() {
        return values;
    }

    /** What the user is told, a line for each value. */
    public List<String> notes() {
        List<String> notes = new ArrayList<>();
        values.forEach((name, value) -> notes.add(wanted.get(name) + ": note: the nest is made for " + name + " = "
                + value + ", because this step depends on it; programs that are generated have no parameter '" + name
                + "'"));
        return notes;
    }
}
