package tilewright.codegen.threads;

import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.all;
import static tilewright.kernel.Expressions.bitAnd;
import static tilewright.kernel.Expressions.bitOr;
import static tilewright.kernel.Expressions.equal;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.select;
import static tilewright.kernel.Expressions.shiftLeft;
import static tilewright.kernel.Expressions.shiftRight;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tilewright.codegen.scalar.AffineExpressions;
import tilewright.codegen.scalar.CNames;
import tilewright.kernel.Expression;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;
import tilewright.model.Condition;
import tilewright.tiling.plan.TimeTile;

/**
 * Which of a thread's points satisfy conditions that no iteration changes: a bit for each of them along a dimension, found once, where conditions name the coordinate of one
 * dimension. What names several is asked where it is needed.
 */
final class StayingMasks {
    private record Mask(int dimension, List<Condition> conditions) {}

    private final TimeTile boxes;
    private final StayingBox box;
    private final AffineExpressions affine;
    private final CNames names;
    private final Map<Mask, Variable> masks = new LinkedHashMap<>();

    StayingMasks(StayingPlaces places) {
        boxes = places.boxes;
        box = places.box;
        affine = places.affine;
        names = places.names;
    }

    /** Whether the thread's present point satisfies a condition. */
    Expression holds(Condition condition) {
        Map<Integer, List<Condition>> byDimension = new LinkedHashMap<>();
        List<Expression> all = new ArrayList<>();
        for (Condition conjunct : condition.conjuncts()) {
            int dimension = dimension(conjunct);
            if (dimension < 0) {
                all.add(affine.of(conjunct));
            } else {
                byDimension.computeIfAbsent(dimension, _ -> new ArrayList<>()).add(conjunct);
            }
        }
        byDimension.forEach((d, conditions) -> {
            Variable mask = masks.computeIfAbsent(
                    new Mask(d, List.copyOf(conditions)),
                    _ -> Variable.integer(names.fresh("in_" + box.dimension(d).variable())));
            all.add(bit(mask, d));
        });
        return all(all);
    }

    private Expression bit(Variable mask, int dimension) {
        Expression shifted =
                box.points(dimension) == 1 ? mask.read() : shiftRight(mask.read(), box.register(dimension));
        return equal(bitAnd(shifted, integer(1)), integer(1));
    }

    /** The only dimension that a condition names, where a mask has bits for it; else -1. */
    private int dimension(Condition condition) {
        int found = -1;
        for (int d = 0; d < box.dimensions(); d++) {
            if (condition.variables().contains(box.dimension(d).variable())) {
                if (found >= 0 || box.points(d) >= Integer.SIZE) {
                    return -1;
                }
                found = d;
            }
        }
        return condition.variables().contains(boxes.time().variable()) ? -1 : found;
    }

    /** The masks that have been asked for. */
    List<Statement> declarations() {
        List<Statement> statements = new ArrayList<>();
        masks.forEach((mask, variable) -> {
            int d = mask.dimension();
            Variable point = affine.variable(box.dimension(d).variable());
            Expression bit = select(affine.of(new Condition.And(mask.conditions())), integer(1), integer(0));
            List<Statement> body = new ArrayList<>();
            body.add(new Statement.Declare(point, add(affine.of(box.dimension(d).base()), box.position(d)), true));
            body.add(new Statement.Assign(variable.place(), bitOr(variable.read(), shiftLeft(bit, box.register(d)))));
            statements.add(new Statement.Declare(variable, integer(0), false));
            statements.add(box.overPoints(d, body));
        });
        return statements;
    }
}
