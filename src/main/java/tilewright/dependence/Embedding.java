package tilewright.dependence;

import java.util.List;
import tilewright.isl.Map;
import tilewright.model.Affine;

/**
 * A statement's place in the common loop space of the nest, whose dimensions are the loops of the deepest
 * statement.
 *
 * @param statement id
 * @param coordinates one affine expression in the statement's own loop variables per common dimension: its own
 *     variables at their depth, then chosen values (LU's division gets j = k)
 * @param relation the same as a map {@code { S1[k,i] -> [k,i,k] }}
 */
public record Embedding(String statement, List<Affine> coordinates, Map relation) {
    public Embedding {
        coordinates = List.copyOf(coordinates);
    }
}
