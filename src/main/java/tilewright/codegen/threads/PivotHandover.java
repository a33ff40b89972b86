package tilewright.codegen.threads;

import static tilewright.kernel.Expressions.equal;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.subtract;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.ColumnPlaces;
import tilewright.kernel.Expression;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.Statement;
import tilewright.model.Affine;
import tilewright.model.Node;

/** What the pivot of a step hands over to the columns behind it, by way of memory. */
final class PivotHandover {
    private final KeptColumnScope scope;

    PivotHandover(KeptColumnScope scope) {
        this.scope = scope;
    }

    /** What columns behind the pivot read of its column: ranges of elements, by array. */
    private List<Told> toldRanges() {
        return scope.parts.stream()
                .filter(p -> !p.pivot())
                .flatMap(p -> p.statement().statement().value().reads().stream()
                        .filter(a -> scope.isOfPivot(p, a))
                        .map(a -> new Told(
                                a.array(),
                                p.along().orElseThrow().lower(),
                                p.along().orElseThrow().upper())))
                .distinct()
                .toList();
    }

    private record Told(String array, Affine lower, Affine upper) {}

    private Place.Global toldPlace(String array, @Nullable Affine row) {
        String scratch = KeptColumns.toldName(scope.step, array);
        Affine place = Affine.variable(scope.iteration);
        List<Affine> indices = row == null ? List.of(place) : List.of(place, row);
        return new Place.Global(scope.memory(scratch), scope.offsets.of(scope.program.array(scratch), indices));
    }

    /** The element of a row in the pivot's column, where a block has it. */
    private Place ofPivot(String array) {
        return new Place.Shared(Objects.requireNonNull(scope.ofPivot.get(array)), List.of(scope.row()));
    }

    /** The pivot tells what columns behind it read. */
    List<Statement> tell() {
        List<Statement> statements = new ArrayList<>();
        for (Told t : toldRanges()) {
            Affine row = Affine.variable(KeptColumnScope.ROW).plus(scope.lower(t.array()));
            List<Statement> moves = new ArrayList<>();
            Place here = ofPivot(t.array());
            Memory.Shared own = scope.kept.get(t.array());
            if (own != null) {
                Place source = new Place.Shared(
                        own,
                        List.of(subtract(scope.variable(scope.iteration).read(), scope.first.read()), scope.row()));
                moves.add(new Statement.Assign(here, new Expression.Read(source)));
            }
            moves.add(new Statement.Assign(toldPlace(t.array(), row), new Expression.Read(here)));
            statements.add(overRows(t, moves));
        }
        Statement values = new Statement.If(
                equal(scope.thread.read(), integer(0)),
                scope.told.entrySet().stream()
                        .map(e -> (Statement) new Statement.Assign(
                                toldPlace(e.getKey().array(), null),
                                e.getValue().read()))
                        .toList());
        if (!scope.told.isEmpty()) {
            statements.add(values);
        }
        return statements;
    }

    /** A block behind the pivot takes it. */
    List<Statement> taken() {
        List<Statement> statements = new ArrayList<>();
        for (Told t : toldRanges()) {
            Affine row = Affine.variable(KeptColumnScope.ROW).plus(scope.lower(t.array()));
            Place here = ofPivot(t.array());
            statements.add(overRows(
                    t, List.of(new Statement.Assign(here, new Expression.Read(toldPlace(t.array(), row))))));
        }
        scope.told.forEach((e, v) ->
                statements.add(new Statement.Assign(v.place(), new Expression.Read(toldPlace(e.array(), null)))));
        return statements;
    }

    /** Columns that pivots alone write go to memory when others need not wait for that. */
    List<Statement> stored() {
        List<Statement> statements = new ArrayList<>();
        for (ColumnPlaces.Column column : scope.places.columns()) {
            if (!column.kept()) {
                Node.Loop loop = scope.parts.stream()
                        .filter(p -> p.statement().statement().target().array().equals(column.array()))
                        .findFirst()
                        .flatMap(ColumnPlaces.Part::along)
                        .orElseThrow();
                Affine row = Affine.variable(KeptColumnScope.ROW).plus(scope.lower(column.array()));
                Affine number = Affine.variable(scope.iteration);
                List<Affine> indices = column.along() == 0 ? List.of(row, number) : List.of(number, row);
                Place memory = new Place.Global(
                        scope.memory(column.array()), scope.offsets.of(scope.program.array(column.array()), indices));
                Place here = ofPivot(column.array());
                statements.add(overRows(
                        new Told(column.array(), loop.lower(), loop.upper()),
                        List.of(new Statement.Assign(memory, new Expression.Read(here)))));
            }
        }
        return statements;
    }

    private Statement overRows(Told t, List<Statement> moves) {
        return scope.overRows(t.lower().minus(scope.lower(t.array())), t.upper().minus(scope.lower(t.array())), moves);
    }
}
