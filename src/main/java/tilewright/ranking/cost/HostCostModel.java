package tilewright.ranking.cost;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import tilewright.ranking.description.HostDescription;
import tilewright.ranking.work.Geometry;
import tilewright.ranking.work.Problem;
import tilewright.ranking.work.StepWork;
import tilewright.ranking.work.Workload;
import tilewright.tiling.plan.Family;
import tilewright.tiling.space.Candidate;

/**
 * Time of a candidate on a CPU: blocks of a level are shared out among the cores; a visit's loops take their instructions, and what
 * each cache does not hold between two uses comes from the next one (docs/equations.md, "Predicted time on a CPU").
 */
final class HostCostModel implements CostModel {
    private final HostDescription device;
    private final HostRows rows;
    private final Map<Family, FamilyCosts> families = new IdentityHashMap<>();

    HostCostModel(Problem problem, List<Family> families, HostDescription device) {
        this.device = device;
        this.rows = new HostRows(device);
        families.forEach(f -> this.families.put(f, new FamilyCosts(problem, f, device.instructions())));
    }

    @Override
    public Prediction predict(Family family, Candidate candidate) {
        FamilyCosts costs = families.get(family);
        if (costs == null) {
            throw new IllegalArgumentException("family " + family.name() + " is not part of this model");
        }
        if (costs.timeTiles() != null) {
            return costs.timeTiles().on(device, rows, candidate);
        }
        return new Run(costs, Geometry.of(family, candidate)).predict(costs.steps(candidate.block()));
    }

    private final class Run {
        private final FamilyCosts costs;
        private final Geometry geometry;
        private final Totals totals = new Totals();

        Run(FamilyCosts costs, Geometry geometry) {
            this.costs = costs;
            this.geometry = geometry;
        }

        Prediction predict(List<StepWork> steps) {
            List<Workload.Level> levels = costs.workload().levels();
            double total = steps.stream().mapToDouble(StepWork::weight).sum();
            double spread = costs.spread(geometry, total);
            double[] seconds = new double[levels.size()];
            for (StepWork step : steps) {
                for (int l = 0; l < levels.size(); l++) {
                    seconds[l] += step.weight() * spread * level(l, step, total, spread);
                }
            }
            List<Prediction.LevelTime> times = new ArrayList<>();
            double sum = 0;
            for (int l = 0; l < seconds.length; l++) {
                times.add(new Prediction.LevelTime(levels.get(l).description(), seconds[l]));
                sum += seconds[l];
            }
            return totals.prediction(
                    sum, device.lastCache().bytesPerSecond(), device.memory().bytesPerSecond(), times, null);
        }

        /** One launch of a level: a share of the step's blocks where those are spread over several. */
        private double level(int level, StepWork step, double steps, double spread) {
            List<Workload.Piece> pieces = costs.workload().levels().get(level).pieces();
            double busy = 0;
            double blocks = 0;
            double longest = 0;
            double cache = 0;
            double memory = 0;
            double charge = 0;
            boolean once = true;
            for (int p = 0; p < pieces.size(); p++) {
                Workload.Piece piece = pieces.get(p);
                double count = step.started(piece, level, p, geometry) / spread;
                if (count > 0) {
                    Visits visits = visits(level, p, step, count, steps);
                    totals.add(visits.one(), count * step.weight() * spread, device.processors());
                    blocks += count;
                    busy += count * visits.one().service();
                    longest = Math.max(longest, visits.one().service());
                    cache += count * visits.one().cacheBytes();
                    memory += visits.memory();
                    charge += visits.charge();
                    once &= geometry.sequentialLoops() == 0;
                }
            }
            if (blocks == 0) {
                return 0;
            }
            totals.add(step.weight() * spread * cache, step.weight() * spread * memory);
            boolean alone = blocks <= (once ? HostDescription.blocksAlone(geometry.points()) : 1);
            int processors = alone ? 1 : device.processors();
            double rounds = Math.ceil(blocks / processors) * processors / blocks;
            double cores = Math.max(longest, busy / processors * rounds);
            double transfers = charge
                    / (alone
                            ? device.memory().coreBytesPerSecond()
                            : device.memory().bytesPerSecond());
            double started = alone ? 0 : device.threads().forkJoinSeconds();
            return started + Queueing.overlapped(cores, transfers, device.overlap());
        }

        /**
         * The blocks of a piece in one step.
         *
         * @param one a visit, on average
         * @param memory bytes of all
         * @param charge see {@link HostTransfers#memoryCharge}
         */
        private record Visits(BlockVisit one, double memory, double charge) {}

        private Visits visits(int level, int position, StepWork step, double count, double steps) {
            PieceCost cost = costs.costs(level).get(position);
            Workload.Piece piece = cost.piece();
            double iterations = step.iterations(level, position, geometry);
            double edges = checked(piece, level, position, step);
            HostVisit inside =
                    new HostVisit(rows, cost, geometry, costs.workload().innermost(), iterations, false);
            List<HostLoop> visit = inside.loops();
            double seconds = HostLoop.seconds(visit);
            if (inside.isInPlace()) {
                seconds *= filled(level, position, step);
            } else if (edges > 0) {
                HostVisit checked =
                        new HostVisit(rows, cost, geometry, costs.workload().innermost(), iterations, true);
                seconds += edges * (HostLoop.seconds(checked.loops()) - seconds);
            }
            double rowStarts = HostLoop.starts(visit);
            seconds += rowStarts * HostTransfers.startSeconds(device, step.workingSet(), rowStarts);
            double computing = HostLoop.operations(visit);
            List<HostLoop> all = inside.around(visit, step, level, position);
            HostTransfers transfers = HostTransfers.of(device, all, step.workingSet(), steps);
            double visits = Math.max(1, boxes(piece, level, position, step));
            double moving = transfers.coreSeconds() / visits;
            BlockVisit one = new BlockVisit(
                    iterations,
                    1,
                    device.threads().blockSeconds() + Queueing.overlapped(seconds, moving, device.overlap()),
                    0,
                    computing,
                    Math.max(0, seconds - computing) + moving,
                    transfers.innerBytes() / visits,
                    transfers.lastBytes() / visits,
                    cost.bytes().reads(geometry, iterations),
                    cost.bytes().writes(geometry, iterations));
            return new Visits(one, transfers.memoryBytes() * count / visits, transfers.memoryCharge() * count / visits);
        }

        /** Blocks of the box around a piece's range, those that have no work included. */
        private double boxes(Workload.Piece piece, int level, int position, StepWork step) {
            double boxes = 1;
            for (int z = 0; z < geometry.loops(); z++) {
                boxes *= (piece.free() & 1 << z) != 0 ? step.along(level, position, z, geometry) : 1;
            }
            return boxes;
        }

        /** Points inside the domain, of all points of blocks: loops over elements in their arrays end with it. */
        private double filled(int level, int position, StepWork step) {
            double part = 1;
            for (int z = 0; z < geometry.loops(); z++) {
                if (geometry.isParallel(z)) {
                    double extent = step.extent(level, position, z);
                    part *= Math.min(1, extent / (Math.ceil(extent / geometry.block(z)) * geometry.block(z)));
                }
            }
            return part;
        }

        /**
         * Part of the blocks that run have points outside the domain: blocks that end beyond it, and those that the edge of a triangle crosses, which are half full on
         * average. Example: 16 blocks of which 12 would hold all points: 8 are crossed.
         */
        private double checked(Workload.Piece piece, int level, int position, StepWork step) {
            double full = step.blocks(piece, level, position, geometry);
            double started = step.started(piece, level, position, geometry);
            double inside = Math.clamp(1 - edges(piece, level, position, step) / full, 0, 1);
            return 1 - inside * Math.clamp(2 * full / started - 1, 0, 1);
        }

        /** Blocks of which some points lie outside the domain; of those whose lanes do not fill their last row, that row. */
        private double edges(Workload.Piece piece, int level, int position, StepWork step) {
            double blocks = step.blocks(piece, level, position, geometry);
            double whole = step.wholeBlocks(piece, level, position, geometry);
            double edges = whole > 0 ? blocks - whole : step.edgeBlocks(piece, level, position, geometry);
            return edges + (blocks - edges) * lastRows(level, position, step);
        }

        /**
         * Part of a block's rows that lanes of a reduction do not fill: the last one of each block, where the others ask for no element (the pass {@code rows-inside}). Example: 16
         * lanes share out 2003 iterations in 126 rows, of which 1 is asked.
         */
        private double lastRows(int level, int position, StepWork step) {
            double part = 0;
            for (int z = 0; z < geometry.loops(); z++) {
                // The lanes of a reduction lie in every block.
                boolean lanes = geometry.isParallel(z) && geometry.isSequential(z);
                double extent = step.extent(level, position, z);
                if (lanes && extent % geometry.block(z) != 0) {
                    part = Math.max(part, 1 / Math.ceil(extent / geometry.block(z)));
                }
            }
            return part;
        }
    }
}
