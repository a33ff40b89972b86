package tilewright.codegen.threads;

import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.divide;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.isInteger;
import static tilewright.kernel.Expressions.remainder;
import static tilewright.kernel.Expressions.sum;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import tilewright.codegen.ir.Face;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Sequence;
import tilewright.codegen.ir.Tile;
import tilewright.kernel.Expression;
import tilewright.kernel.Place;
import tilewright.kernel.Statement;

/**
 * Threads hand values to their neighbours: through shared memory, one place per thread and group of values; within a
 * warp from register to register.
 */
record FaceStatements(DeviceScope scope) {
    List<Statement> give(Face face) {
        return loops("Hand out ", face, place(face, 0, 0), own(face, face.tile()));
    }

    List<Statement> take(Operation.TakeFace take) {
        Face face = take.face();
        List<Integer> beside = new ArrayList<>();
        for (int d = 0; d < dimensions(face); d++) {
            int own = scope.axis(face.tile().axes().get(d)).axis().perThread();
            beside.add(face.direction().get(d) * own);
        }
        Place target = register(face, take.tile(), beside);
        if (!face.isWithinWarp()) {
            return loops("Take ", face, target, place(face, face.distance(), face.places() - take.earlier()));
        }
        Expression.Lane lane = face.direction().getLast() < 0 ? Expression.Lane.UP : Expression.Lane.DOWN;
        Expression taken = new Expression.Shuffle(
                lane,
                new Expression.Read(own(face, take.tile())),
                integer(Math.abs(face.direction().getLast())),
                face.lanes());
        return loops("Take ", face, 1, new Statement.Assign(target, taken));
    }

    private static int dimensions(Face face) {
        return face.extents().size();
    }

    /** Loop variable over a face along a dimension. */
    private Expression index(Face face, int dimension) {
        return face.extents().get(dimension) == 1
                ? integer(0)
                : scope.axis(face.tile().axes().get(dimension)).register().read();
    }

    private Place own(Face face, Tile tile) {
        return register(face, tile, Collections.nCopies(dimensions(face), 0));
    }

    /**
     * The register of the current element.
     *
     * @param shift from the place among the own points
     */
    private Place register(Face face, Tile tile, List<Integer> shift) {
        List<Expression> indices = new ArrayList<>();
        for (int d = 0; d < dimensions(face); d++) {
            int start = tile.ring(d).low() + face.first().get(d) + shift.get(d);
            indices.add(sum(index(face, d), integer(start)));
        }
        return new Place.Register(scope.registers().of(tile), indices);
    }

    /**
     * The place of a thread's current element in shared memory.
     *
     * @param later iterations after which the place that it is given in now is the one that is meant
     */
    private Place place(Face face, int distance, int later) {
        List<Expression> indices = new ArrayList<>();
        Sequence turns = face.turns();
        if (turns != null) {
            Expression iteration = scope.sequence(turns).in().read();
            indices.add(remainder(add(iteration, integer(later)), face.places()));
        }
        for (int d = 0; d < dimensions(face) - 1; d++) {
            indices.add(index(face, d));
        }
        Expression column = index(face, dimensions(face) - 1);
        indices.add(isInteger(column, 0) ? column : divide(column, face.vector()));
        indices.add(sum(scope.thread().read(), integer(face.padding() + distance)));
        indices.add(integer(0));
        return new Place.Shared(DeviceScope.shared(face), indices);
    }

    private List<Statement> loops(String verb, Face face, Place target, Place source) {
        int vector = face.vector();
        Statement move = vector > 1
                ? new Statement.Copy(vector, target, source, Statement.Way.WIDE)
                : new Statement.Assign(target, new Expression.Read(source));
        return loops(verb, face, vector, move);
    }

    private List<Statement> loops(String verb, Face face, int vector, Statement move) {
        Statement inner = move;
        for (int d = dimensions(face) - 1; d >= 0; d--) {
            int step = d == dimensions(face) - 1 ? vector : 1;
            int extent = face.extents().get(d);
            inner = RegisterLoops.over(scope.axis(face.tile().axes().get(d)).register(), extent, step, List.of(inner));
        }
        return List.of(new Statement.Comment(verb + face.content() + "."), inner);
    }
}
