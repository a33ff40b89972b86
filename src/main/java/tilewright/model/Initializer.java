package tilewright.model;

import java.util.List;

/** {@code init a(i,j) = value}: initial data for verify and tune; the value may use indices, parameters and rnd(). */
public record Initializer(String array, List<String> indices, Expression value, SourcePosition position) {
    public Initializer {
        indices = List.copyOf(indices);
    }
}
