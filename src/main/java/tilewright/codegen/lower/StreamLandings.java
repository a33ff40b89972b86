package tilewright.codegen.lower;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import tilewright.codegen.ir.Axis;
import tilewright.codegen.ir.Landing;
import tilewright.codegen.ir.Operation;
import tilewright.codegen.ir.Sequence;
import tilewright.codegen.ir.Tile;
import tilewright.codegen.ir.Value;
import tilewright.codegen.lower.StreamVersions.Version;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LinearForm;
import tilewright.tiling.plan.TimeTile;

/**
 * What blocks read of memory while they go plane by plane: it is copied to shared memory, without passing registers, one plane before it is needed, so that nothing waits
 * for memory.
 */
final class StreamLandings {
    private final TimeTile.Dimension along;
    private final TimeTile.Dimension row;
    private final StreamVersions versions;
    private final EdgePoints edges;
    private final List<Axis> axes;
    private final Names names;
    private final int threads;
    private final Sequence sequence;
    private final Map<Version, Landing> landings = new LinkedHashMap<>();

    StreamLandings(
            TimeTile planned,
            StreamVersions versions,
            EdgePoints edges,
            List<Axis> axes,
            Names names,
            int threads,
            Sequence sequence) {
        this.along = planned.dimensions().getFirst();
        this.row = planned.dimensions().getLast();
        this.versions = versions;
        this.edges = edges;
        this.axes = axes;
        this.names = names;
        this.threads = threads;
        this.sequence = sequence;
    }

    /** Makes one for the newest plane of a version, where its elements are large enough. */
    void add(Version version, int vector) {
        Tile tile = version.planes.getFirst();
        if (Landing.isPossible(tile.type(), vector)) {
            landings.put(
                    version,
                    new Landing(
                            names.fresh(tile.name() + "_landing"),
                            tile,
                            axes.stream().map(Axis::perThread).toList(),
                            threads,
                            vector,
                            sequence,
                            version.places));
        }
    }

    /** Whether some version does so in blocks inside, or in those at the boundary. */
    boolean are(boolean interior) {
        return landings.keySet().stream().anyMatch(v -> has(v, interior));
    }

    /** Whether a version comes so: at the boundary, where points are copied one by one, if single elements are large enough and nothing asks what statements write. */
    boolean has(Version version, boolean interior) {
        Landing landing = landings.get(version);
        return landing != null && (interior || StreamGuards.isLoaded(version) && Landing.isPossible(landing.type(), 1));
    }

    private Landing of(Version version) {
        return Objects.requireNonNull(landings.get(version));
    }

    /** Takes a plane of a version that is loaded, which arrived {@code age} steps ago. */
    Operation take(Version version, int age) {
        return new Operation.TakeLanding(of(version), version.planes.get(age), 1 + age, arrived(age));
    }

    /** Starts to copy the next plane of a version, those points of it at which a condition holds for all of an access or none. */
    Operation start(Version version, List<Affine> indices, Condition guard) {
        Landing landing = of(version);
        return new Operation.Land(landing, StreamVersions.at(landing.tile(), indices), guard, landing.vector());
    }

    /** The same of single points. */
    Operation startSingle(Version version, Condition guard) {
        Landing landing = of(version);
        Tile source = StreamVersions.at(landing.tile(), versions.indices(version.lag - 1));
        return new Operation.Land(landing, source, guard, 1);
    }

    /**
     * The elements of a version that no statement writes, and with them others of the same access, which statements write afterwards; the points without such elements get zero.
     *
     * @param inBounds planes that the array has
     */
    List<Operation> unwritten(Version version, Condition inBounds) {
        Landing landing = of(version);
        Tile tile = landing.tile();
        Map<String, Affine> here = Map.of(along.variable(), versions.plane(version.lag));
        Map<String, Affine> next =
                Map.of(along.variable(), Affine.variable(along.variable()).plus(1));
        List<Condition> unwritten = version.held.written().substitute(here).conjuncts().stream()
                .map(c -> somewhere(c, landing.vector()))
                .toList();
        Condition guard = Affines.and(List.of(inBounds, Condition.or(unwritten)));
        List<Affine> indices = tile.indices().stream()
                .map(i -> Affines.simplify(i.substitute(next)))
                .toList();
        Value zero = tile.type().isFloating() ? new Value.RealLiteral(tile.type(), "0.0") : new Value.IntegerLiteral(0);
        return List.of(
                new Operation.Assign(new Operation.Target.TileTarget(tile), zero, Condition.TRUE),
                new Operation.TakeLanding(landing, tile, 1, Affines.and(List.of(arrived(0), guard))),
                new Operation.Land(
                        landing, StreamVersions.at(tile, indices), guard.substitute(next), landing.vector()));
    }

    /** Where a condition fails at some element of an access. */
    private Condition somewhere(Condition condition, int vector) {
        if (!condition.variables().contains(row.variable())) {
            return edges.atEdges(condition).negated();
        }
        if (!(condition instanceof Condition.Compare compare)) {
            return Condition.TRUE;
        }
        long coefficient = LinearForm.of(compare.left().minus(compare.right())).coefficient(row.variable());
        boolean grows = switch (compare.relation()) {
            case GE, GT -> coefficient > 0;
            case LE, LT -> coefficient < 0;
            case EQ, NE -> false;
        };
        boolean ordered = compare.relation() != Condition.Relation.EQ && compare.relation() != Condition.Relation.NE;
        if (!ordered) {
            return Condition.TRUE;
        }
        Affine last = Affine.variable(row.variable()).plus(vector - 1L);
        return (grows ? condition : condition.substitute(Map.of(row.variable(), last))).negated();
    }

    /** Behind the first step, which starts the first copies, by as many steps. */
    private Condition arrived(int steps) {
        return new Condition.Compare(
                Affine.variable(along.variable()),
                Condition.Relation.GE,
                Affines.simplify(along.base().plus(steps)));
    }
}
