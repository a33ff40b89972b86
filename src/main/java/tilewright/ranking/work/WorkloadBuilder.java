package tilewright.ranking.work;

import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tilewright.kernel.GenerationLimits;
import tilewright.kernel.Simt;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.DataType;
import tilewright.model.Expression;
import tilewright.model.Interval;
import tilewright.model.Operator;
import tilewright.model.PairArithmetic;
import tilewright.model.PlacedStatement;
import tilewright.model.Statement;
import tilewright.model.ValueRanges;
import tilewright.ranking.description.InstructionRates;
import tilewright.tiling.plan.Family;
import tilewright.tiling.plan.Strategy;
import tilewright.tiling.property.RegisterArrays;
import tilewright.tiling.property.SeparateStatements;
import tilewright.tiling.space.Contiguity;
import tilewright.tiling.space.LoopRole;

/** Reads a {@link Workload} off a family and the nest's accesses. */
public final class WorkloadBuilder {
    /** Elements of a wide access. */
    private static final int ACCESS = 4;

    private final Problem problem;
    private final Family family;
    private final InstructionRates rates;
    private final PairArithmetic arithmetic;
    private final ValueRanges ranges;
    private final StepSampler sampler;
    private final FamilyLoops loops;
    /** Arrays whose elements are in registers alone. */
    private final Set<String> registers;

    private WorkloadBuilder(Problem problem, Family family, InstructionRates rates) {
        this.problem = problem;
        this.family = family;
        this.rates = rates;
        this.arithmetic = new PairArithmetic(problem.nest());
        this.ranges = new ValueRanges(problem.nest());
        this.sampler = new StepSampler(problem, family);
        this.loops = new FamilyLoops(problem, family);
        this.registers = inRegisters();
    }

    public static Workload of(Problem problem, Family family, InstructionRates rates) {
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
        Inside inside = Inside.of(shape, statements, MiddleIndices.of(problem, sampler));
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
                endsInPadding(statements, references) ? Integer.highestOneBit(loops.parallel()) : 0,
                new PieceBoxes(loops).of(statements));
    }

    /** The problem's own arrays that points of one launch alone access, which have them in registers. */
    private Set<String> inRegisters() {
        if (problem.own().isEmpty() || family.time() != null || family.roles().contains(LoopRole.HOST_BLOCKS)) {
            return Set.of();
        }
        List<Affine> around = IntStream.range(0, family.roles().size())
                .filter(z -> family.roles().get(z) == LoopRole.HOST)
                .mapToObj(z -> Affine.variable(problem.loops().get(z)))
                .toList();
        Map<String, List<RegisterArrays.Use>> uses = new HashMap<>();
        Set<String> several = new HashSet<>();
        family.levels().stream()
                .flatMap(l -> l.pieces().stream())
                .forEach(p -> uses(p).forEach((array, own) -> {
                    if (uses.put(array, own) != null) {
                        several.add(array);
                    }
                }));
        return uses.entrySet().stream()
                .filter(e -> problem.own().contains(e.getKey()) && !several.contains(e.getKey()))
                .filter(e -> RegisterArrays.needNoMemory(e.getValue().stream(), around))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    /** By array, where a piece finds its elements. */
    private Map<String, List<RegisterArrays.Use>> uses(Family.PieceShape piece) {
        Map<String, Statement> statements = problem.nest().statements().stream()
                .map(PlacedStatement::statement)
                .collect(Collectors.toMap(Statement::id, s -> s));
        return piece.places().stream()
                .collect(Collectors.groupingBy(
                        p -> Objects.requireNonNull(statements.get(p.statement())).accesses().stream()
                                .filter(a -> a.index() == p.access())
                                .findFirst()
                                .orElseThrow()
                                .array(),
                        Collectors.mapping(
                                p -> new RegisterArrays.Use(p.strategy(), p.indices()), Collectors.toList())));
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
        int last = Integer.numberOfTrailingZeros(Integer.highestOneBit(loops.parallel()));
        Access target = placed.statement().target();
        boolean simple = last < placed.depth()
                && !target.indices().isEmpty()
                && GenerationLimits.hasUnevenPaddedRows(problem.nest().array(target.array()))
                && loops.contiguous(loops.indices(placed, target)) == 1 << last;
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
        int unit = GenerationLimits.rowAlignment(
                problem.nest().array(target.array()).bounds(),
                problem.nest().array(target.array()).type());
        return whole && Math.floorMod(-extent, unit) >= ACCESS;
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

        public static Inside of(Family.PieceShape shape, List<PlacedStatement> statements, MiddleIndices indices) {
            Map<Use, Family.Place> places = new HashMap<>();
            shape.places().forEach(p -> places.put(new Use(p.statement(), p.access()), indices.of(p)));
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
                loops.moving(placed),
                extreme,
                update(type, placed.statement().value()));
    }

    /**
     * The parallel loops of which it has one value at most in an iteration of the loops inside, and those that are written out of which it has one: those that it does not run, those whose bounds are the same, and of a statement that
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
            if (d >= placed.depth() && loops.isSequential(d) && coordinates.get(d) instanceof Affine.Variable own) {
                int same = placed.loopVariables().indexOf(own.name());
                pinned |= same < 0 ? 0 : 1 << same;
            }
        }
        return pinned & (loops.parallel() | loops.writtenOut());
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
                return loops.of(inside.place(placed, access).indices());
            }

            @Override
            public int contiguous(Access access) {
                return loops.contiguous(inside.place(placed, access).indices());
            }

            @Override
            public Strategy strategy(Access access) {
                return inside.place(placed, access).strategy();
            }

            @Override
            public int parallel() {
                return loops.parallel();
            }

            @Override
            public int loopsOfLeaf(Expression leaf) {
                return switch (leaf) {
                    case Expression.Read r -> loops(r.access());
                    case Expression.IndexValue v -> loops.of(List.of(v.index().substitute(loops.names(placed))));
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
            public boolean isLookedUp(Access access) {
                return problem.nest().array(access.array()).apart().test(problem.sizes()::get);
            }

            @Override
            public boolean isKept(Access access) {
                return IntStream.range(0, family.roles().size())
                                .noneMatch(z -> loops.isSequential(z) && (loops(access) & 1 << z) != 0)
                        && inside.statements().stream()
                                .noneMatch(s -> s.statement().target().array().equals(access.array()));
            }
        };
    }

    private List<Reference> references(Inside inside) {
        Map<String, Reference> found = new LinkedHashMap<>();
        for (PlacedStatement placed : inside.statements()) {
            for (Access access : placed.statement().accesses()) {
                Reference reference = reference(inside, placed, access);
                String key = reference.strategy() + " " + access.array() + " "
                        + loops.linearParts(elements(inside.place(placed, access)));
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
                a.aligned() && b.aligned(),
                IntStream.range(0, a.spans().size())
                        .mapToObj(d -> a.spans().get(d).hull(b.spans().get(d)))
                        .toList(),
                a.slides(),
                a.lattice().with(b.lattice()),
                a.boxed() && b.boxed());
    }

    private Reference reference(Inside inside, PlacedStatement placed, Access access) {
        Family.Place place = inside.place(placed, access);
        List<Affine> indices = place.indices();
        Strategy strategy = place.strategy();
        // an own element of a statement that runs one value of a loop belongs to the whole tile
        int mask = strategy == Strategy.OWN ? loops.parallel() : loops.of(indices);
        boolean exchanged = strategy == Strategy.EXCHANGED;
        boolean writes = access.index() == 1;
        boolean inRegisters = exchanged || registers.contains(access.array());
        int loads = inRegisters || writes || strategy == Strategy.OWN && !place.loaded() ? 0 : 1;
        return new Reference(
                access.array(),
                strategy,
                problem.nest().array(access.array()).type().bytes(),
                mask,
                // of an own one the row of its point, whatever the statement pins
                loops.contiguous(elements(place)),
                loads,
                inRegisters || !writes ? 0 : 1,
                loads > 0 && !isHeld(inside, placed, access),
                1,
                strategy != Strategy.DIRECT
                        || loops.isAligned(
                                indices,
                                Simt.ACCESS_BYTES
                                        / problem.nest()
                                                .array(access.array())
                                                .type()
                                                .bytes()),
                strategy == Strategy.DIRECT ? indices.stream().map(this::span).toList() : List.of(),
                loops.slides(indices, sampler::whole),
                loops.lattice(
                        problem.nest().array(access.array()),
                        elements(place),
                        sampler::whole,
                        strategy == Strategy.OWN),
                CrossedBoxes.isBoxed(loops, inside.statements(), placed, access));
    }

    /** The subscripts of an access, or of the register that the point has of it. */
    private static List<Affine> elements(Family.Place place) {
        return place.strategy() == Strategy.OWN ? Objects.requireNonNull(place.tile()) : place.indices();
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
        return new Reference.Span(
                loops.of(List.of(index)) & loops.parallel(), added, added.length(), loops.period(index));
    }
}
