package tilewright.ranking.cost;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.DataType;
import tilewright.model.Expression;
import tilewright.model.LinearForm;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.Statement;
import tilewright.ranking.description.HostDescription;
import tilewright.ranking.work.ExpressionCost;
import tilewright.tiling.plan.Strategy;
import tilewright.tiling.space.WrittenLoops;

/**
 * Time of the nest as written on a CPU ({@link tilewright.tiling.plan.HostStep.AsWritten}): its loops take their instructions, down to rows, and what each cache does not hold between two uses
 * comes from the next one, as in a block's visit. Loops whose bounds move with others count with values in the middle of the ranges around them.
 */
public final class HostWritten {
    private final LoopNest nest;
    private final HostDescription device;
    private final HostRows rows;
    private final WrittenLoops.Shared shared;
    private final List<Node.Loop> loops;
    private final Map<String, Long> values;
    /** Instructions outside of loops that threads share. */
    private double alone;
    /** Those inside, of all threads. */
    private double together;
    /** How often threads start. */
    private double starts;
    /** Elements that statements read and write. */
    private double reads;

    private double writes;

    private HostWritten(LoopNest nest, Map<String, Long> sizes, WrittenLoops.Shared shared, HostDescription device) {
        this.nest = nest;
        this.device = device;
        this.rows = new HostRows(device);
        this.shared = shared;
        this.loops = WrittenLoops.of(nest);
        this.values = new HashMap<>(sizes);
    }

    /** @param shared what is known of the nest's loops */
    public static Prediction predict(
            LoopNest nest, Map<String, Long> sizes, WrittenLoops.Shared shared, HostDescription device) {
        return new HostWritten(nest, sizes, shared, device).prediction();
    }

    private Prediction prediction() {
        List<HostLoop> all = nodes(nest.body(), 1, true);
        double swept = new HostFootprints(all)
                .all().values().stream().mapToDouble(HostLoop.Part::bytes).sum();
        double waits = HostLoop.starts(all) * HostTransfers.startSeconds(device, swept, 1);
        HostTransfers transfers = HostTransfers.of(device, all, swept, 1);
        boolean threads = together > alone;
        double processors = threads ? device.processors() : 1;
        double instructions = alone + together / device.processors();
        double arithmetic = HostLoop.operations(all) / processors;
        double moving = transfers.coreSeconds() / processors;
        double cores = Queueing.overlapped(instructions + waits / processors, moving, device.overlap());
        double rate =
                threads ? device.memory().bytesPerSecond() : device.memory().coreBytesPerSecond();
        double memory = transfers.memoryCharge() / rate;
        double seconds =
                starts * device.threads().forkJoinSeconds() + Queueing.overlapped(cores, memory, device.overlap());
        return new Prediction(
                seconds,
                Prediction.terms(
                        seconds,
                        arithmetic,
                        Math.max(0, instructions - arithmetic) + moving,
                        transfers.lastBytes() / device.lastCache().bytesPerSecond(),
                        memory),
                new Prediction.Traffic(
                        reads, writes, transfers.lastBytes(), transfers.memoryBytes(), transfers.innerBytes()),
                List.of(new Prediction.LevelTime("the nest as written", seconds)),
                null);
    }

    /**
     * The loops of nodes.
     *
     * @param times how often they run
     * @param counts whether their instructions are not counted by a loop around
     */
    private List<HostLoop> nodes(List<Node> nodes, double times, boolean counts) {
        List<HostLoop> found = new ArrayList<>();
        for (Node node : nodes) {
            switch (node) {
                case Node.Loop l -> found.add(loop(l, times, counts));
                case Node.Guard g -> {
                    found.addAll(nodes(g.then(), times, counts));
                    found.addAll(nodes(g.otherwise(), times, counts));
                }
                case Node.Repeat r -> throw r.notAffine();
                case Statement s -> {
                    HostLoop.Row row = row(s, null, 1);
                    count(s, times);
                    alone += counts ? times * row.seconds() : 0;
                    found.add(row);
                }
            }
        }
        return found;
    }

    private void count(Statement statement, double times) {
        reads += times * statement.value().reads().size();
        writes += times;
    }

    private HostLoop loop(Node.Loop loop, double times, boolean counts) {
        double iterations = Math.max(0, WrittenLoops.iterations(loop).evaluate(values::get));
        Long outer = values.put(loop.variable(), WrittenLoops.middle(loop).evaluate(values::get));
        boolean takenApart = counts && !shared.parallel().contains(loop);
        boolean innermost = loop.body().stream().allMatch(Statement.class::isInstance);
        HostLoop made;
        if (innermost) {
            List<HostLoop> inside = new ArrayList<>();
            for (Node node : loop.body()) {
                inside.add(row((Statement) node, loop, iterations));
                count((Statement) node, times * iterations);
            }
            made = inside.size() == 1 ? inside.getFirst() : new HostLoop.Repeat(loops.size(), 1, inside);
        } else {
            made = new HostLoop.Repeat(
                    loops.indexOf(loop), iterations, nodes(loop.body(), times * iterations, takenApart));
        }
        if (counts && (innermost || !takenApart)) {
            double seconds = times * HostLoop.seconds(List.of(made));
            if (!takenApart && points(loop) * iterations >= HostDescription.blocksAlone(1)) {
                together += seconds;
                starts += times;
            } else {
                alone += seconds;
            }
        }
        if (outer == null) {
            values.remove(loop.variable());
        } else {
            values.put(loop.variable(), outer);
        }
        return made;
    }

    /** The points of one iteration of a loop, of the statement that has the most. */
    private double points(Node.Loop loop) {
        double most = 0;
        for (Node node : loop.body()) {
            most = Math.max(
                    most,
                    switch (node) {
                        case Node.Loop l -> {
                            double iterations =
                                    Math.max(0, WrittenLoops.iterations(l).evaluate(values::get));
                            values.put(l.variable(), WrittenLoops.middle(l).evaluate(values::get));
                            yield iterations * points(l);
                        }
                        case Node.Guard _, Statement _ -> 1.0;
                        case Node.Repeat r -> throw r.notAffine();
                    });
        }
        return most;
    }

    /** A statement along its innermost loop; once where that is null. */
    private HostLoop.Row row(Statement statement, Node.@Nullable Loop along, double iterations) {
        DataType type = nest.array(statement.target().array()).type();
        HostRows.Builder row = rows.of(iterations, type.bytes());
        Set<String> known = new HashSet<>();
        for (Access access : statement.accesses()) {
            boolean writes = access.index() == 1;
            if (writes || known.add(access.toString())) {
                touch(access, along, writes, iterations, row);
            }
        }
        ExpressionCost cost =
                ExpressionCost.of(statement, nest.associative(), type, device.instructions(), false, new InArrays());
        double operations = cost.operations().stream()
                .mapToDouble(u -> rows.seconds(u.rate()))
                .sum();
        boolean vectors = along == null
                || shared.independent().contains(along)
                || shared.sums().contains(statement.id());
        if (vectors) {
            return row.compute(operations).row();
        }
        if (!shared.chained().contains(statement.id())) {
            // Another statement of its loop keeps compilers from making vectors.
            return row.oneByOne().compute(operations).row();
        }
        double chain = cost.chain() > 0 ? cost.chain() : cost.depth();
        return row.oneByOne().once(iterations * Math.max(chain, operations)).row();
    }

    private void touch(
            Access access, Node.@Nullable Loop along, boolean writes, double iterations, HostRows.Builder row) {
        String data = data(access);
        long mask = mask(access);
        if (along == null || coefficient(access, along) == Reach.NONE) {
            if (writes) {
                row.storeOne(data, mask);
            } else {
                row.loadOne(data, mask);
            }
        } else if (coefficient(access, along) == Reach.NEXT) {
            row.inArray();
            if (writes) {
                row.store(data, mask);
            } else {
                row.load(data, mask, 1);
            }
        } else if (iterations * HostRows.LINE <= device.caches().get(1).bytes()) {
            int stride = stride(access, along);
            row.column(data, mask, writes).lines(stride).fetched(stride).pages(stride, true);
        } else {
            row.strided(data, mask, writes).pages(stride(access, along), false);
        }
    }

    /** Bytes from the element of one iteration of a loop to that of the next one. */
    private int stride(Access access, Node.Loop loop) {
        ArrayDeclaration array = nest.array(access.array());
        long elements = 1;
        for (int d = array.dimensions() - 1; d >= 0; d--) {
            if (access.indices().get(d).variables().contains(loop.variable())) {
                break;
            }
            elements *= Math.max(1, array.bounds().get(d).extent().evaluate(values::get));
        }
        return Math.toIntExact(
                Math.min(Integer.MAX_VALUE / 2, elements * array.type().bytes()));
    }

    /** Accesses that differ by constants touch the same part of an array. */
    private String data(Access access) {
        StringBuilder name = new StringBuilder(access.array());
        for (Affine index : access.indices()) {
            LinearForm form = LinearForm.of(index);
            name.append(' ').append(form.toAffine().plus(-form.constant()));
        }
        return name.toString();
    }

    private long mask(Access access) {
        long mask = 0;
        for (int l = 0; l < Math.min(loops.size(), Long.SIZE - 1); l++) {
            String variable = loops.get(l).variable();
            boolean used = access.indices().stream().anyMatch(i -> i.variables().contains(variable));
            mask |= used ? 1L << l : 0;
        }
        return mask;
    }

    /** Where the next iteration of a loop finds its element. */
    private enum Reach {
        /** It is the same one. */
        NONE,
        /** Beside this one. */
        NEXT,
        FAR
    }

    private static Reach coefficient(Access access, Node.Loop loop) {
        List<Affine> indices = access.indices();
        String variable = loop.variable();
        if (indices.stream().noneMatch(i -> i.variables().contains(variable))) {
            return Reach.NONE;
        }
        boolean last = indices.subList(0, indices.size() - 1).stream()
                .noneMatch(i -> i.variables().contains(variable));
        Map<String, Affine> next = Map.of(variable, new Affine.Variable(variable).plus(loop.step()));
        Affine distance = LinearForm.of(indices.getLast().substitute(next).minus(indices.getLast()))
                .toAffine();
        return last && distance instanceof Affine.Constant c && Math.abs(c.value()) <= 1 ? Reach.NEXT : Reach.FAR;
    }

    /** All operands lie in arrays. */
    private final class InArrays implements ExpressionCost.Place {
        @Override
        public int loops(Access access) {
            return 0;
        }

        @Override
        public int contiguous(Access access) {
            return 0;
        }

        @Override
        public Strategy strategy(Access access) {
            return Strategy.DIRECT;
        }

        @Override
        public int parallel() {
            return 0;
        }

        @Override
        public int loopsOfLeaf(Expression leaf) {
            return 0;
        }

        @Override
        public boolean isLookedUp(Access access) {
            return false;
        }

        @Override
        public boolean isKept(Access access) {
            return false;
        }

        @Override
        public boolean isDouble(Access access) {
            return nest.array(access.array()).type() == DataType.DOUBLE;
        }
    }
}
