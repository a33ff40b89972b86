package tilewright.tiling.space;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import tilewright.dependence.Dependences;
import tilewright.isl.Context;
import tilewright.isl.Dim;
import tilewright.isl.Map;
import tilewright.isl.Set;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.FreshName;
import tilewright.model.SetNotation;
import tilewright.model.sets.ConditionSets;

/**
 * How the common loop space is cut: a point x = (x_1..x_m) belongs to the block with coordinates
 * q_z = floor((x_z - origin) / r_z). Sets that describe blocks and their points together live in the <em>flat
 * space</em> {@code [host.., grid.., sequential.., points..]}:
 *
 * <ul>
 *   <li>host: x_z of HOST loops, q_z of HOST_BLOCKS loops, and for a FRONTS loop the sum of its q_z and those of the
 *       PARALLEL loops inside it;
 *   <li>grid: q_z of PARALLEL loops;
 *   <li>sequential: x_z of HOST_BLOCKS, FRONTS, KERNEL and UNROLLED loops, q_z of REDUCTION loops;
 *   <li>points: x_z of PARALLEL loops, the lane x_z - r_z q_z - origin of REDUCTION loops.
 * </ul>
 *
 * <p>Points lie in the order of their loops, except that lanes come last where most of what the statements read is
 * contiguous along their loop, and first where it is not: the last ones are neighbouring threads.
 */
public final class BlockSpace {
    /** One dimension of the flat space: a loop (index into the common loop space) and the variable's name. */
    public record Variable(int loop, String name) {}

    private final Context context;
    private final Dependences dependences;
    private final List<LoopRole> roles;
    private final List<Integer> block;
    private final long origin;
    private final int group;
    private final List<Variable> host = new ArrayList<>();
    private final List<Variable> grid = new ArrayList<>();
    private final List<Variable> sequential = new ArrayList<>();
    private final List<Variable> points = new ArrayList<>();
    private final List<Variable> lanes = new ArrayList<>();

    public BlockSpace(Dependences dependences, List<LoopRole> roles, List<Integer> block, long origin) {
        this(dependences, roles, block, origin, 0);
    }

    /**
     * @param group number of values of the first HOST_BLOCKS loop that an outer host variable stands for: the host then
     *     runs over groups and, inside, over their blocks; 0 for no groups
     */
    public BlockSpace(Dependences dependences, List<LoopRole> roles, List<Integer> block, long origin, int group) {
        this.group = group;
        this.dependences = dependences;
        this.context = dependences.context();
        this.roles = List.copyOf(roles);
        this.block = List.copyOf(block);
        this.origin = origin;
        java.util.Set<String> taken = namesInUse();
        for (int z = 0; z < roles.size(); z++) {
            String loop = dependences.loops().get(z);
            switch (roles.get(z)) {
                case HOST -> host.add(new Variable(z, loop));
                case HOST_BLOCKS -> {
                    host.add(new Variable(z, fresh(loop + "b", taken)));
                    if (group > 0 && host.size() == 1) {
                        host.add(new Variable(z, fresh(loop + "s", taken)));
                    }
                    sequential.add(new Variable(z, loop));
                }
                case FRONTS -> {
                    host.add(new Variable(z, fresh("front", taken)));
                    sequential.add(new Variable(z, loop));
                }
                case KERNEL, UNROLLED -> sequential.add(new Variable(z, loop));
                case REDUCTION -> {
                    sequential.add(new Variable(z, fresh(loop + "b", taken)));
                    lanes.add(new Variable(z, fresh(loop + "_lane", taken)));
                }
                case PARALLEL -> {
                    grid.add(new Variable(z, fresh(loop + "b", taken)));
                    points.add(new Variable(z, loop));
                }
            }
        }
        for (Variable lane : lanes) {
            points.add(Contiguity.isAlong(dependences.nest(), lane.loop()) ? points.size() : 0, lane);
        }
    }

    /** The dimensions among the points that are lanes of a reduction. */
    public List<Variable> lanes() {
        return lanes;
    }

    /** The value of a loop's variable in terms of the flat space. */
    public Affine coordinate(int loop) {
        if (roles.get(loop) != LoopRole.REDUCTION) {
            return Affine.variable(dependences.loops().get(loop));
        }
        return Affine.variable(name(sequential, loop))
                .times(block.get(loop))
                .plus(Affine.variable(name(lanes, loop)))
                .plus(origin);
    }

    private static String name(List<Variable> variables, int loop) {
        return variables.stream()
                .filter(v -> v.loop() == loop)
                .findFirst()
                .orElseThrow()
                .name();
    }

    public List<Variable> host() {
        return host;
    }

    /** The host's variables and one more. */
    public List<Variable> hostAnd(Variable last) {
        List<Variable> all = new ArrayList<>(host);
        all.add(last);
        return all;
    }

    public List<Variable> grid() {
        return grid;
    }

    public List<Variable> sequential() {
        return sequential;
    }

    public List<Variable> points() {
        return points;
    }

    public LoopRole role(int loop) {
        return roles.get(loop);
    }

    /** Whether the block coordinate of a loop is a part of the sum that a front is. */
    public boolean isInFront(int loop) {
        return LoopRole.isInFront(roles, loop);
    }

    /** Whether blocks of a sequential loop are spread over launches. */
    public boolean hasBlocksOnHost() {
        return roles.contains(LoopRole.HOST_BLOCKS);
    }

    public int blockSize(int loop) {
        return block.get(loop);
    }

    public long origin() {
        return origin;
    }

    /** First value of loop z in its block: origin + r_z q_z; of lanes, which are counted from 0, that. */
    public Affine blockFirst(int loop) {
        if (roles.get(loop) == LoopRole.REDUCTION) {
            return Affine.constant(0);
        }
        return blockCoordinate(loop).times(block.get(loop)).plus(origin);
    }

    /** q_z: a host or grid variable, or for a FRONTS loop the front less the coordinates of the loops inside it. */
    private Affine blockCoordinate(int loop) {
        Affine coordinate = Affine.variable(blockVariable(loop));
        if (roles.get(loop) == LoopRole.FRONTS) {
            for (Variable other : grid) {
                if (isInFront(other.loop())) {
                    coordinate = coordinate.minus(Affine.variable(other.name()));
                }
            }
        }
        return coordinate;
    }

    /** The map from points of the common loop space to the flat space. */
    public Map flatMap() {
        return parse("[" + String.join(", ", dependences.loops()) + "] -> " + flatTuple() + " : " + constraints()
                + reductionConstraints());
    }

    /** All points of the flat space, whatever the iteration domains. */
    public Set box() {
        return named(Set.parse(context, parameters() + "{ " + flatTuple() + " : " + constraints() + " }"));
    }

    /** The values of the host's variables, with their names, at which conditions hold. */
    public Set hostSet(List<Condition> conditions) {
        String names = host.stream().map(Variable::name).collect(Collectors.joining(", ", "[", "]"));
        return named(new ConditionSets(context, parameters(), names).all(conditions));
    }

    /** The points of the flat space at which conditions hold. */
    public Set flatSet(List<Condition> conditions) {
        return named(new ConditionSets(context, parameters(), flatTuple()).all(conditions));
    }

    /** The map from points of the common loop space to block coordinates {@code [host.., grid..]}. */
    public Map blockMap() {
        int first = host.size() + grid.size();
        return flatMap().projectOut(Dim.OUT, first, sequential.size() + points.size());
    }

    /** A relation from the flat space to elements, with constraints given as text over its variables. */
    public Map flatRelation(String array, List<Affine> indices, String constraints) {
        return Map.parse(context, parameters() + SetNotation.map(flatTuple(), array, indices, constraints));
    }

    /** Gives the dimensions of a flat set (or a prefix of one) their names back. */
    public Set named(Set flat) {
        List<Variable> all = variables();
        Set result = flat;
        for (int d = 0; d < flat.dim(Dim.SET); d++) {
            result = result.setDimName(Dim.SET, d, all.get(d).name());
        }
        return result;
    }

    /** The projection of a flat set (or a prefix of one) on some of its variables, in flat order, with their names. */
    public Set named(Set flat, List<Variable> kept) {
        List<Variable> all = variables();
        Set result = named(flat);
        for (int d = flat.dim(Dim.SET) - 1; d >= 0; d--) {
            if (!kept.contains(all.get(d))) {
                result = result.projectOut(Dim.SET, d, 1);
            }
        }
        return result;
    }

    /** All variables of the flat space, in order. */
    List<Variable> variables() {
        List<Variable> all = new ArrayList<>(host);
        all.addAll(grid);
        all.addAll(sequential);
        all.addAll(points);
        return all;
    }

    String flatTuple() {
        return variables().stream().map(Variable::name).collect(Collectors.joining(", ", "[", "]"));
    }

    private String constraints() {
        List<String> all = new ArrayList<>();
        List<String> loops = dependences.loops();
        for (int z = 0; z < roles.size(); z++) {
            if (!isWhole(roles.get(z))) {
                int r = block.get(z);
                String first = SetNotation.of(blockFirst(z));
                String value = roles.get(z) == LoopRole.REDUCTION ? name(lanes, z) : loops.get(z);
                all.add(first + " <= " + value + " <= " + first + " + " + (r - 1));
            }
        }
        if (group > 0) {
            Variable outer = host.getFirst();
            String first = group + " * " + outer.name() + " + " + origin;
            all.add(first + " <= " + loops.get(outer.loop()) + " <= " + first + " + " + (group - 1));
        }
        return all.isEmpty() ? "true" : String.join(" and ", all);
    }

    /** Whether nothing cuts a loop: all iterations of it belong to one place. */
    private static boolean isWhole(LoopRole role) {
        return switch (role) {
            case HOST, KERNEL, UNROLLED -> true;
            case HOST_BLOCKS, FRONTS, REDUCTION, PARALLEL -> false;
        };
    }

    /** Which lane and which group of iterations an iteration of a reduction's loop is. */
    private String reductionConstraints() {
        StringBuilder text = new StringBuilder();
        for (Variable lane : lanes) {
            text.append(" and ")
                    .append(dependences.loops().get(lane.loop()))
                    .append(" = ")
                    .append(SetNotation.of(coordinate(lane.loop())));
        }
        return text.toString();
    }

    /** Name of the host or grid variable that counts a loop's blocks or fronts, the innermost where there are two. */
    private String blockVariable(int loop) {
        List<Variable> where = roles.get(loop) == LoopRole.PARALLEL ? grid : host;
        return where.reversed().stream()
                .filter(v -> v.loop() == loop)
                .findFirst()
                .orElseThrow()
                .name();
    }

    private Map parse(String body) {
        return Map.parse(context, parameters() + "{ " + body + " }");
    }

    private String parameters() {
        List<String> parameters = dependences.nest().parameters();
        return parameters.isEmpty() ? "" : "[" + String.join(", ", parameters) + "] -> ";
    }

    private java.util.Set<String> namesInUse() {
        java.util.Set<String> taken = FreshName.taken(dependences.nest());
        taken.addAll(dependences.loops());
        return taken;
    }

    private static String fresh(String wanted, Collection<String> taken) {
        return FreshName.underscored(wanted, taken::add);
    }
}
