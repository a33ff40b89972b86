package tilewright.model;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Tells sizes from data among the parameters of a nest. A size stands in a bound of a loop, in an extent of an array or in a
 * subscript, and counts something; any other parameter is a number that statements or conditions use.
 */
final class SizeParameters {
    private final Set<String> names = new LinkedHashSet<>();

    private SizeParameters() {}

    /** The sizes in the order of the nest's parameters. */
    static List<String> of(LoopNest nest) {
        SizeParameters found = new SizeParameters();
        for (ArrayDeclaration array : nest.arrays()) {
            for (ArrayDeclaration.Bounds bounds : array.bounds()) {
                found.collect(bounds.lower());
                found.collect(bounds.upper());
            }
        }
        found.collect(nest.body());
        return nest.parameters().stream().filter(found.names::contains).toList();
    }

    private void collect(List<Node> nodes) {
        for (Node node : nodes) {
            switch (node) {
                case Node.Loop loop -> {
                    collect(loop.lower());
                    collect(loop.upper());
                    loop.loads().forEach(load -> collectSubscripts(load.subscripts()));
                    collect(loop.body());
                }
                case Node.Repeat repeat -> {
                    Node.Counter counter = repeat.counter();
                    if (counter != null) {
                        Affine last = counter.last();
                        collect(counter.first());
                        if (last != null) {
                            collect(last);
                        }
                    }
                    collect(repeat.body());
                }
                case Node.Guard guard -> {
                    List<Node> branches = new ArrayList<>(guard.then());
                    branches.addAll(guard.otherwise());
                    collect(branches);
                }
                case Statement statement ->
                    statement.accesses().forEach(access -> collectSubscripts(access.subscripts()));
            }
        }
    }

    private void collectSubscripts(List<Subscript> subscripts) {
        for (Subscript subscript : subscripts) {
            collect(subscript.form());
            subscript.loads().forEach(load -> collectSubscripts(load.subscripts()));
        }
    }

    private void collect(Affine affine) {
        names.addAll(affine.variables());
    }
}
