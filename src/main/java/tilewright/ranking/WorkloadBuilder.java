package tilewright.ranking;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import tilewright.kernel.GenerationLimits;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.Condition;
import tilewright.model.DataType;
import tilewright.model.Expression;
import tilewright.model.Interval;
import tilewright.model.Operator;
import tilewright.model.PairArithmetic;
import tilewright.model.PlacedStatement;
import tilewright.model.Statement;
import tilewright.model.ValueRanges;
import tilewright.tiling.ConstantLoops;
import tilewright.tiling.Contiguity;
import tilewright.tiling.Family;
import tilewright.tiling.LoopRole;
import tilewright.tiling.SeparateStatements;
import tilewright.tiling.SharedBoxes;
import tilewright.tiling.Strategy;
import tilewright.tiling.WalkedRows;

/** Reads a {@link Workload} off a family and the nest's accesses. */
final class WorkloadBuilder {
    /** Elements of a wide access. */
    private static final int ACCESS = 4;

    private final Problem problem;
    private final Family family;
    private final InstructionRates rates;
    private final PairArithmetic arithmetic;
    private final ValueRanges ranges;
    private final StepSampler sampler;

    private WorkloadBuilder(Problem problem, Family family, InstructionRates rates) {
        this.problem = problem;
        this.family = family;
        this.rates = rates;
        this.arithmetic = new PairArithmetic(problem.nest());
        this.ranges = new ValueRanges(problem.nest());
        this.sampler = new StepSampler(problem, family);
    }

    static Workload of(Problem problem, Family family, InstructionRates rates) {
        WorkloadBuilder builder = new WorkloadBuilder(problem, family, rates);
        List<Workload.Level> levels = family.levels().stream()
                .map(l -> new Workload.Level(
                        l.description(), l.pieces().stream().map(builder::piece).toList()))
                .toList();
        return new Workload(family, innermost(problem, family), levels);
    }

    /** As blocks order their points ({@link Contiguity#isAlong}). */
    private static int innermost(Problem problem, Family family) {
        int last = -1;
        for (int z = 0; z < family.roles().size(); z++) {
            last = switch (family.roles().get(z)) {
                case PARALLEL -> z;
                case REDUCTION -> last < 0 || Contiguity.isAlong(problem.nest(), z) ? z : last;
                case HOST, HOST_BLOCKS, FRONTS, KERNEL, UNROLLED -> last;
            };
        }
        return last;
    }

    private Workload.Piece piece(Family.PieceShape shape) {
        List<PlacedStatement> statements = shape.statements().stream()
                .map(id -> problem.nest().statement(id))
                .toList();
        Inside inside = Inside.of(shape, statements);
        List<Workload.Computation> computations =
                statements.stream().map(s -> computation(s, inside)).toList();
        List<ExpressionCost.Operand> operands = computations.stream()
                .flatMap(c -> c.cost().operands().stream())
                .distinct()
                .toList();
        List<Reference> references = references(inside);
        return new Workload.Piece(
                shape,
                mask(shape.freeLoops()),
                mask(fixedBySome(shape)),
                computations,
                references,
                operands,
                areSeparate(inside),
                endsInPadding(statements, references) ? Integer.highestOneBit(parallelLoops()) : 0,
                family.roles().contains(LoopRole.FRONTS)
                        ? boxes(statements, family.roles().indexOf(LoopRole.FRONTS), constants(statements), false)
                        : rows(statements).orElse(null));
    }

    /** What blocks access whose threads walk short rows of their own; nothing of others. */
    private Optional<FrontBoxes> rows(List<PlacedStatement> statements) {
        List<LoopRole> roles = family.roles();
        int along = roles.indexOf(LoopRole.KERNEL);
        int last = roles.lastIndexOf(LoopRole.PARALLEL);
        if (along < 0 || along != roles.lastIndexOf(LoopRole.KERNEL) || last < 0) {
            return Optional.empty();
        }
        String loop = problem.loops().get(along);
        String point = problem.loops().get(last);
        Interval values = null;
        for (PlacedStatement placed : statements) {
            OptionalInt length = placed.depth() <= along
                    ? OptionalInt.empty()
                    : WalkedRows.length(
                            placed.loops().get(along),
                            bytesOfElement(placed.statement().target()));
            boolean walks = placed.statement().accesses().stream()
                    .allMatch(a -> WalkedRows.isRowOfPoint(indices(placed, a), loop, point));
            if (length.isEmpty() || !walks) {
                return Optional.empty();
            }
            long first = placed.loops().get(along).lower().evaluate(_ -> 0);
            Interval own = new Interval(first, first + length.getAsInt() - 1);
            values = values == null
                    ? own
                    : new Interval(Math.min(values.low(), own.low()), Math.max(values.high(), own.high()));
        }
        return values == null ? Optional.empty() : Optional.of(boxes(statements, along, Map.of(loop, values), true));
    }

    private int bytesOfElement(Access access) {
        return problem.nest().array(access.array()).type().bytes();
    }

    /**
     * What blocks access, targets first.
     *
     * @param carrying the loop whose iterations follow each other
     * @param walked whether threads walk rows of their own along it
     */
    private FrontBoxes boxes(
            List<PlacedStatement> statements, int carrying, Map<String, Interval> constants, boolean walked) {
        Map<String, List<SharedBoxes.Element>> elements = new LinkedHashMap<>();
        for (boolean targets : new boolean[] {true, false}) {
            for (PlacedStatement placed : statements) {
                Condition where = Condition.and(placed.guards()).substitute(names(placed));
                placed.statement().accesses().stream()
                        .filter(a -> targets == (a.index() == 1))
                        .forEach(a -> elements.computeIfAbsent(a.array(), _ -> new ArrayList<>())
                                .add(new SharedBoxes.Element(indices(placed, a), where, targets)));
            }
        }
        Map<String, SharedBoxes.Accesses> arrays = new LinkedHashMap<>();
        elements.forEach((array, all) -> arrays.put(
                array, new SharedBoxes.Accesses(problem.nest().array(array).type(), all)));
        return new FrontBoxes(
                problem.loops(),
                arrays,
                problem.loops().get(carrying),
                constants,
                walked,
                arrays.keySet().stream().mapToDouble(this::bytes).sum());
    }

    private Map<String, Interval> constants(List<PlacedStatement> statements) {
        Map<String, Interval> constants = new LinkedHashMap<>();
        for (int z = 0; z < problem.loops().size(); z++) {
            String loop = problem.loops().get(z);
            ConstantLoops.values(statements, z).ifPresent(v -> constants.put(loop, v));
        }
        return constants;
    }

    private double bytes(String array) {
        ArrayDeclaration declaration = problem.nest().array(array);
        return declaration.type().bytes()
                * declaration.bounds().stream()
                        .mapToDouble(
                                b -> b.extent().evaluate(v -> problem.sizes().getOrDefault(v, 0L)))
                        .reduce(1, (x, y) -> x * y);
    }

    private boolean areSeparate(Inside inside) {
        Map<Statement, PlacedStatement> placed = new IdentityHashMap<>();
        inside.statements().forEach(p -> placed.put(p.statement(), p));
        return SeparateStatements.are(
                List.copyOf(placed.keySet()),
                (s, access) -> inside.place(Objects.requireNonNull(placed.get(s)), access)
                        .strategy());
    }

    /**
     * Whether blocks at the end of the last parallel loop run the body of interior ones (in generated kernels {@code
     * PaddedBlocks}): statements on own and staged values, whose rows end where the loop does and have padding, in
     * arrays of which some blocks are partial whatever the sizes.
     */
    private boolean endsInPadding(List<PlacedStatement> statements, List<Reference> references) {
        return references.stream().allMatch(r -> r.strategy() == Strategy.OWN || r.strategy() == Strategy.STAGED)
                && statements.stream().allMatch(this::endsInPadding);
    }

    private boolean endsInPadding(PlacedStatement placed) {
        int last = Integer.numberOfTrailingZeros(Integer.highestOneBit(parallelLoops()));
        Access target = placed.statement().target();
        boolean simple = last < placed.depth()
                && !target.indices().isEmpty()
                && problem.nest().array(target.array()).hasUnevenRows()
                && contiguous(indices(placed, target)) == 1 << last;
        if (!simple) {
            return false;
        }
        ArrayDeclaration.Bounds row =
                problem.nest().array(target.array()).bounds().getLast();
        Affine bound = placed.loops().get(last).upper();
        Map<String, Affine> end = Map.of(placed.loopVariables().get(last), bound);
        boolean whole = problem.sizes().keySet().containsAll(bound.variables())
                && target.indices().getLast().substitute(end).equals(row.upper());
        long extent = whole ? row.extent().evaluate(v -> problem.sizes().getOrDefault(v, 0L)) : 0;
        return whole && Math.floorMod(-extent, GenerationLimits.ROW_ALIGNMENT) >= ACCESS;
    }

    /** A step of an elimination fixes one block of each parallel loop; pieces that range over the others skip it. */
    private List<Integer> fixedBySome(Family.PieceShape shape) {
        if (!family.roles().contains(LoopRole.HOST_BLOCKS)) {
            return List.of();
        }
        return shape.freeLoops().stream()
                .filter(z -> family.levels().stream()
                        .flatMap(l -> l.pieces().stream())
                        .anyMatch(p -> !p.freeLoops().contains(z)))
                .toList();
    }

    private static int mask(List<Integer> loops) {
        return loops.stream().mapToInt(z -> 1 << z).sum();
    }

    /** A piece under construction. */
    private record Inside(Family.PieceShape shape, List<PlacedStatement> statements, Map<Use, Family.Place> places) {
        /** An access of a statement, by their numbers. */
        private record Use(String statement, int access) {}

        static Inside of(Family.PieceShape shape, List<PlacedStatement> statements) {
            Map<Use, Family.Place> places = new HashMap<>();
            shape.places().forEach(p -> places.put(new Use(p.statement(), p.access()), p));
            return new Inside(shape, statements, places);
        }

        Family.Place place(PlacedStatement placed, Access access) {
            Family.Place place = places.get(new Use(placed.statement().id(), access.index()));
            if (place == null) {
                throw new IllegalArgumentException(
                        "the family does not say where " + access + " of " + placed.statement() + " finds its value");
            }
            return place;
        }
    }

    private Workload.Computation computation(PlacedStatement placed, Inside inside) {
        DataType type =
                problem.nest().array(placed.statement().target().array()).type();
        int pinned = pinned(placed);
        ExpressionCost cost = ExpressionCost.of(
                placed.statement(),
                problem.nest().associative(),
                type,
                rates,
                arithmetic.holdsFor(placed.statement()),
                place(placed, inside));
        boolean extreme = type != DataType.DOUBLE
                && type != DataType.SHORT
                && type != DataType.HALF
                && placed.statement().value() instanceof Expression.Apply(Operator operator, List<Expression> operands)
                && operator.isExtreme()
                && (type == DataType.INTEGER
                        ? operands.stream().noneMatch(WorkloadBuilder::isSum)
                        : ranges.of(placed.statement().target().array()).isNonNegative());
        return new Workload.Computation(
                placed.statement().id(),
                cost,
                pinned,
                guards(placed, inside.shape()),
                moving(placed),
                extreme,
                update(type, placed.statement().value()));
    }

    /**
     * The parallel loops of which it has one value at most in an iteration of the loops inside: those that it does not run, those whose bounds are the same, and of a statement that
     * runs at k = j, where k is a loop inside, j.
     */
    private int pinned(PlacedStatement placed) {
        List<Affine> coordinates = Objects.requireNonNull(
                problem.coordinates().get(placed.statement().id()));
        int pinned = 0;
        for (int d = 0; d < problem.loops().size(); d++) {
            boolean one = d >= placed.depth()
                    || placed.loops()
                            .get(d)
                            .lower()
                            .equals(placed.loops().get(d).upper());
            pinned |= one ? 1 << d : 0;
            if (d >= placed.depth() && isSequential(d) && coordinates.get(d) instanceof Affine.Variable own) {
                int same = placed.loopVariables().indexOf(own.name());
                pinned |= same < 0 ? 0 : 1 << same;
            }
        }
        return pinned & parallelLoops();
    }

    /** Rows are measured for two types of floating-point numbers, by bytes, and for two operations. */
    private static String update(DataType type, Expression value) {
        boolean least =
                value instanceof Expression.Apply(Operator operator, List<Expression> _) && operator.isExtreme();
        return (type.bytes() == Double.BYTES ? "double" : "real") + (least ? " min" : " fma");
    }

    private static boolean isSum(Expression expression) {
        return expression instanceof Expression.Apply a && a.operator() == Operator.ADD;
    }

    /** The parallel loops with which the bounds of a loop move that runs inside the kernel as a whole. */
    private int moving(PlacedStatement placed) {
        Set<String> bounds = new HashSet<>();
        for (int d = 0; d < placed.depth(); d++) {
            if (family.roles().get(d) == LoopRole.KERNEL) {
                bounds.addAll(placed.loops().get(d).lower().variables());
                bounds.addAll(placed.loops().get(d).upper().variables());
            }
        }
        int moving = 0;
        for (int d = 0; d < placed.depth(); d++) {
            boolean parallel = family.roles().get(d) == LoopRole.PARALLEL;
            moving |= parallel && bounds.contains(placed.loopVariables().get(d)) ? 1 << d : 0;
        }
        return moving;
    }

    /** The loops whose block the step fixes and whose bounds move with a loop that runs inside the block. */
    private int guards(PlacedStatement placed, Family.PieceShape shape) {
        Set<String> sequential = new HashSet<>();
        for (int d = 0; d < placed.depth(); d++) {
            if (family.roles().get(d) == LoopRole.HOST_BLOCKS) {
                sequential.add(placed.loopVariables().get(d));
            }
        }
        int guards = 0;
        for (int d = 0; d < placed.depth(); d++) {
            boolean fixed = family.roles().get(d) == LoopRole.PARALLEL
                    && !shape.freeLoops().contains(d);
            Set<String> bounds = new HashSet<>(placed.loops().get(d).lower().variables());
            bounds.addAll(placed.loops().get(d).upper().variables());
            bounds.retainAll(sequential);
            guards |= fixed && !bounds.isEmpty() ? 1 << d : 0;
        }
        return guards;
    }

    private ExpressionCost.Place place(PlacedStatement placed, Inside inside) {
        return new ExpressionCost.Place() {
            @Override
            public int loops(Access access) {
                return WorkloadBuilder.this.loops(inside.place(placed, access).indices());
            }

            @Override
            public int contiguous(Access access) {
                return WorkloadBuilder.this.contiguous(
                        inside.place(placed, access).indices());
            }

            @Override
            public Strategy strategy(Access access) {
                return inside.place(placed, access).strategy();
            }

            @Override
            public int parallel() {
                return parallelLoops();
            }

            @Override
            public int loopsOfLeaf(Expression leaf) {
                return switch (leaf) {
                    case Expression.Read r -> loops(r.access());
                    case Expression.IndexValue v ->
                        WorkloadBuilder.this.loops(List.of(v.index().substitute(names(placed))));
                    case Expression.Apply _,
                            Expression.RealLiteral _,
                            Expression.IntegerLiteral _,
                            Expression.LogicalLiteral _ -> 0;
                };
            }

            @Override
            public boolean isDouble(Access access) {
                return problem.nest().array(access.array()).type() == DataType.DOUBLE;
            }

            @Override
            public boolean isKept(Access access) {
                return IntStream.range(0, family.roles().size())
                                .noneMatch(z -> isSequential(z) && (loops(access) & 1 << z) != 0)
                        && inside.statements().stream()
                                .noneMatch(s -> s.statement().target().array().equals(access.array()));
            }
        };
    }

    private int parallelLoops() {
        int mask = 0;
        for (int z = 0; z < family.roles().size(); z++) {
            mask |= family.roles().get(z) == LoopRole.PARALLEL ? 1 << z : 0;
        }
        return mask;
    }

    private boolean isSequential(int loop) {
        LoopRole role = family.roles().get(loop);
        return role.runsInside();
    }

    private Map<String, Affine> names(PlacedStatement placed) {
        Map<String, Affine> names = new HashMap<>();
        for (int d = 0; d < placed.depth(); d++) {
            names.put(
                    placed.loopVariables().get(d),
                    Affine.variable(problem.loops().get(d)));
        }
        return names;
    }

    private List<Affine> indices(PlacedStatement placed, Access access) {
        Map<String, Affine> names = names(placed);
        return access.indices().stream().map(i -> i.substitute(names)).toList();
    }

    private int loops(List<Affine> indices) {
        int mask = 0;
        for (Affine index : indices) {
            for (String variable : index.variables()) {
                int loop = problem.loops().indexOf(variable);
                mask |= loop < 0 ? 0 : 1 << loop;
            }
        }
        return mask;
    }

    private List<Reference> references(Inside inside) {
        Map<String, Reference> found = new LinkedHashMap<>();
        for (PlacedStatement placed : inside.statements()) {
            for (Access access : placed.statement().accesses()) {
                Reference reference = reference(inside, placed, access);
                String key = reference.strategy() + " " + access.array() + " "
                        + linearParts(inside.place(placed, access).indices(), reference.strategy() == Strategy.OWN);
                found.merge(key, reference, WorkloadBuilder::merge);
            }
        }
        return List.copyOf(found.values());
    }

    private static Reference merge(Reference a, Reference b) {
        return new Reference(
                a.array(),
                a.strategy(),
                a.bytes(),
                a.loops(),
                a.contiguous(),
                Math.max(a.loads(), b.loads()),
                Math.max(a.stores(), b.stores()),
                a.awaited() || b.awaited(),
                a.accesses() + b.accesses(),
                IntStream.range(0, a.spans().size())
                        .mapToObj(d -> a.spans().get(d).hull(b.spans().get(d)))
                        .toList());
    }

    private Reference reference(Inside inside, PlacedStatement placed, Access access) {
        Family.Place place = inside.place(placed, access);
        List<Affine> indices = place.indices();
        Strategy strategy = place.strategy();
        // an own element of a statement that runs one value of a loop belongs to the whole tile
        int loops = strategy == Strategy.OWN ? parallelLoops() : loops(indices);
        boolean exchanged = strategy == Strategy.EXCHANGED;
        boolean writes = access.index() == 1;
        int loads = exchanged || writes ? 0 : 1;
        return new Reference(
                access.array(),
                strategy,
                problem.nest().array(access.array()).type().bytes(),
                loops,
                // of an own one the row of its point, whatever the statement pins
                contiguous(strategy == Strategy.OWN ? Objects.requireNonNull(place.tile()) : indices),
                loads,
                exchanged || !writes ? 0 : 1,
                loads > 0 && !isHeld(inside, placed, access),
                1,
                strategy == Strategy.DIRECT ? indices.stream().map(this::span).toList() : List.of());
    }

    /** Whether a statement before has stored the same element in the same iteration: the thread still holds it, and nothing that a loop repeats comes between. */
    private static boolean isHeld(Inside inside, PlacedStatement placed, Access access) {
        List<Affine> indices = inside.place(placed, access).indices();
        for (PlacedStatement before :
                inside.statements().subList(0, inside.statements().indexOf(placed))) {
            Access target = before.statement().target();
            if (before.depth() == placed.depth()
                    && target.array().equals(access.array())
                    && inside.place(before, target).indices().equals(indices)) {
                return true;
            }
        }
        return false;
    }

    private Reference.Span span(Affine index) {
        Interval added = Interval.of(index, v -> {
            int z = problem.loops().indexOf(v);
            boolean writtenOut = z >= 0 && family.roles().get(z) == LoopRole.UNROLLED;
            return writtenOut ? sampler.whole(z) : Interval.of(0);
        });
        return new Reference.Span(loops(List.of(index)) & parallelLoops(), added, added.length());
    }

    private int contiguous(List<Affine> indices) {
        if (indices.isEmpty()) {
            return 0;
        }
        int mask = 0;
        for (int z = 0; z < problem.loops().size(); z++) {
            if (Math.abs(coefficient(indices.getLast(), z)) == 1) {
                mask |= 1 << z;
            }
        }
        return mask;
    }

    /** Accesses that differ by constants only touch, block by block, nearly the same elements. */
    private String linearParts(List<Affine> indices, boolean own) {
        if (own) {
            return "";
        }
        StringBuilder key = new StringBuilder();
        for (Affine index : indices) {
            for (int z = 0; z < problem.loops().size(); z++) {
                key.append(coefficient(index, z)).append(' ');
            }
        }
        return key.toString();
    }

    private long coefficient(Affine index, int loop) {
        String name = problem.loops().get(loop);
        long at1 = index.evaluate(v -> v.equals(name) ? 1 : 0);
        return at1 - index.evaluate(v -> 0);
    }
}
