package tilewright.tiling.rewrite;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.isl.Set;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Expression;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.PlacedStatement;
import tilewright.model.SetNotation;
import tilewright.model.SourcePosition;
import tilewright.model.Statement;
import tilewright.tiling.space.LastContents;

/**
 * Puts vectors that an elimination computes beside its matrix (the diagonal of L D L^T, reciprocals of pivots) on the diagonal of a matrix of their own, where points of
 * blocks find them as they find the matrix's diagonal.
 *
 * <p>Before: {@code d(j) = s(j)} and {@code l(i,j) = t(i,j) / d(j)}. After: {@code d_diagonal(j,j) = s(j)}, {@code l(i,j) = t(i,j) / d_diagonal(j,j)}, and a last statement
 * {@code d(j) = d_diagonal(j,j)} for all elements that are written; none for a vector of the nest's own.
 *
 * <p>A vector is put there if the nest writes it, reads no element of it that it has not written before, and writes matrices too: then memory grows no faster.
 * {@link tilewright.tiling.check.ExpansionCheck ExpansionCheck} proves the result without relying on any of this.
 */
public final class DiagonalVectors {
    private DiagonalVectors() {}

    /**
     * The nest with vectors on diagonals; nothing where there are none.
     *
     * @param dependences of the nest, silent iterations included
     */
    public static Optional<LoopNest> of(Dependences dependences) {
        LoopNest nest = dependences.nest();
        boolean matrices = nest.statements().stream()
                .anyMatch(p -> p.statement().target().indices().size() == 2);
        NewNames names = new NewNames(nest);
        Map<String, String> diagonals = new HashMap<>();
        List<ArrayDeclaration> arrays = new ArrayList<>(nest.arrays());
        List<Node> copies = new ArrayList<>();
        for (ArrayDeclaration vector : nest.arrays()) {
            if (!matrices
                    || vector.dimensions() != 1
                    || !nest.isWritten(vector.name())
                    || readsInput(dependences, vector.name())) {
                continue;
            }
            String diagonal = names.fresh(vector.name() + "_diagonal");
            diagonals.put(vector.name(), diagonal);
            arrays.add(ArrayDeclaration.scratch(
                    diagonal,
                    vector.type(),
                    List.of(vector.bounds().getFirst(), vector.bounds().getFirst()),
                    vector.position()));
            writtenLast(dependences, vector.name())
                    .forEach((writer, elements) ->
                            copies.add(copyBack(nest, vector, diagonal, writer, elements, names)));
        }
        if (diagonals.isEmpty()) {
            return Optional.empty();
        }
        List<Node> body = new ArrayList<>(Substitution.ofAccesses(nest.body(), (_, access) -> {
            String diagonal = diagonals.get(access.array());
            return diagonal == null ? access : onDiagonal(access, diagonal);
        }));
        body.addAll(copies);
        return Optional.of(nest.with(arrays, body));
    }

    private static Access onDiagonal(Access access, String diagonal) {
        Affine index = access.indices().getFirst();
        return Copies.access(access.index(), diagonal, List.of(index, index), access.position());
    }

    private static boolean readsInput(Dependences dependences, String array) {
        return dependences.inputs().stream()
                .anyMatch(use -> dependences.nest().statement(use.statement()).statement().accesses().stream()
                        .anyMatch(a -> a.index() == use.access() && a.array().equals(array)));
    }

    /** By statement, the elements of an array that it writes last. */
    private static Map<PlacedStatement, Set> writtenLast(Dependences dependences, String array) {
        Context context = dependences.context();
        Map<PlacedStatement, Set> last = new LinkedHashMap<>();
        for (PlacedStatement placed : dependences.nest().statements()) {
            Access target = placed.statement().target();
            if (target.array().equals(array)) {
                Set elements = tilewright.isl.Map.parse(
                                context, new SetNotation(dependences.nest()).accessRelation(placed, target))
                        .intersectDomain(LastContents.writtenLast(dependences, placed))
                        .range();
                if (!elements.isEmpty()) {
                    last.put(placed, elements);
                }
            }
        }
        return last;
    }

    private static Node copyBack(
            LoopNest nest,
            ArrayDeclaration vector,
            String diagonal,
            PlacedStatement writer,
            Set elements,
            NewNames names) {
        String index = names.fresh("e1");
        SourcePosition position = writer.statement().position();
        Affine element = Affine.variable(index);
        Statement copy = new Statement(
                names.statement(),
                Copies.access(1, vector.name(), List.of(element), position),
                new Expression.Read(Copies.access(2, diagonal, List.of(element, element), position)),
                position);
        return Copies.loops(nest, copy, Copies.named(elements, List.of(index)), List.of(index), position);
    }
}
