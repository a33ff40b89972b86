package tilewright.codegen.threads;

import static tilewright.kernel.Expressions.call;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.sum;

import java.util.ArrayList;
import java.util.List;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Slice;
import tilewright.codegen.ir.Tile;
import tilewright.codegen.ir.Value;
import tilewright.kernel.Expression;
import tilewright.kernel.Function;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;
import tilewright.model.Affine;
import tilewright.model.Condition;

/**
 * How the registers of a tile are filled, written back and handed out.
 *
 * @param apart whether arithmetic limits the body. A wide access wants neighbouring registers of a tile; with those numbers all
 *     operands of many an update would lie on one bank of registers. Tiles are then copied once more, register by register.
 * @param wide name of the registers of a wide access
 */
record TileStatements(DeviceScope scope, boolean apart, String wide) {
    List<Statement> load(Operation.LoadTile load) {
        Tile tile = load.tile();
        Value.GlobalElement element =
                new Value.GlobalElement(tile.array(), tile.type(), tile.indices(), load.guard(), load.padded());
        Place target = scope.registers().tile(tile);
        Statement move;
        Value start = load.otherwise();
        boolean loads = start == null || !load.guard().equals(Condition.FALSE);
        if (start != null && !loads) {
            move = new Statement.Assign(target, scope.of(start));
        } else if (start != null) {
            Expression memory = new Expression.Read(scope.global(tile.array(), tile.indices()));
            move = new Statement.Assign(
                    target, new Expression.Conditional(scope.condition(load.guard()), memory, scope.of(start)));
        } else if (load.vector() > 1) {
            Place source = scope.start(element, load.vector());
            move = new Statement.Copy(load.vector(), target, source, way(tile, Statement.Way.LOAD_APART));
        } else {
            move = new Statement.Assign(target, scope.of(element));
        }
        List<Statement> statements =
                new ArrayList<>(List.of(new Statement.Comment((loads ? "Load " : "Start ") + content(tile) + ".")));
        statements.addAll(new RegisterLoops(tile.axes(), load.vector()).around(scope.position(), List.of(move)));
        return statements;
    }

    private Statement.Way way(Tile tile, Statement.Way apartOne) {
        return apart && tile.type().bytes() == Integer.BYTES ? apartOne : Statement.Way.WIDE;
    }

    List<Statement> move(Operation.MoveTile move) {
        List<Expression> from = new ArrayList<>();
        List<Expression> to = new ArrayList<>();
        List<Variable> registers = new ArrayList<>();
        for (int p = 0; p < move.to().axes().size(); p++) {
            Variable register = scope.axis(move.to().axes().get(p)).register();
            from.add(sum(register.read(), integer(move.from().ring(p).low())));
            to.add(sum(register.read(), integer(move.to().ring(p).low())));
            registers.add(register);
        }
        Place source = new Place.Register(scope.registers().of(move.from()), from);
        Place target = new Place.Register(scope.registers().of(move.to()), to);
        Statement inner = new Statement.Assign(target, new Expression.Read(source));
        for (int p = registers.size() - 1; p >= 0; p--) {
            int points = scope.axis(move.to().axes().get(p)).axis().perThread();
            inner = RegisterLoops.over(registers.get(p), points, 1, List.of(inner));
        }
        return List.of(inner);
    }

    /** Addresses are computed anew: that is cheaper than registers that hold them while the block computes. */
    List<Statement> store(Operation.StoreTile store) {
        Tile tile = store.tile();
        Value.GlobalElement element =
                new Value.GlobalElement(tile.array(), tile.type(), tile.indices(), store.guard(), store.padded());
        Place source = scope.registers().tile(tile);
        Place target =
                store.other() ? scope.otherGlobal(tile.array(), tile.indices()) : scope.start(element, store.vector());
        Statement move = store.vector() > 1
                ? new Statement.Copy(store.vector(), target, source, way(tile, Statement.Way.STORE_APART))
                : new Statement.Assign(target, new Expression.Read(source));
        Condition guard = store.padded() ? Condition.TRUE : store.guard();
        boolean once = scope.pieceNames().sequences().stream()
                .noneMatch(s -> tile.indices().stream()
                        .anyMatch(i -> i.variables().contains(s.sequence().variable())));
        List<Variable> anew = !once
                ? List.of()
                : tile.axes().stream()
                        .filter(d -> scope.axis(d).axis().threads() > 1)
                        .map(d -> scope.axis(d).own())
                        .toList();
        List<Statement> statements = new ArrayList<>();
        statements.add(
                new Statement.Comment("Store " + content(tile) + "." + (anew.isEmpty() ? "" : Statement.Hide.WHY)));
        if (!anew.isEmpty()) {
            statements.add(new Statement.Hide(anew));
        }
        statements.addAll(
                new RegisterLoops(tile.axes(), store.vector(), guard).around(scope.position(), List.of(move)));
        return statements;
    }

    /** Owners of the published places first, so that all others leave early. */
    List<Statement> publish(Operation.Publish publish) {
        Slice slice = publish.slice();
        List<Integer> order =
                new ArrayList<>(publish.owners().keySet().stream().sorted().toList());
        order.addAll(slice.axes());
        boolean gathered = isGathered(slice);
        int vector = gathered ? scope.axis(slice.axes().getLast()).axis().vector() : vector(slice);
        List<Statement> moves = gathered ? gather(publish, vector) : List.of(handOut(publish, vector));
        RegisterLoops loops = new RegisterLoops(order, vector, Condition.TRUE, publish.owners());
        List<Statement> statements =
                new ArrayList<>(List.of(new Statement.Comment("Hand out " + slice.content() + ".")));
        statements.addAll(loops.around(scope.position(), moves));
        return statements;
    }

    private Statement handOut(Operation.Publish publish, int vector) {
        Expression own = new Expression.Read(scope.registers().tile(publish.tile()));
        Expression value = publish.slice().doubled() ? call(Intrinsic.BOTH, ScalarType.I16, own) : own;
        return PointStatements.move(vector, scope.slice(publish.slice()), value);
    }

    /** Whether a slice runs along an axis whose neighbours lie in registers of different rows of the tile. */
    private boolean isGathered(Slice slice) {
        if (slice.doubled() || slice.axes().isEmpty()) {
            return false;
        }
        int along = slice.axes().getLast();
        int neighbours = scope.axis(along).axis().vector();
        return along != scope.axes().size() - 1
                && neighbours > 1
                && neighbours * slice.elementType().bytes() <= PointStatements.ACCESS_BYTES;
    }

    /** Neighbours of a column, one of each row, written in one access. */
    private List<Statement> gather(Operation.Publish publish, int neighbours) {
        Slice slice = publish.slice();
        int along = slice.axes().getLast();
        List<Expression> sources = new ArrayList<>();
        for (int e = 0; e < neighbours; e++) {
            List<Integer> offset = new ArrayList<>();
            for (int axis : publish.tile().axes()) {
                offset.add(axis == along ? e : 0);
            }
            sources.add(new Expression.Read(scope.registers().tile(publish.tile(), offset)));
        }
        Memory.Register column = new Memory.Register(
                wide, ScalarType.of(slice.elementType()), List.of(neighbours), Function.SharedMemory.ALIGNMENT);
        return List.of(
                new Statement.DeclareArray(column, sources),
                new Statement.Copy(neighbours, scope.slice(slice), first(column), Statement.Way.WIDE));
    }

    /** The first register of a row. */
    static Place first(Memory.Register row) {
        return new Place.Register(row, List.of(integer(0)));
    }

    /** Registers of the last axis are neighbours: slices along it are written as they stand. */
    private int vector(Slice slice) {
        int last = scope.axes().size() - 1;
        boolean alongLast = !slice.axes().isEmpty() && slice.axes().getLast() == last;
        return alongLast ? scope.axis(last).axis().vector() : 1;
    }

    /** A tile's elements in the nest's notation. */
    static String content(Tile tile) {
        return tile.array() + "("
                + String.join(",", tile.indices().stream().map(Affine::toString).toList()) + ")";
    }
}
