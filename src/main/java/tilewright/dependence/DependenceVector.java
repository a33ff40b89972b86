package tilewright.dependence;

import java.util.List;
import java.util.stream.Collectors;

/** d = J - I over the loops that source and sink share, outermost first. */
public record DependenceVector(List<Component> components) {
    public DependenceVector {
        components = List.copyOf(components);
    }

    /** {@code (1,0,j - k)}. */
    @Override
    public String toString() {
        return components.stream().map(Component::toString).collect(Collectors.joining(",", "(", ")"));
    }
}
