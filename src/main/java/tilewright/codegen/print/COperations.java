package tilewright.codegen.print;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Sequence;
import tilewright.codegen.ir.Slice;
import tilewright.codegen.ir.Tile;
import tilewright.codegen.ir.Value;
import tilewright.model.Affine;
import tilewright.model.LinearForm;
import tilewright.model.Operator;
import tilewright.tiling.PlannedTraffic;

/**
 * A body's operations as loops over points. A barrier is where one loop nest ends and the next begins: every
 * operation is done for all points before the next one starts.
 */
final class COperations {
    private final CScope scope;
    private final CRegions regions;
    private @Nullable Sequence current;

    private final String turn;
    private final String left;

    /** @param left name of the number of blocks that have not taken their turn */
    COperations(CScope scope, String left) {
        this.scope = scope;
        this.turn = scope.names().fresh("turn");
        this.left = left;
        this.regions = new CRegions(scope);
    }

    List<CView.OperationText> of(List<Operation> operations) {
        List<CView.OperationText> texts = new ArrayList<>();
        List<Operation.Define> defines = new ArrayList<>();
        for (int o = 0; o < operations.size(); o++) {
            boolean remainderFollows =
                    o + 1 < operations.size() && operations.get(o + 1) instanceof Operation.Remainder;
            switch (operations.get(o)) {
                case Operation.Barrier _, Operation.LoadWindow _, Operation.GiveFace _, Operation.TakeFace _ -> {}
                case Operation.Define d -> defines.add(d);
                case Operation.Assign a -> {
                    texts.addAll(regions.update(defines, a, null));
                    defines.clear();
                }
                case Operation.LoadTile l -> texts.add(load(l));
                case Operation.StoreTile s -> texts.add(store(s));
                case Operation.Join j -> texts.add(join(j));
                case Operation.Stage s -> texts.add(stage(s));
                case Operation.Publish p -> texts.add(publish(p));
                case Operation.ChunkLoop c -> texts.add(chunks(c.sequence(), c.whole(), c.body(), remainderFollows));
                case Operation.Pipeline p -> {
                    List<Operation> body = new ArrayList<>(p.stages());
                    body.addAll(p.body());
                    texts.add(chunks(p.sequence(), true, body, remainderFollows));
                }
                case Operation.Remainder r -> texts.add(remainder(r));
                case Operation.Iterations i -> texts.addAll(iterations(i));
                case Operation.Rounds r -> texts.add(rounds(r));
                case Operation.TakeTurn _ -> texts.add(new CView.TakeTurn(turn, left));
                case Operation.LastTurn l -> texts.add(new CView.LastTurn(turn, of(l.body())));
            }
        }
        return texts;
    }

    private CView.OperationText load(Operation.LoadTile load) {
        Tile tile = load.tile();
        Value element = new Value.GlobalElement(tile.array(), tile.type(), tile.indices(), load.guard());
        Value otherwise = load.otherwise();
        String source = scope.accessing(
                PlannedTraffic.Kind.OWN_LOAD,
                () -> otherwise == null
                        ? scope.of(element)
                        : scope.condition(load.guard()) + " ? " + scope.global(tile.array(), tile.indices()) + " : "
                                + scope.of(otherwise));
        return regions.copy(
                "load_tile", content(tile), tile.axes(), tilewright.model.Condition.TRUE, scope.tile(tile), source);
    }

    /** The other lanes' results, one after another, into the first one's. */
    private CView.OperationText join(Operation.Join join) {
        Tile tile = join.tile();
        List<String> first = new ArrayList<>();
        for (int d : tile.axes()) {
            first.add(d == join.axis() ? "0" : scope.in(d));
        }
        String target = scope.tile(tile, first);
        String source = switch (join.operator()) {
            case MIN, MAX ->
                scope.extreme(join.operator() == Operator.MIN, tile.type()) + "(" + target + ", " + scope.tile(tile)
                        + ")";
            default -> target + " " + join.operator().notation() + " " + scope.tile(tile);
        };
        CView.Nest nest =
                regions.copy("join", content(tile), tile.axes(), tilewright.model.Condition.TRUE, target, source);
        List<CView.Loop> loops = new ArrayList<>(nest.loops());
        int position = tile.axes().indexOf(join.axis());
        CView.Loop all = loops.get(position);
        loops.set(position, new CView.Loop(all.variable(), "1", all.end(), all.declarations(), all.condition()));
        return new CView.Nest(nest.kind(), nest.content(), List.of(), null, loops, target, source);
    }

    private CView.OperationText store(Operation.StoreTile store) {
        Tile tile = store.tile();
        return regions.copy(
                "store_tile",
                content(tile),
                tile.axes(),
                store.guard(),
                scope.accessing(
                        PlannedTraffic.Kind.OWN_STORE,
                        () -> store.other()
                                ? scope.otherGlobal(tile.array(), tile.indices())
                                : scope.global(tile.array(), tile.indices())),
                scope.tile(tile));
    }

    private static String content(Tile tile) {
        return tile.array() + "("
                + String.join(",", tile.indices().stream().map(Affine::toString).toList()) + ")";
    }

    private CView.OperationText stage(Operation.Stage stage) {
        Sequence sequence = stage.sequence();
        scope.enter(sequence, Operation.Range.CHUNK);
        scope.staging(true);
        String target = scope.buffer(stage.buffer());
        String source = scope.accessing(PlannedTraffic.Kind.STAGED_LOAD, () -> scope.of(stage.value()));
        scope.staging(false);
        CView.Nest overAxes = regions.copy(
                "stage",
                stage.buffer().content(),
                stage.buffer().axes(),
                tilewright.model.Condition.TRUE,
                target,
                source);
        SequenceNames names = scope.sequence(sequence);
        scope.expressions().declared(names.in());
        CView.Loop overChunk = new CView.Loop(names.in(), "0", Integer.toString(sequence.chunk()), List.of(), null);
        List<CView.Loop> loops = new ArrayList<>(overAxes.loops());
        // The direction in which global memory is contiguous goes innermost.
        loops.add(stage.order().alongSequence() ? loops.size() : 0, overChunk);
        return new CView.Nest("stage", stage.buffer().content(), List.of(), null, loops, target, source);
    }

    private CView.OperationText publish(Operation.Publish publish) {
        Slice slice = publish.slice();
        List<String> places = new ArrayList<>();
        List<String> conditions = new ArrayList<>();
        for (int axis : publish.tile().axes()) {
            Affine owner = publish.owners().get(axis);
            String place = owner == null ? scope.in(axis) : scope.offset(owner);
            places.add(place);
            if (owner != null && !isInside(owner, axis)) {
                int extent = scope.axis(axis).axis().extent();
                conditions.add(place + " >= 0 && " + place + " < " + extent);
            }
        }
        CView.Nest nest = regions.copy(
                "publish",
                slice.content(),
                slice.axes(),
                tilewright.model.Condition.TRUE,
                scope.slice(slice),
                scope.tile(publish.tile(), places));
        return new CView.Nest(
                nest.kind(),
                nest.content(),
                List.of(),
                CRegions.all(conditions.stream().distinct().toList()),
                nest.loops(),
                nest.target(),
                nest.source());
    }

    /** Whether a place that is the iteration's offset lies in the block for all iterations. */
    private boolean isInside(Affine owner, int axis) {
        if (current == null) {
            return false;
        }
        SequenceNames names = scope.sequence(current);
        LinearForm place = LinearForm.of(owner.substitute(scope.offsets()));
        Map<Affine, Long> terms = place.terms();
        boolean isOffset = place.constant() == 0
                && terms.equals(LinearForm.of(
                                names.offset(terms.size() == 1 ? Operation.Range.SEQUENCE : Operation.Range.CHUNK))
                        .terms());
        return isOffset
                && current.hasConstantCount()
                && LinearForm.of(current.count()).constant()
                        <= scope.axis(axis).axis().extent();
    }

    private CView.OperationText chunks(
            Sequence sequence, boolean whole, List<Operation> body, boolean remainderFollows) {
        SequenceNames names = scope.sequence(sequence);
        scope.enter(sequence, Operation.Range.CHUNK);
        String condition =
                whole ? scope.holdsWhole(sequence, names.chunk()) : names.chunk() + " < " + scope.count(sequence);
        String start = scope.firstChunk(sequence);
        return new CView.ChunkLoop(names.chunk(), start, condition, sequence.chunk(), remainderFollows, of(body));
    }

    private CView.OperationText remainder(Operation.Remainder remainder) {
        SequenceNames names = scope.sequence(remainder.sequence());
        scope.enter(remainder.sequence(), Operation.Range.PART_OF_CHUNK);
        return new CView.Remainder(names.chunk() + " < " + scope.count(remainder.sequence()), of(remainder.body()));
    }

    private List<CView.OperationText> iterations(Operation.Iterations loop) {
        Sequence sequence = loop.sequence();
        SequenceNames names = scope.sequence(sequence);
        String start = "0";
        String end = scope.count(sequence);
        if (loop.range() == Operation.Range.CHUNK) {
            end = Integer.toString(sequence.chunk());
        } else if (loop.range() == Operation.Range.PART_OF_CHUNK) {
            String rest = end + " - " + names.chunk();
            end = "(" + rest + " < " + sequence.chunk() + " ? " + rest + " : " + sequence.chunk() + ")";
            if (!sequence.startsAtOrigin()) {
                String first = scope.expressions().of(sequence.firstOffset()) + " - " + names.chunk();
                start = "(" + first + " > 0 ? " + first + " : 0)";
            }
        }
        scope.enter(sequence, loop.range());
        current = sequence;
        List<Operation> iteration = new ArrayList<>(loop.group().shared());
        iteration.addAll(loop.body());
        if (CRegions.isPointwise(iteration) && !regions.needsRows(iteration)) {
            List<Operation.Define> defines = new ArrayList<>();
            iteration.stream()
                    .filter(o -> o instanceof Operation.Define)
                    .forEach(o -> defines.add((Operation.Define) o));
            Operation.Assign assign = (Operation.Assign) iteration.getLast();
            return regions.update(defines, assign, new CRegions.Inner(sequence, loop.range(), start, end));
        }
        List<CView.OperationText> body = of(iteration);
        List<String> declarations = new ArrayList<>();
        scope.expressions().declared(names.in());
        if (scope.expressions().declared(names.variable())) {
            scope.expressions().use(names.first());
            declarations.add("const int " + names.variable() + " = " + names.text(loop.range()) + ";");
        }
        return List.of(new CView.Iterations(names.in(), start, end, declarations, body));
    }

    private CView.OperationText rounds(Operation.Rounds loop) {
        Sequence sequence = loop.sequence();
        SequenceNames names = scope.sequence(sequence);
        String end = loop.range() == Operation.Range.CHUNK ? Integer.toString(sequence.chunk()) : scope.count(sequence);
        scope.enterRounds(loop);
        current = sequence;
        List<CView.OperationText> body = of(loop.body());
        List<String> declarations = new ArrayList<>();
        scope.expressions().declared(names.in());
        if (scope.expressions().declared(names.variable())) {
            scope.expressions().use(names.first());
            declarations.add("const int " + names.variable() + " = " + names.text(loop.range()) + ";");
        }
        return new CView.Rounds(names.in(), end, loop.size(), declarations, body);
    }
}
