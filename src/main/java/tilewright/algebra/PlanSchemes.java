package tilewright.algebra;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tilewright.algebra.Derivation.Step;
import tilewright.algebra.SchemeProgram.Definition;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LinearForm;
import tilewright.model.Statement;
import tilewright.model.UserError;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.plan.Plan;

/**
 * A plan as schemes: a loop of the host is a cycle, a launch an asynchronous disjunction over its blocks, a loop that a block runs in
 * order a cycle, and the points of a block a disjunction again. Every disjunction ends in a barrier.
 */
public final class PlanSchemes {
    private final Plan plan;
    private final NestSchemes schemes;
    private final List<Definition> blocks = new ArrayList<>();

    private PlanSchemes(Plan plan) {
        this.plan = plan;
        this.schemes = new NestSchemes(plan.nest());
    }

    /**
     * From the nest as written to a plan of it, by the rule that the plan names.
     *
     * @throws UserError for time tiles, whose blocks compute what others own, so that the plan is no order of the nest's operators alone
     */
    public static Derivation of(Plan plan) {
        SchemeProgram start = NestSchemes.of(plan.written());
        return new Derivation(
                "blocks " + plan.candidate(),
                start,
                List.of(new Step("plan", plan.rule(), new PlanSchemes(plan).program())));
    }

    private SchemeProgram program() {
        SchemeProgram own = schemes.program(java.util.Map.of());
        Definition main = own.definitions().getFirst();
        Scheme body = steps(plan.host(), List.of());
        Scheme whole = own.definition(NestSchemes.INIT)
                .map(d -> Scheme.compose(d.call(), body))
                .orElse(body);
        List<Definition> definitions = new ArrayList<>(List.of(new Definition(main.name(), List.of(), whole)));
        own.definition(NestSchemes.INIT).ifPresent(definitions::add);
        definitions.addAll(blocks);
        plan.nest().statements().forEach(s -> own.definition(s.statement().id()).ifPresent(definitions::add));
        return new SchemeProgram(own.name(), own.declarations(), definitions);
    }

    private Scheme steps(List<HostStep> steps, List<String> around) {
        List<Scheme> factors = new ArrayList<>();
        for (HostStep step : steps) {
            factors.add(
                    switch (step) {
                        case HostStep.HostLoop l ->
                            Scheme.loop(
                                    l.variable(),
                                    l.first().toString(),
                                    l.last().toString(),
                                    steps(l.body(), with(around, List.of(l.variable()))));
                        case HostStep.Launch l
                        when l.timeTile().isPresent() ->
                            throw UserError.badInput(
                                    l.name() + ": blocks of several time steps compute again what other blocks own;"
                                            + " such a plan has no scheme of the nest's operators alone. Choose"
                                            + " blocks of one time step (--block 1,..)");
                        case HostStep.Launch l -> launch(l, around);
                        case HostStep.AsWritten _ ->
                            throw UserError.badInput("the nest as written has the scheme of the nest: leave --block and"
                                    + " --candidate out");
                    });
        }
        return Scheme.compose(factors);
    }

    private Scheme launch(HostStep.Launch launch, List<String> around) {
        List<Scheme> pieces = launch.pieces().stream()
                .map(p -> blocks(launch.name(), p, around))
                .toList();
        return pieces.size() == 1 ? pieces.getFirst() : new Scheme.Both(pieces);
    }

    /** All blocks of a piece; where a block is defined, it gets its coordinates and those of the host. */
    private Scheme blocks(String launch, Piece piece, List<String> around) {
        List<String> grid =
                piece.grid().stream().map(Piece.GridDimension::variable).toList();
        Definition block = new Definition(schemes.names().fresh("Block"), with(around, grid), block(piece));
        blocks.add(block);
        Scheme each = Scheme.compose(
                guarded(piece.member(), block.call()),
                new Scheme.Barrier(
                        launch,
                        piece.grid().stream()
                                .map(g -> "(" + extent(g.first(), g.last()) + ")")
                                .collect(Collectors.joining(" * "))));
        for (Piece.GridDimension dimension : piece.grid().reversed()) {
            each = new Scheme.Disjunction(
                    dimension.variable(),
                    dimension.first().toString(),
                    dimension.last().toString(),
                    each);
        }
        return each;
    }

    private Scheme block(Piece piece) {
        Scheme scheme = Scheme.compose(
                piece.statements().stream().map(s -> points(piece, s)).toList());
        for (Piece.SequentialLoop loop : piece.sequential().reversed()) {
            scheme = Scheme.loop(
                    loop.variable(), loop.first().toString(), loop.last().toString(), scheme);
        }
        return scheme;
    }

    /** A statement at all points of a block. */
    private Scheme points(Piece piece, Piece.PlannedStatement planned) {
        Statement statement = planned.statement();
        List<String> coordinates = plan.nest().statement(statement.id()).loopVariables().stream()
                .map(v -> planned.coordinates()
                        .getOrDefault(v, Affine.variable(v))
                        .toString())
                .toList();
        Scheme each = guarded(planned.domain(), new Scheme.Call(statement.id(), coordinates));
        if (piece.points().isEmpty()) {
            return each;
        }
        long count =
                piece.points().stream().mapToLong(Piece.PointDimension::extent).reduce(1, Math::multiplyExact);
        each = Scheme.compose(each, new Scheme.Barrier(statement.id(), Long.toString(count)));
        for (Piece.PointDimension point : piece.points().reversed()) {
            each = new Scheme.Disjunction(
                    point.variable(),
                    point.base().toString(),
                    point.base().plus(point.extent() - 1L).toString(),
                    each);
        }
        return each;
    }

    private static Scheme guarded(Condition condition, Scheme then) {
        return condition.equals(Condition.TRUE) ? then : Scheme.when(condition.toString(), then);
    }

    private static String extent(Affine first, Affine last) {
        return LinearForm.of(last.minus(first).plus(1)).toAffine().toString();
    }

    private static List<String> with(List<String> some, List<String> more) {
        List<String> all = new ArrayList<>(some);
        all.addAll(more);
        return all;
    }
}
