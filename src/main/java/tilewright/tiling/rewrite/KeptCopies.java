package tilewright.tiling.rewrite;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.Expression;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.PlacedStatement;

/**
 * Statements of a nest that keep a value before it is overwritten, as {@code d_k(k,i) = d(i,k)} does: each element of such an array is written once,
 * by one statement, and is a copy of another array's element. Where the copy is made, the element itself may be read as well.
 */
public final class KeptCopies {
    private final Map<String, PlacedStatement> makers = new HashMap<>();

    private KeptCopies() {}

    /** Those of a nest. */
    public static KeptCopies of(LoopNest nest) {
        KeptCopies copies = new KeptCopies();
        Set<String> several = new HashSet<>();
        for (PlacedStatement placed : nest.statements()) {
            String array = placed.statement().target().array();
            if (copies.makers.put(array, placed) != null) {
                several.add(array);
            }
        }
        copies.makers.keySet().removeAll(several);
        copies.makers.values().removeIf(placed -> !keeps(nest, placed));
        return copies;
    }

    private static boolean keeps(LoopNest nest, PlacedStatement placed) {
        Access target = placed.statement().target();
        if (!(placed.statement().value() instanceof Expression.Read(Access source))
                || source.array().equals(target.array())
                || nest.array(source.array()).type()
                        != nest.array(target.array()).type()) {
            return false;
        }
        List<String> loops = placed.loopVariables();
        return placed.elementLoops()
                .filter(free -> source(placed).stream()
                        .flatMap(i -> i.variables().stream())
                        .allMatch(v -> !loops.contains(v) || free.contains(loops.indexOf(v))))
                .isPresent();
    }

    /** The subscripts of what is copied; loops of one iteration have the value that they have. */
    private static List<Affine> source(PlacedStatement maker) {
        List<Affine> indices = maker.statement().accesses().getLast().indices();
        for (Node.Loop loop : maker.loops().reversed()) {
            if (loop.lower().equals(loop.upper())) {
                Map<String, Affine> value = Map.of(loop.variable(), loop.lower());
                indices = indices.stream().map(i -> i.substitute(value)).toList();
            }
        }
        return indices;
    }

    /** Ids of the statements that make such arrays. */
    public Set<String> statements() {
        return makers.values().stream().map(p -> p.statement().id()).collect(Collectors.toSet());
    }

    /** The statement that makes an array's elements, if they are copies. */
    public Optional<PlacedStatement> maker(String array) {
        return Optional.ofNullable(makers.get(array));
    }

    /** The access to the element of which an access reads a copy: {@code d(j,k)} for {@code d_k(k,j)}; nothing where it reads none. */
    public Optional<Access> behind(Access access) {
        return maker(access.array()).map(maker -> {
            List<Affine> target = maker.statement().target().indices();
            Map<String, Affine> values = new HashMap<>();
            for (int d = 0; d < target.size(); d++) {
                values.put(target.get(d).toString(), access.indices().get(d));
            }
            Access source = maker.statement().accesses().getLast();
            return Copies.access(
                    access.index(),
                    source.array(),
                    source(maker).stream().map(i -> i.substitute(values)).toList(),
                    access.position());
        });
    }
}
