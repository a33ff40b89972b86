package tilewright.tiling.text;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.text.TextErrors;
import tilewright.kernel.text.WrittenWords;
import tilewright.model.DataType;
import tilewright.model.LoopNest;
import tilewright.tiling.plan.Family;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.plan.OwnedColumns;
import tilewright.tiling.plan.Plan;
import tilewright.tiling.plan.TimeShape;
import tilewright.tiling.plan.TimeTile;
import tilewright.tiling.schedule.CoalescedLoops;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.LoopRole;
import tilewright.tiling.space.OptionWord;

/** A plan of one nest from its parse tree. */
final class PlanBuilder {
    private final LoopNest written;
    private final AffineBuilder affines;
    private final TextErrors errors;

    PlanBuilder(TextErrors errors, LoopNest written) {
        this.errors = errors;
        this.written = written;
        this.affines = new AffineBuilder(errors);
    }

    Plan of(PlanNotationParser.PlanContext ctx) {
        String name = AffineBuilder.text(ctx.STRING(0));
        if (!name.equals(written.name())) {
            throw errors.at(ctx.STRING(0).getSymbol(), "a plan of '" + name + "', and the nest is " + written.name());
        }
        String rule = WrittenWords.unquotedText(ctx.rule_.getText());
        PlanNotationParser.SettingsContext options = ctx.settings();
        Candidate candidate = new Candidate(
                affines.numbers(ctx.numbers(0)),
                affines.numbers(ctx.numbers(1)),
                new Candidate.Options(
                        affines.number(options.kTile),
                        affines.number(options.stages),
                        panel(options),
                        options.window == null ? 0 : affines.number(options.window),
                        options.resident != null));
        CoalescedLoops loops = coalesced(ctx.coalesced());
        LoopNest nest = nest(loops == null ? written : loops.nest(), ctx.ownNest());
        Steps steps = new Steps(new PieceBuilder(nest, affines, errors));
        return new Plan(
                written,
                nest,
                candidate,
                family(ctx.family(), rule),
                rule,
                steps.of(ctx.host().step()),
                loops);
    }

    private @Nullable CoalescedLoops coalesced(PlanNotationParser.@Nullable CoalescedContext ctx) {
        return ctx == null
                ? null
                : CoalescedLoops.of(
                                written,
                                ctx.names().stream().map(AffineBuilder::names).toList())
                        .orElseThrow(() -> errors.at(ctx.getStart(), "these are no axes of " + written.name()));
    }

    private int panel(PlanNotationParser.SettingsContext options) {
        return options.planes != null ? OptionWord.PLANE : options.panel == null ? 0 : affines.number(options.panel);
    }

    private LoopNest nest(LoopNest planned, PlanNotationParser.@Nullable OwnNestContext own) {
        return own == null
                ? planned
                : PlanReader.ownNest(
                        planned, own.NEST().stream().map(n -> n.getText()).toList());
    }

    private Family family(PlanNotationParser.FamilyContext ctx, String rule) {
        return new Family(
                AffineBuilder.text(ctx.STRING(0)),
                ctx.words().word().stream()
                        .map(w -> affines.constant(LoopRole.values(), w))
                        .toList(),
                ctx.level().stream().map(this::level).toList(),
                ctx.divides().stream()
                        .map(d -> new Family.Divides(affines.number(d.divisor), affines.number(d.multiple)))
                        .toList(),
                ctx.rule_ == null ? rule : WrittenWords.unquotedText(ctx.rule_.getText()),
                shape(ctx.shape()));
    }

    private Family.Level level(PlanNotationParser.LevelContext ctx) {
        return new Family.Level(
                AffineBuilder.text(ctx.STRING()),
                ctx.pieceShape().stream()
                        .map(p -> new Family.PieceShape(
                                affines.numbers(p.numbers()),
                                p.exchanged != null,
                                AffineBuilder.names(p.names()),
                                List.of()))
                        .toList());
    }

    private @Nullable TimeShape shape(PlanNotationParser.@Nullable ShapeContext ctx) {
        if (ctx == null) {
            return null;
        }
        List<TimeShape.Array> arrays = ctx.heldShape().stream()
                .map(a -> new TimeShape.Array(
                        AffineBuilder.name(a.name()),
                        affines.constant(DataType.values(), a.type),
                        affines.constant(TimeTile.Transfer.values(), a.transfer),
                        affines.neighbours(a.neighbours())))
                .toList();
        List<TimeShape.Sweep> sweeps = ctx.sweep().stream()
                .map(s -> new TimeShape.Sweep(
                        AffineBuilder.name(s.id),
                        AffineBuilder.name(s.target),
                        s.reads.stream()
                                .map(r ->
                                        new TimeShape.Read(AffineBuilder.name(r.name()), affines.numbers(r.numbers())))
                                .toList()))
                .toList();
        return new TimeShape(AffineBuilder.names(ctx.names()), arrays, sweeps, ctx.planes != null);
    }

    private final class Steps extends PlanNotationBaseVisitor<HostStep> {
        private final PieceBuilder pieces;

        Steps(PieceBuilder pieces) {
            this.pieces = pieces;
        }

        List<HostStep> of(List<PlanNotationParser.StepContext> steps) {
            List<HostStep> made = new ArrayList<>();
            steps.forEach(s -> made.add(s.accept(this)));
            return made;
        }

        @Override
        public HostStep visitHostLoop(PlanNotationParser.HostLoopContext ctx) {
            return new HostStep.HostLoop(
                    AffineBuilder.name(ctx.name()),
                    affines.of(ctx.first),
                    affines.of(ctx.last),
                    of(ctx.step()),
                    ctx.columns() == null ? null : columns(ctx.columns()),
                    ctx.condition() == null ? null : affines.of(ctx.condition()),
                    ctx.timeTile() == null ? null : pieces.of(ctx.timeTile()),
                    ctx.apart != null);
        }

        private OwnedColumns columns(PlanNotationParser.ColumnsContext ctx) {
            return new OwnedColumns(
                    affines.number(ctx.size_),
                    affines.number(ctx.threads_),
                    ctx.update().stream()
                            .map(u -> new OwnedColumns.Update(
                                    AffineBuilder.name(u.id),
                                    AffineBuilder.name(u.column),
                                    u.along_ == null ? null : AffineBuilder.name(u.along_),
                                    pieces.operator(u.partial)))
                            .toList());
        }

        @Override
        public HostStep visitAsWritten(PlanNotationParser.AsWrittenContext ctx) {
            return new HostStep.AsWritten(affines.numbers(ctx.numbers()), AffineBuilder.names(ctx.names()));
        }

        @Override
        public HostStep visitLaunch(PlanNotationParser.LaunchContext ctx) {
            return new HostStep.Launch(
                    AffineBuilder.name(ctx.name()),
                    AffineBuilder.text(ctx.STRING()),
                    ctx.timeTile() != null
                            ? List.of(pieces.of(ctx.timeTile()))
                            : ctx.piece().stream().map(pieces::of).toList(),
                    new HostStep.Lane(ctx.ahead != null, ctx.meets != null),
                    ctx.follows != null);
        }
    }
}
