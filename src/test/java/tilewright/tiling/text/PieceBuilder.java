package tilewright.tiling.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.text.TextErrors;
import tilewright.kernel.text.WrittenWords;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LoopNest;
import tilewright.model.Operator;
import tilewright.model.PlacedStatement;
import tilewright.model.Statement;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.plan.Strategy;
import tilewright.tiling.plan.TimeTile;
import tilewright.tiling.rewrite.KeptCopies;

/** Blocks of one nest from their parse trees. */
final class PieceBuilder {
    private final LoopNest nest;
    private final KeptCopies copies;
    private final AffineBuilder affines;
    private final TextErrors errors;

    PieceBuilder(LoopNest nest, AffineBuilder affines, TextErrors errors) {
        this.nest = nest;
        this.copies = KeptCopies.of(nest);
        this.affines = affines;
        this.errors = errors;
    }

    Piece of(PlanNotationParser.PieceContext ctx) {
        List<Piece.RegisterTile> tiles = new ArrayList<>();
        for (PlanNotationParser.TileContext tile : ctx.tile()) {
            if (affines.number(tile.INTEGER().getSymbol()) != tiles.size()) {
                throw errors.at(tile.INTEGER().getSymbol(), "tiles are numbered in order; write " + tiles.size());
            }
            tiles.add(tile(tile));
        }
        return new Piece(
                AffineBuilder.text(ctx.STRING()),
                ctx.grid().stream()
                        .map(g -> new Piece.GridDimension(
                                AffineBuilder.name(g.name()), affines.of(g.first), affines.of(g.last)))
                        .toList(),
                affines.of(ctx.member, Condition.TRUE),
                affines.of(ctx.interior, Condition.FALSE),
                ctx.loop().stream().map(this::loop).toList(),
                ctx.point().stream().map(this::point).toList(),
                tiles,
                ctx.prologue() == null ? List.of() : statements(ctx.prologue().statement()),
                statements(ctx.statement()),
                ctx.epilogue() == null ? List.of() : statements(ctx.epilogue().statement()),
                ctx.barriers != null);
    }

    private Piece.SequentialLoop loop(PlanNotationParser.LoopContext ctx) {
        return new Piece.SequentialLoop(
                AffineBuilder.name(ctx.name()),
                affines.of(ctx.first),
                affines.of(ctx.last),
                affines.of(ctx.from),
                affines.number(ctx.INTEGER().getSymbol()));
    }

    private Piece.PointDimension point(PlanNotationParser.PointContext ctx) {
        return new Piece.PointDimension(
                AffineBuilder.name(ctx.name()),
                affines.of(ctx.base),
                affines.number(ctx.size),
                affines.number(ctx.thread),
                ctx.lanes != null);
    }

    private Piece.RegisterTile tile(PlanNotationParser.TileContext ctx) {
        return new Piece.RegisterTile(
                AffineBuilder.name(ctx.element().name()),
                affines.all(ctx.element().affine()),
                ctx.loaded != null,
                affines.of(ctx.stored, Condition.FALSE),
                operator(ctx.partial));
    }

    @Nullable
    Operator operator(@Nullable Token quoted) {
        if (quoted == null) {
            return null;
        }
        String notation = WrittenWords.unquotedText(quoted.getText());
        return Arrays.stream(Operator.values())
                .filter(o -> o.notation().equals(notation))
                .findFirst()
                .orElseThrow(() -> errors.at(quoted, "no operator is written " + quoted.getText()));
    }

    private List<Piece.PlannedStatement> statements(List<PlanNotationParser.StatementContext> ctx) {
        return ctx.stream().map(this::statement).toList();
    }

    private Piece.PlannedStatement statement(PlanNotationParser.StatementContext ctx) {
        Statement statement = statement(ctx.name());
        return new Piece.PlannedStatement(
                statement,
                coordinates(ctx.coordinates()),
                affines.of(ctx.where, Condition.TRUE),
                ctx.access().stream().map(a -> access(statement, a)).toList());
    }

    private Statement statement(PlanNotationParser.NameContext name) {
        String id = AffineBuilder.name(name);
        return nest.statements().stream()
                .map(PlacedStatement::statement)
                .filter(s -> s.id().equals(id))
                .findFirst()
                .orElseThrow(() -> errors.at(name.getStart(), "the nest has no statement '" + id + "'"));
    }

    private Map<String, Affine> coordinates(PlanNotationParser.CoordinatesContext ctx) {
        Map<String, Affine> coordinates = new LinkedHashMap<>();
        ctx.coordinate().forEach(c -> coordinates.put(AffineBuilder.name(c.name()), affines.of(c.affine())));
        return coordinates;
    }

    private Piece.PlannedAccess access(Statement statement, PlanNotationParser.AccessContext ctx) {
        return new Piece.PlannedAccess(
                access(statement, ctx.number, ctx.element().name()),
                affines.constant(Strategy.values(), ctx.strategy),
                affines.all(ctx.element().affine()),
                ctx.tile_ == null ? null : affines.number(ctx.tile_));
    }

    private Access access(Statement statement, Token number, PlanNotationParser.NameContext array) {
        int index = affines.number(number);
        String name = AffineBuilder.name(array);
        return statement.accesses().stream()
                .filter(a -> a.index() == index)
                .flatMap(a -> Stream.concat(Stream.of(a), copies.behind(a).stream()))
                .filter(a -> a.array().equals(name))
                .findFirst()
                .orElseThrow(() -> errors.at(
                        number,
                        "access " + index + " of " + statement.id() + " is not to " + array.getText()
                                + "; the accesses are " + statement.accesses()));
    }

    TimeTile of(PlanNotationParser.TimeTileContext ctx) {
        PlanNotationParser.TimeContext time = ctx.time();
        return new TimeTile(
                AffineBuilder.text(ctx.STRING()),
                new TimeTile.Time(
                        AffineBuilder.name(time.name(0)),
                        affines.of(time.first),
                        affines.of(time.last),
                        time.turn == null ? null : AffineBuilder.name(time.turn),
                        affines.of(time.ends, Condition.TRUE)),
                ctx.dimension().stream().map(this::dimension).toList(),
                affines.of(ctx.interior, Condition.FALSE),
                ctx.held().stream().map(this::held).toList(),
                ctx.timed().stream().map(this::timed).toList());
    }

    private TimeTile.Dimension dimension(PlanNotationParser.DimensionContext ctx) {
        return new TimeTile.Dimension(
                AffineBuilder.name(ctx.name(0)),
                affines.of(ctx.base),
                affines.number(ctx.size),
                affines.number(ctx.low),
                affines.number(ctx.own),
                affines.number(ctx.thread),
                AffineBuilder.name(ctx.block),
                affines.of(ctx.lastBlock),
                ctx.whole != null);
    }

    private TimeTile.HeldArray held(PlanNotationParser.HeldContext ctx) {
        return new TimeTile.HeldArray(
                AffineBuilder.name(ctx.name()),
                affines.constant(TimeTile.Transfer.values(), ctx.transfer),
                affines.of(ctx.written, Condition.FALSE),
                affines.neighbours(ctx.neighbours()));
    }

    private TimeTile.TimedStatement timed(PlanNotationParser.TimedContext ctx) {
        Map<Integer, List<Integer>> offsets = new LinkedHashMap<>();
        ctx.offset().forEach(o -> offsets.put(affines.number(o.number), affines.numbers(o.numbers())));
        return new TimeTile.TimedStatement(
                statement(ctx.name()),
                coordinates(ctx.coordinates()),
                affines.of(ctx.where, Condition.TRUE),
                ctx.bulk != null,
                offsets);
    }
}
