package tilewright.tiling.strategy;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tilewright.dependence.Dependences;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.PlacedStatement;
import tilewright.tiling.space.BlockSpace;

/**
 * Elements that a statement reads, by the variables of sequential loops where those say the same as its own: of one that runs at k = j, {@code a(j,j)} is
 * {@code a(k,k)}, one element for all points of an iteration instead of one for each j.
 */
public final class SequentialNames {
    private SequentialNames() {}

    /** A statement's own loop variables that have the value of a sequential loop's, and that. */
    static Map<String, Affine> of(Dependences dependences, BlockSpace space, PlacedStatement placed) {
        Map<String, Affine> names = new HashMap<>();
        List<Affine> places = dependences.embedding(placed.statement().id()).coordinates();
        for (BlockSpace.Variable sequential : space.sequential()) {
            if (sequential.loop() >= placed.depth()
                    && places.get(sequential.loop()) instanceof Affine.Variable own
                    && placed.loopVariables().contains(own.name())
                    && space.coordinate(sequential.loop()) instanceof Affine.Variable variable) {
                names.put(own.name(), variable);
            }
        }
        return names;
    }

    /** The subscripts of an access by them, and by the common loops. */
    static List<Affine> of(Dependences dependences, BlockSpace space, PlacedStatement placed, Access access) {
        Map<String, Affine> names = new HashMap<>(PieceBuilder.coordinates(dependences, placed));
        names.putAll(of(dependences, space, placed));
        return access.indices().stream().map(i -> i.substitute(names)).toList();
    }
}
