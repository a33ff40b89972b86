package tilewright.parse.c.data;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What the initial data of some arrays are.
 *
 * @param position the statement that sets them, or why it does not: {@code file:line:column}
 * @param arrays as the nest calls them
 * @param text {@code are those that the file sets here}
 */
public record DataNote(String position, List<String> arrays, String text) {
    public DataNote {
        arrays = List.copyOf(arrays);
    }

    /** The same of the arrays that are not replaced by the user's data; null where none is left. */
    public @Nullable DataNote without(Set<String> replaced) {
        List<String> left = arrays.stream().filter(a -> !replaced.contains(a)).toList();
        return left.isEmpty() ? null : new DataNote(position, left, text);
    }

    /** One line for the user. */
    @Override
    public String toString() {
        return position + ": note: initial data of "
                + arrays.stream().map(a -> "'" + a + "'").collect(Collectors.joining(", ")) + " " + text;
    }
}
