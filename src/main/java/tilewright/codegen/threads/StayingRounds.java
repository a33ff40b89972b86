package tilewright.codegen.threads;

import static tilewright.kernel.Expressions.all;
import static tilewright.kernel.Expressions.equal;
import static tilewright.kernel.Expressions.integer;
import static tilewright.kernel.Expressions.isInteger;
import static tilewright.kernel.Expressions.less;
import static tilewright.kernel.Expressions.multiply;

import java.util.ArrayList;
import java.util.List;
import tilewright.codegen.ir.ArrayLayout;
import tilewright.kernel.Expression;
import tilewright.kernel.Expressions;
import tilewright.kernel.Place;
import tilewright.kernel.Simt;
import tilewright.kernel.Statement;
import tilewright.model.Affine;
import tilewright.tiling.property.Surfaces;

/** A round of blocks that stay: they write their surface to memory, tell the blocks beside, wait for theirs and read it; threads of a block hand each other their points. */
final class StayingRounds {
    private final StayingPlaces places;

    StayingRounds(StayingPlaces places) {
        this.places = places;
    }

    /** Blocks tell each other the surface of some arrays. */
    List<Statement> round(Surfaces.Round round) {
        Expression number = places.affine.of(Affine.variable(places.boxes.time().variable())
                .minus(places.boxes.time().first())
                .times(places.surfaces.rounds().size())
                .plus(places.surfaces.number(round) + 1L));
        List<Statement> statements = new ArrayList<>();
        for (String array : round.arrays()) {
            statements.add(new Statement.Comment("Tell the surface of " + array + "."));
            statements.add(inSlot(
                    round,
                    array,
                    places.overPoints(() -> List.of(new Statement.If(
                            places.box.isSurface(array, places::exists),
                            List.of(new Statement.Assign(
                                    places.told(array),
                                    new Expression.Read(places.here(places.registers(array))))))))));
        }
        statements.add(new Statement.Barrier());
        statements.add(new Statement.If(
                equal(places.thread.read(), integer(0)), List.of(new Statement.Assign(rounds(places.none()), number))));
        round.arrays().forEach(a -> statements.addAll(publish(a)));
        statements.addAll(awaits(number));
        statements.add(new Statement.Barrier());
        for (String array : round.arrays()) {
            statements.add(new Statement.Comment("Read the surfaces of " + array + " beside."));
            statements.add(inSlot(round, array, receiveTold(array)));
        }
        statements.add(new Statement.AwaitCopies());
        statements.add(new Statement.Barrier());
        return statements;
    }

    private Statement inSlot(Surfaces.Round round, String array, List<Statement> body) {
        int perIteration = places.surfaces.perIteration(array);
        Affine told = Affine.variable(places.boxes.time().variable())
                .minus(places.boxes.time().first())
                .times(perIteration % 2)
                .plus(places.surfaces.before(round, array));
        List<Statement> all = new ArrayList<>();
        all.add(new Statement.Declare(
                places.affine.variable(StayingPlaces.SLOT), places.affine.of(new Affine.Mod(told, 2)), true));
        all.addAll(body);
        return new Statement.Scope(all);
    }

    /** Who has told how much: the block at a distance from this one. */
    private Place.Global rounds(List<Integer> direction) {
        return Expressions.element(
                places.memory(places.step.progress().name()),
                StayingPlaces.inBlock(places.step.progress(), places.number(direction), integer(0)),
                Place.Access.ORDERED);
    }

    /** A thread for each block beside this one waits for it, each in a warp of its own where there are as many: threads of one warp would wait one after another. */
    private List<Statement> awaits(Expression number) {
        List<Statement> statements = new ArrayList<>();
        for (int n = 0; n < places.surfaces.directions().size(); n++) {
            List<Integer> direction = places.surfaces.directions().get(n);
            List<Expression> waits = new ArrayList<>();
            waits.add(equal(places.thread.read(), integer(waiting(n))));
            waits.addAll(places.exists(direction));
            statements.add(new Statement.If(all(waits), List.of(new Statement.Await(rounds(direction), number))));
        }
        return statements;
    }

    /** The first thread of each warp but the first, whose own tells; then the second ones. */
    private int waiting(int number) {
        int warps = Math.max(1, places.box.threadCount() / Simt.WARP - 1);
        int thread = (1 + number % warps) * Simt.WARP + number / warps;
        return thread % places.box.threadCount();
    }

    /** Threads hand each other what they read of each other. */
    List<Statement> publish(String array) {
        List<Expression> sides = places.box.isReadByThreads(array);
        if (sides.isEmpty()) {
            return List.of();
        }
        Statement give = new Statement.Assign(
                places.box.shared(places.sharedOf(array), places.none()),
                new Expression.Read(places.here(places.registers(array))));
        boolean always = isInteger(sides.getFirst(), 1);
        return places.overPoints(() -> List.of(always ? give : new Statement.If(StayingBox.any(sides), List.of(give))));
    }

    /** Threads share out what is read of the blocks beside, of an array that nothing writes. */
    List<Statement> receive(String array) {
        List<Statement> statements = new ArrayList<>(readAnew());
        for (StayingBox.Side side : places.box.sides(array)) {
            List<Statement> body = new ArrayList<>();
            List<Expression> positions = side.positions(places.element.read());
            for (int d = 0; d < places.box.dimensions(); d++) {
                body.add(new Statement.Declare(
                        places.affine.variable(places.box.dimension(d).variable()),
                        Expressions.sum(places.bases.get(d).read(), positions.get(d)),
                        true));
            }
            body.add(new Statement.If(places.inBounds(array), List.of(move(array, places.global(array), positions))));
            statements.add(overElements(side, body));
        }
        return List.of(new Statement.Scope(statements));
    }

    private List<Statement> readAnew() {
        return List.of(
                new Statement.Declare(places.reader, places.thread.read(), false),
                new Statement.Hide(List.of(places.reader)));
    }

    /** The same of what they tell. */
    private List<Statement> receiveTold(String array) {
        List<Statement> statements = new ArrayList<>(readAnew());
        ArrayLayout layout = places.step.told(array);
        for (StayingBox.Side side : places.box.sides(array)) {
            List<Expression> positions = side.positions(places.element.read());
            Expression number = Expressions.sum(
                    multiply(places.variable(StayingPlaces.SLOT), places.blocks.read()),
                    places.number(side.direction()));
            Place.Global from = new Place.Global(
                    places.memory(layout.name()),
                    StayingPlaces.inBlock(layout, number, places.box.number(side, places.element.read())));
            statements.add(new Statement.If(
                    all(places.exists(side.direction())),
                    List.of(overElements(side, List.of(move(array, from, positions))))));
        }
        return statements;
    }

    private Statement move(String array, Place from, List<Expression> positions) {
        Place to = places.box.shared(places.sharedOf(array), positions, places.box.dimensions() - 1);
        return places.type(array).bytes() >= Integer.BYTES
                ? new Statement.Copy(1, to, from, Statement.Way.ASYNCHRONOUS)
                : new Statement.Assign(to, new Expression.Read(from));
    }

    private Statement overElements(StayingBox.Side side, List<Statement> body) {
        return new Statement.For(
                places.element,
                places.reader.read(),
                less(places.element.read(), integer(side.elements())),
                integer(places.box.threadCount()),
                Statement.For.ANY,
                body);
    }
}
