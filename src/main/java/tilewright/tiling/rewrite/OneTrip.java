package tilewright.tiling.rewrite;

import java.util.Collection;
import java.util.List;
import tilewright.model.Affine;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.SourcePosition;

/** A loop {@code do variable = value, value}: around a node it changes nothing in what runs and in which order. */
record OneTrip(String variable, Affine value) {
    /** A node with loops around it, the outermost one first. */
    static Node around(Node node, List<OneTrip> trips, SourcePosition position) {
        Node inside = node;
        for (OneTrip trip : trips.reversed()) {
            inside = new Node.Loop(trip.variable, trip.value, trip.value, 1, List.of(inside), position);
        }
        return inside;
    }

    /** Whether a value is one of parameters and of loops around. */
    static boolean isKnown(Affine value, LoopNest nest, Collection<String> outer) {
        return value.variables().stream()
                .allMatch(v -> outer.contains(v) || nest.parameters().contains(v));
    }

    /** The wanted name, or one like it that no other loop has. */
    static String name(String wanted, Collection<String> taken) {
        String name = wanted;
        while (taken.contains(name)) {
            name += "_";
        }
        return name;
    }
}
