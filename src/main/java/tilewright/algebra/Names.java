package tilewright.algebra;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import tilewright.model.ArrayDeclaration;
import tilewright.model.FreshName;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.Statement;

/** Names that a nest does not use yet; two names that differ only in case are one. */
final class Names {
    private final Set<String> taken = new HashSet<>();

    Names(LoopNest nest) {
        nest.parameters().forEach(this::take);
        nest.arrays().stream().map(ArrayDeclaration::name).forEach(this::take);
        nest.initializers().forEach(i -> i.indices().forEach(this::take));
        collect(nest.body());
    }

    private void collect(List<Node> nodes) {
        for (Node node : nodes) {
            switch (node) {
                case Node.Loop l -> {
                    take(l.variable());
                    collect(l.body());
                }
                case Node.Repeat r -> {
                    if (r.counter() != null) {
                        take(r.counter().variable());
                    }
                    collect(r.body());
                }
                case Node.Guard g -> {
                    collect(g.then());
                    collect(g.otherwise());
                }
                case Statement s -> take(s.id());
            }
        }
    }

    private void take(String name) {
        taken.add(name.toLowerCase(Locale.ROOT));
    }

    /** The wish itself, or with a number behind it; not free any more. */
    String fresh(String wish) {
        return FreshName.numbered(wish, "", name -> taken.add(name.toLowerCase(Locale.ROOT)));
    }
}
