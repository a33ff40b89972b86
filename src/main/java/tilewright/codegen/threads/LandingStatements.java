package tilewright.codegen.threads;

import static tilewright.kernel.Expressions.add;
import static tilewright.kernel.Expressions.divide;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.remainder;

import java.util.ArrayList;
import java.util.List;
import tilewright.codegen.ir.Landing;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Tile;
import tilewright.codegen.ir.Value;
import tilewright.kernel.Expression;
import tilewright.kernel.Place;
import tilewright.kernel.Statement;
import tilewright.model.Condition;

/** Elements on their way to a thread's registers through shared memory. */
record LandingStatements(DeviceScope scope) {
    /** Starts copies to the place from which the next iteration takes them first. */
    List<Statement> land(Operation.Land land) {
        Tile source = land.source();
        Landing landing = land.landing();
        Value.GlobalElement element =
                new Value.GlobalElement(source.array(), source.type(), source.indices(), Condition.TRUE);
        Place from =
                land.width() > 1 ? scope.start(element, land.width()) : scope.global(source.array(), source.indices());
        return loops(
                "Copy " + TileStatements.content(source) + ", for the next iteration.",
                landing.axes(),
                land.width(),
                land.guard(),
                new Statement.Copy(land.width(), place(landing, 1, land.width()), from, Statement.Way.ASYNCHRONOUS));
    }

    /** Takes what has arrived. */
    List<Statement> take(Operation.TakeLanding take) {
        Landing landing = take.landing();
        return loops(
                "Take " + TileStatements.content(take.tile()) + ".",
                landing.axes(),
                landing.vector(),
                take.guard(),
                PointStatements.move(
                        landing.vector(),
                        scope.registers().tile(take.tile()),
                        new Expression.Read(place(
                                landing,
                                (1 - take.earlier() + landing.places()) % landing.places(),
                                landing.vector()))));
    }

    private List<Statement> loops(String comment, List<Integer> axes, int width, Condition guard, Statement move) {
        List<Statement> statements = new ArrayList<>(List.of(new Statement.Comment(comment)));
        statements.addAll(new RegisterLoops(axes, width, guard).around(scope.position(), List.of(move)));
        return statements;
    }

    /**
     * The current point's place.
     *
     * @param later iterations after which the place that is taken first now is the one that is meant
     * @param width elements of the access
     */
    private Place place(Landing landing, int later, int width) {
        Expression iteration = scope.sequence(landing.turns()).in().read();
        List<Expression> indices =
                new ArrayList<>(List.of(remainder(add(iteration, integer(later)), landing.places())));
        List<Integer> axes = landing.axes();
        for (int axis : axes.subList(0, axes.size() - 1)) {
            indices.add(scope.axis(axis).register().read());
        }
        Expression column = scope.axis(axes.getLast()).register().read();
        indices.add(landing.vector() > 1 ? divide(column, landing.vector()) : column);
        indices.add(scope.thread().read());
        indices.add(width < landing.vector() ? remainder(column, landing.vector()) : integer(0));
        return new Place.Shared(DeviceScope.shared(landing), indices);
    }
}
