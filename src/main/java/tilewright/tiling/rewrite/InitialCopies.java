package tilewright.tiling.rewrite;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tilewright.dependence.Dependence;
import tilewright.dependence.Dependences;
import tilewright.dependence.InputUse;
import tilewright.isl.Set;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Expression;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.SourcePosition;
import tilewright.model.Statement;

/**
 * Lets reads of what an array held before the nest read a copy of it, which is made first. An anti dependence (a read, then
 * a write of the same element) is the only reason why such reads have to come before other iterations, and reading the copy takes
 * it away: array renaming (D. A. Padua, M. J. Wolfe, Advanced compiler optimizations for supercomputers, CACM 29 (1986)).
 *
 * <p>Before: {@code do i; do j; do k = i+1, m; b(i,j) = b(i,j) + a(k,i)*b(k,j)}, where row i has to be done before the rows
 * above change. After: {@code b_initial(k,j) = b(k,j)} for all elements that are read so, and {@code b(i,j) = b(i,j) +
 * a(k,i)*b_initial(k,j)}: all rows may be computed at a time.
 *
 * <p>An access reads the copy, if
 *
 * <ul>
 *   <li>no iteration of it gets its value from a write of the nest (value-based flow dependences);
 *   <li>an anti dependence leads from it to a statement on which its own depends in turn: else the statements can be run
 *       one after the other, and the copy is no gain.
 * </ul>
 *
 * <p>{@link tilewright.tiling.check.ExpansionCheck ExpansionCheck} proves the result without relying on any of this.
 */
public final class InitialCopies {
    private final Dependences dependences;
    private final LoopNest nest;
    private final NewNames names;

    /** An access of a statement, by its number. */
    private record Key(String statement, int access) {}

    private InitialCopies(Dependences dependences) {
        this.dependences = dependences;
        this.nest = dependences.nest();
        this.names = new NewNames(nest);
    }

    /**
     * The nest with such reads from copies; nothing where there are none.
     *
     * @param dependences of the nest, silent iterations included
     */
    public static Optional<LoopNest> of(Dependences dependences) {
        return new InitialCopies(dependences).form();
    }

    private Optional<LoopNest> form() {
        Map<String, Set> elements = new LinkedHashMap<>();
        Map<Key, String> arrays = new HashMap<>();
        for (Dependence anti : dependences.ofKind(Dependence.Kind.ANTI)) {
            Key read = new Key(anti.source(), anti.access());
            if (!arrays.containsKey(read) && readsInputAlone(read) && reaches(anti.sink(), anti.source())) {
                arrays.put(read, anti.array());
                for (InputUse use : dependences.inputs()) {
                    if (use.statement().equals(read.statement()) && use.access() == read.access()) {
                        elements.merge(anti.array(), use.relation().range(), Set::union);
                    }
                }
            }
        }
        return elements.isEmpty() ? Optional.empty() : Optional.of(rewritten(elements, arrays));
    }

    private boolean readsInputAlone(Key read) {
        return dependences.ofKind(Dependence.Kind.FLOW).stream()
                .noneMatch(f -> f.sink().equals(read.statement()) && f.access() == read.access());
    }

    /** Whether a chain of dependences leads from one statement to another. */
    private boolean reaches(String from, String to) {
        java.util.Set<String> reached = new HashSet<>(List.of(from));
        for (boolean grows = true; grows; ) {
            grows = false;
            for (Dependence dependence : dependences.dependences()) {
                grows |= reached.contains(dependence.source()) && reached.add(dependence.sink());
            }
        }
        return reached.contains(to);
    }

    private LoopNest rewritten(Map<String, Set> elements, Map<Key, String> reads) {
        List<ArrayDeclaration> arrays = new ArrayList<>(nest.arrays());
        Map<String, String> copied = new HashMap<>();
        List<Node> body = new ArrayList<>();
        elements.forEach((array, read) -> {
            ArrayDeclaration old = nest.array(array);
            String name = names.fresh(array + "_initial");
            copied.put(array, name);
            arrays.add(ArrayDeclaration.scratch(name, old.type(), old.bounds(), old.position()));
            body.add(copy(old, name, read.coalesce()));
        });
        body.addAll(Substitution.ofAccesses(nest.body(), (statement, access) -> {
            String array = reads.get(new Key(statement, access.index()));
            return array == null
                    ? access
                    : Copies.access(
                            access.index(), copied.getOrDefault(array, array), access.indices(), access.position());
        }));
        return nest.with(arrays, body);
    }

    private Node copy(ArrayDeclaration from, String to, Set elements) {
        SourcePosition position = from.position();
        List<String> indices = new ArrayList<>();
        for (int d = 0; d < from.dimensions(); d++) {
            indices.add(names.fresh("c" + (d + 1)));
        }
        List<Affine> element = indices.stream().map(Affine::variable).toList();
        Access target = Copies.access(1, to, element, position);
        Statement copy = new Statement(
                names.statement(),
                target,
                new Expression.Read(Copies.access(2, from.name(), element, position)),
                position);
        return Copies.loops(nest, copy, Copies.named(elements, indices), indices, position);
    }
}
