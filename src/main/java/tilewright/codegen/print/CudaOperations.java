package tilewright.codegen.print;

import java.util.ArrayList;
import java.util.List;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Operations;
import tilewright.codegen.ir.Sequence;
import tilewright.codegen.ir.Window;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Condition;

/** A body's operations as views, in order. */
final class CudaOperations {
    private final CudaScope scope;
    private final CudaPoints points;
    private final CudaStaging staging;
    private final CudaFaces faces;
    private final String half;
    private final String next;

    private final CudaCopies copies;
    private final String turn;
    private final String counter;

    /** @param counter name of the number of blocks that have taken a turn */
    CudaOperations(CudaScope scope, CudaCopies copies, String counter) {
        this.turn = scope.names().fresh("turn");
        this.counter = counter;
        this.scope = scope;
        this.copies = copies;
        this.points = new CudaPoints(scope, copies);
        this.staging = new CudaStaging(scope, copies);
        this.faces = new CudaFaces(scope, copies);
        this.half = scope.names().fresh("half");
        this.next = scope.names().fresh("next");
    }

    /** A whole body. */
    List<CudaView.OperationText> body(List<Operation> operations) {
        boolean ahead = Operations.ofKind(operations, Operation.Pipeline.class).stream()
                .anyMatch(p -> !p.ahead().isEmpty());
        points.keepApart(ahead);
        scope.useWindows(Operations.ofKind(operations, Operation.LoadWindow.class).stream()
                .map(Operation.LoadWindow::window)
                .toList());
        return of(operations);
    }

    private List<CudaView.OperationText> of(List<Operation> operations) {
        List<CudaView.OperationText> views = new ArrayList<>();
        for (int o = 0; o < operations.size(); o++) {
            boolean remainderFollows =
                    o + 1 < operations.size() && operations.get(o + 1) instanceof Operation.Remainder;
            views.add(of(operations.get(o), remainderFollows));
        }
        return views;
    }

    private CudaView.OperationText of(Operation operation, boolean remainderFollows) {
        return switch (operation) {
            case Operation.Barrier b -> new CudaView.Barrier();
            case Operation.LoadTile l -> points.load(l);
            case Operation.StoreTile s -> points.store(s);
            case Operation.Join j -> points.join(j);
            case Operation.Stage s -> staging.of(s);
            case Operation.Publish p -> points.publish(p);
            case Operation.TakeTurn _ -> {
                scope.expressions().use(scope.thread());
                yield new CudaView.TakeTurn(scope.thread(), turn, copies.takeTurn(), counter);
            }
            case Operation.LastTurn l -> new CudaView.LastTurn(turn, of(l.body()));
            case Operation.LoadWindow w -> window(w.window());
            case Operation.GiveFace g -> faces.give(g.face());
            case Operation.TakeFace t -> faces.take(t.face());
            case Operation.Define d -> points.define(d);
            case Operation.Assign a -> points.assign(a);
            case Operation.ChunkLoop c -> chunks(c, remainderFollows);
            case Operation.Pipeline p when !p.ahead().isEmpty() -> pipelineAhead(p, remainderFollows);
            case Operation.Pipeline p -> pipeline(p, remainderFollows);
            case Operation.Remainder r -> remainder(r);
            case Operation.Iterations i when i.group().size() > 1 -> groups(i);
            case Operation.Iterations i -> iterations(i);
            case Operation.Rounds r -> rounds(r);
        };
    }

    /** Elements are numbered row by row. */
    private CudaView.LoadWindow window(Window window) {
        scope.expressions().use(scope.thread());
        String element = scope.names().fresh("e");
        List<CudaView.Named> places = new ArrayList<>();
        List<Affine> indices = new ArrayList<>();
        List<Condition> inside = new ArrayList<>();
        StringBuilder target = new StringBuilder(scope.shared()).append('.').append(window.name());
        int after = window.extents().stream().reduce(1, Math::multiplyExact);
        int elements = after;
        for (int d = 0; d < window.extents().size(); d++) {
            after /= window.extents().get(d);
            String place = scope.names().fresh("w" + (d + 1));
            String quotient = after == 1 ? element : element + " / " + after;
            places.add(new CudaView.Named(
                    place,
                    d == 0 ? quotient : quotient + " % " + window.extents().get(d)));
            Affine index = window.bases().get(d).plus(Affine.variable(place));
            indices.add(index);
            ArrayDeclaration.Bounds bounds = scope.bounds(window.array(), d);
            inside.add(new Condition.Compare(index, Condition.Relation.GE, bounds.lower()));
            inside.add(new Condition.Compare(index, Condition.Relation.LE, bounds.upper()));
            target.append('[').append(place).append(']');
        }
        return new CudaView.LoadWindow(
                window.content(),
                element,
                scope.thread(),
                elements,
                scope.piece().threads(),
                places,
                scope.expressions().of(Condition.and(inside)),
                target.toString(),
                scope.global(window.array(), indices));
    }

    private CudaView.ChunkLoop chunks(Operation.ChunkLoop loop, boolean remainderFollows) {
        Sequence sequence = loop.sequence();
        SequenceNames names = scope.sequence(sequence);
        scope.enter(sequence, Operation.Range.CHUNK);
        String condition = loop.whole()
                ? scope.holdsWhole(sequence, names.chunk())
                : names.chunk() + " < " + scope.count(sequence);
        return new CudaView.ChunkLoop(
                names.chunk(),
                scope.firstChunk(sequence),
                condition,
                sequence.chunk(),
                remainderFollows,
                of(loop.body()));
    }

    private CudaView.Pipeline pipeline(Operation.Pipeline loop, boolean remainderFollows) {
        copies.await();
        Sequence sequence = loop.sequence();
        SequenceNames names = scope.sequence(sequence);
        scope.useCopy("0");
        List<CudaView.Stage> first = loop.stages().stream()
                .map(s -> staging.of(s, Affine.constant(0), true))
                .toList();
        scope.useCopy("1 - " + half);
        List<CudaView.Stage> stages = loop.stages().stream()
                .map(s -> staging.of(s, Affine.variable(next), true))
                .toList();
        scope.useCopy(half);
        scope.enter(sequence, Operation.Range.CHUNK);
        List<CudaView.OperationText> body = loop.ahead().isEmpty() ? of(loop.body()) : List.of();
        scope.useCopy("0");
        return new CudaView.Pipeline(
                names.chunk(),
                scope.holdsWhole(sequence, names.chunk()),
                sequence.chunk(),
                remainderFollows,
                sequence.hasConstantCount() ? null : sequence.chunk() + " <= " + scope.count(sequence),
                first,
                half,
                next,
                scope.holdsWhole(sequence, next),
                stages,
                body);
    }

    /** Registers hold the values of two iterations, the even one's and the odd one's. */
    private CudaView.PipelineAhead pipelineAhead(Operation.Pipeline loop, boolean remainderFollows) {
        SequenceNames names = scope.sequence(loop.sequence());
        CudaView.Pipeline chunks = pipeline(loop, remainderFollows);
        List<String> registers = new ArrayList<>(
                loop.ahead().stream().map(d -> points.parts(d.fragment(), 2)).toList());
        List<CudaView.Stage> now = new ArrayList<>();
        List<CudaView.Stage> late = new ArrayList<>();
        scope.useCopy("1 - " + half);
        for (int s = 0; s < loop.stages().size(); s++) {
            CudaStaging.Halves halves = staging.halves(loop.stages().get(s), Affine.variable(next));
            now.add(halves == null ? chunks.stages().get(s) : halves.early());
            if (halves != null) {
                registers.addAll(halves.registers());
                late.add(halves.late());
            }
        }
        List<CudaView.OperationText> start = early(loop.ahead(), "0", "0", "0");
        List<CudaView.OperationText> later =
                early(loop.ahead(), half, names.in() + " + 1", "(" + names.in() + " + 1) % 2");
        List<CudaView.OperationText> over = early(loop.ahead(), "1 - " + half, "0", "0");

        Operation.Iterations each = (Operation.Iterations) loop.body().getFirst();
        List<Operation> rest = new ArrayList<>(each.body());
        rest.removeAll(loop.ahead());
        scope.useCopy(half);
        scope.enter(loop.sequence(), Operation.Range.CHUNK);
        loop.ahead().forEach(d -> scope.part(d.fragment().name(), names.in() + " % 2"));
        CudaView.Iterations iterations =
                iterations(new Operation.Iterations(each.sequence(), each.range(), each.unroll(), each.group(), rest));
        scope.endGroup();
        scope.useCopy("0");
        String further = names.in() + " + 1 < " + loop.sequence().chunk();
        String middle = names.in() + " == " + loop.sequence().chunk() / 2 + " && " + chunks.more();
        return new CudaView.PipelineAhead(
                chunks.with(now), registers, start, iterations, late, middle, further, later, over);
    }

    /** Reads fragments of an iteration of a half of the buffers to the registers for even or odd iterations. */
    private List<CudaView.OperationText> early(
            List<Operation.Define> defines, String copy, String iteration, String part) {
        scope.useCopy(copy);
        scope.at(iteration);
        List<CudaView.OperationText> texts =
                defines.stream().map(d -> points.definePart(d, part)).toList();
        scope.endGroup();
        scope.useCopy("0");
        return texts;
    }

    private CudaView.Remainder remainder(Operation.Remainder remainder) {
        SequenceNames names = scope.sequence(remainder.sequence());
        scope.enter(remainder.sequence(), Operation.Range.PART_OF_CHUNK);
        return new CudaView.Remainder(names.chunk() + " < " + scope.count(remainder.sequence()), of(remainder.body()));
    }

    /** Groups of iterations of a whole chunk: rows are read once per group, then one or two iterations at a time run. */
    private CudaView.Groups groups(Operation.Iterations loop) {
        Operation.Group group = loop.group();
        SequenceNames names = scope.sequence(loop.sequence());
        String first = scope.names().fresh(loop.sequence().variable() + "_group");
        String element = scope.names().fresh("e");
        String part = scope.names().fresh("p");
        scope.enter(loop.sequence(), Operation.Range.CHUNK);
        scope.at(first);
        List<CudaView.OperationText> shared = group.shared().stream()
                .map(d -> points.defineRow(d, group.size()))
                .toList();
        scope.at(names.in());
        scope.expressions().declared(names.in());
        group.shared().forEach(d -> scope.element(d.fragment().name(), element));
        List<CudaView.OperationText> each = new ArrayList<>();
        List<String> registers = new ArrayList<>();
        List<CudaView.OperationText> body = new ArrayList<>();
        if (group.together() > 1) {
            List<Operation.Define> defines = Operations.ofKind(loop.body(), Operation.Define.class);
            for (Operation.Define define : defines) {
                registers.add(points.parts(define.fragment(), group.together()));
                each.add(points.definePart(define, part));
            }
            Operation.Assign update = (Operation.Assign) loop.body().getLast();
            body.add(points.assignTogether(update, number -> {
                String place = number == 0 ? element : element + " + " + number;
                group.shared().forEach(d -> scope.element(d.fragment().name(), place));
                defines.forEach(d -> scope.part(d.fragment().name(), Integer.toString(number)));
            }));
        } else {
            body.addAll(of(loop.body()));
        }
        List<String> declarations = new ArrayList<>();
        if (scope.expressions().declared(names.variable())) {
            scope.expressions().use(names.first());
            declarations.add("const int " + names.variable() + " = " + names.text(Operation.Range.CHUNK) + ";");
        }
        if (!declarations.isEmpty() | scope.expressions().declared(names.in())) {
            String within = first + " + " + element + (group.together() > 1 ? " + " + part : "");
            declarations.addFirst("const int " + names.in() + " = " + within + ";");
        }
        scope.endGroup();
        return new CudaView.Groups(
                first,
                Integer.toString(loop.sequence().chunk()),
                group.size(),
                Math.max(1, loop.unroll() / group.size()),
                shared,
                element,
                group.together(),
                part,
                registers,
                each,
                declarations,
                body);
    }

    private CudaView.Iterations iterations(Operation.Iterations loop) {
        Sequence sequence = loop.sequence();
        SequenceNames names = scope.sequence(sequence);
        String start = "0";
        String end = scope.count(sequence);
        if (loop.range() == Operation.Range.CHUNK) {
            end = Integer.toString(sequence.chunk());
        } else if (loop.range() == Operation.Range.PART_OF_CHUNK) {
            end = "min(" + sequence.chunk() + ", " + end + " - " + names.chunk() + ")";
            start = sequence.startsAtOrigin()
                    ? "0"
                    : "max(0, " + scope.expressions().of(sequence.firstOffset()) + " - " + names.chunk() + ")";
        }
        scope.enter(sequence, loop.range());
        List<CudaView.OperationText> body = of(loop.body());
        List<String> declarations = new ArrayList<>();
        if (scope.expressions().declared(names.variable())) {
            scope.expressions().use(names.first());
            declarations.add("const int " + names.variable() + " = " + names.text(loop.range()) + ";");
        }
        return new CudaView.Iterations(names.in(), start, end, loop.unroll(), declarations, body);
    }

    private CudaView.Rounds rounds(Operation.Rounds loop) {
        Sequence sequence = loop.sequence();
        SequenceNames names = scope.sequence(sequence);
        String end = loop.range() == Operation.Range.CHUNK ? Integer.toString(sequence.chunk()) : scope.count(sequence);
        String group = scope.names().fresh(sequence.variable() + "_group");
        String part = scope.names().fresh(sequence.variable() + "_part");
        int width = loop.size() * loop.unroll();
        scope.enterRounds(loop, new PieceScope.Neighbours(group, part, width));
        List<CudaView.OperationText> body = round(loop.body());
        List<String> declarations = new ArrayList<>();
        if (scope.expressions().declared(names.variable())) {
            scope.expressions().use(names.first());
            declarations.add("const int " + names.variable() + " = " + names.text(loop.range()) + ";");
        }
        scope.expressions().declared(names.in());
        scope.leaveRounds();
        return new CudaView.Rounds(names.in(), group, part, end, loop.size(), width, declarations, body);
    }

    /** Hand out, wait; what threads do for themselves up to the next barrier, those whose points are done leave out. */
    private List<CudaView.OperationText> round(List<Operation> operations) {
        int first = operations.indexOf(new Operation.Barrier()) + 1;
        int rest = first;
        while (rest < operations.size()
                && (operations.get(rest) instanceof Operation.Assign
                        || operations.get(rest) instanceof Operation.Define)) {
            rest++;
        }
        List<Operation> own = operations.subList(first, rest);
        List<String> conditions =
                new TakingPart(scope.axes()).in(own).stream().map(this::use).toList();
        List<CudaView.OperationText> texts = new ArrayList<>(of(operations.subList(0, first)));
        if (conditions.isEmpty()) {
            texts.addAll(of(own));
        } else {
            texts.add(new CudaView.Guarded("(" + String.join(") && (", conditions) + ")", of(own)));
        }
        texts.addAll(of(operations.subList(rest, operations.size())));
        return texts;
    }

    private String use(Condition ofThread) {
        scope.axes().stream()
                .map(AxisNames::own)
                .filter(ofThread.variables()::contains)
                .forEach(own -> scope.expressions().use(own));
        return scope.guard(ofThread);
    }
}
