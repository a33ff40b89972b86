package tilewright.cli.pipeline;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tilewright.dependence.Dependences;
import tilewright.kernel.Simt;
import tilewright.ranking.ModelErrors;
import tilewright.ranking.ProgramTime;
import tilewright.ranking.RankedCandidate;
import tilewright.ranking.Ranker;
import tilewright.ranking.Ranking;
import tilewright.ranking.description.GpuDescription;
import tilewright.report.Quantity;
import tilewright.tiling.Tiler;
import tilewright.tiling.plan.Family;
import tilewright.tiling.schedule.PlannedNest;
import tilewright.tiling.schedule.Schedule;
import tilewright.tiling.schedule.SplitSums;
import tilewright.tiling.space.Candidate;
import tilewright.tiling.space.LoopRole;

/**
 * In how many shares long sums are predicted to take least. Shares of products are whole k-tiles. Tried are as many as give each multiprocessor a block, or half of them, and
 * then twice as many each time, until that gains nothing two times in a row; they are compared by the blocks that the nest has with its sums whole.
 *
 * <p>Example: 256 x 256 sums of 16384 products have 8 blocks of 64 x 128, too few for 132 multiprocessors, and 256 in 32 shares.
 */
final class SplitChoice {
    /** Points of the largest blocks of a product. */
    private static final long POINTS = 128 * 128;
    /** Blocks for each multiprocessor from which on more of them gain nothing: a part of the last wave is left. */
    private static final int ENOUGH_BLOCKS = 4;

    /** Elements of the shortest shares of a scan. */
    private static final int SHORTEST_SCAN = 63;
    /** Shares of a block, each of a thread: those of one warp to eight. */
    private static final List<Integer> SHARES_OF_BLOCK =
            Stream.of(1, 2, 4, 8).map(warps -> warps * Simt.WARP).toList();

    private static final int K_TILE = 8;

    private final Dependences dependences;
    private final Schedule base;
    private final SequencedMap<String, Long> sizes;
    private final GpuDescription device;

    /** @param base which nest has the sums, as {@link Schedule.Split#of} */
    SplitChoice(Dependences dependences, Schedule base, SequencedMap<String, Long> sizes, GpuDescription device) {
        this.dependences = dependences;
        this.base = base;
        this.sizes = sizes;
        this.device = device;
    }

    /**
     * Shares, by predictions.
     *
     * @param what is in shares, for people
     * @param seconds predicted
     * @param whole predicted without shares
     */
    record Found(Schedule.Split schedule, String what, double seconds, double whole) {
        /** The schedule, with a note that says what decided for it. */
        Schedule.Split said(PrintWriter notes) {
            notes.println("note: " + what + " are computed in shares, --schedule " + schedule.text() + ": predicted "
                    + Quantity.seconds(seconds) + ", whole " + Quantity.seconds(whole));
            return schedule;
        }
    }

    /** The shares; nothing where no sum may be split, or none is predicted to take so much less in shares that the model can tell ({@link ModelErrors#closest}). */
    Optional<Found> best() {
        PlannedNest nest = PlannedNest.of(dependences, base);
        Map<String, Long> all =
                nest.coalesced() == null ? sizes : nest.coalesced().sizes(sizes);
        OptionalLong scanned = SplitSums.longestScan(nest.dependences(), all);
        if (scanned.isPresent()) {
            return ofScans(scanned.getAsLong());
        }
        List<SplitSums.Sum> sums = SplitSums.sums(nest.dependences(), all);
        long blocks = sums.stream().mapToLong(SplitChoice::leastBlocks).min().orElse(Long.MAX_VALUE);
        if (blocks >= (long) ENOUGH_BLOCKS * device.processors()) {
            return Optional.empty();
        }
        Tiler tiler = Pipeline.tiler(dependences, base);
        Ranking whole = Pipeline.rank(tiler, sizes, device);
        double least = worthShares(whole);
        Optional<Schedule.Split> best = Optional.empty();
        // Lanes read what they join where it is, nothing is copied in k-tiles; and what is copied so is along the
        // innermost loop.
        int kTile = sums.stream().anyMatch(SplitSums.Sum::nested)
                ? 1
                : whole.candidates().stream()
                        .filter(c -> !c.family().roles().contains(LoopRole.REDUCTION))
                        .mapToInt(c -> c.candidate().options().kTile())
                        .max()
                        .orElse(1);
        List<Candidate> candidates = blocks(whole);
        List<String> loops = tiler.ranked().loops();
        long longest = sums.stream().mapToLong(SplitSums.Sum::iterations).max().orElse(0);
        long before = longest;
        int inVain = 0;
        for (long shares = Math.max(2, Long.highestOneBit(device.processors() / blocks));
                before > kTile && inVain < 2;
                shares *= 2) {
            long length = Math.ceilDiv(Math.ceilDiv(longest, shares), (long) kTile) * kTile;
            if (length < before && length <= Integer.MAX_VALUE) {
                Schedule.Split split = new Schedule.Split(base, (int) length);
                OptionalDouble seconds = seconds(split, candidates, loops);
                boolean gains = seconds.isPresent() && seconds.getAsDouble() < least;
                inVain = gains ? 0 : inVain + 1;
                if (gains) {
                    least = seconds.getAsDouble();
                    best = Optional.of(split);
                }
            }
            before = length;
        }
        return found("sums", best, least, whole);
    }

    /** Shares change the order of sums and take memory: what the model cannot tell from whole sums stays whole. */
    private double worthShares(Ranking whole) {
        return whole.leastProgramSeconds()
                / ModelErrors.shipped().closest(device).orElse(1.0);
    }

    private static Optional<Found> found(String what, Optional<Schedule.Split> best, double least, Ranking whole) {
        return best.map(schedule -> new Found(schedule, what, least, whole.leastProgramSeconds()));
    }

    /**
     * Shares of scans have an odd number of elements, so that threads whose shares lie beside each other in shared memory ask different banks: one less than 64, and than twice as many each time, until that gains nothing two times in a
     * row. What joins them is in shares of that length in its turn, until no more than one of these is left.
     */
    private Optional<Found> ofScans(long iterations) {
        Ranking whole = Pipeline.rank(Pipeline.tiler(dependences, base), sizes, device);
        double least = worthShares(whole);
        Optional<Schedule.Split> best = Optional.empty();
        int inVain = 0;
        for (int length = SHORTEST_SCAN;
                length < iterations && length <= longestScan() && inVain < 2;
                length = 2 * length + 1) {
            List<Integer> lengths = new ArrayList<>(List.of(length));
            for (long left = iterations / length; left > length; left /= length) {
                lengths.add(length);
            }
            Schedule.Split split = new Schedule.Split(base, lengths);
            OptionalDouble seconds = secondsOfScans(split);
            boolean gains = seconds.isPresent() && seconds.getAsDouble() < least;
            inVain = gains ? 0 : inVain + 1;
            if (gains) {
                least = seconds.getAsDouble();
                best = Optional.of(split);
            }
        }
        return found("scans", best, least, whole);
    }

    /**
     * Elements of the longest shares of a scan: a box of so many for each thread of a warp fits shared memory. Example: 511 of 8 bytes for 32 threads, in 227 KB.
     */
    private int longestScan() {
        return Integer.highestOneBit(device.limits().sharedBytesPerBlock() / (Simt.WARP * Long.BYTES)) - 1;
    }

    private OptionalDouble secondsOfScans(Schedule.Split split) {
        Tiler tiler = Pipeline.tiler(dependences, split);
        List<Candidate> blocks = new ArrayList<>();
        for (Family family : tiler.families()) {
            int last = family.roles().lastIndexOf(LoopRole.PARALLEL);
            for (int threads : SHARES_OF_BLOCK) {
                List<Integer> block = IntStream.range(0, family.roles().size())
                        .mapToObj(z -> z == last ? threads : family.roles().get(z) == LoopRole.KERNEL ? K_TILE : 1)
                        .toList();
                blocks.add(new Candidate(block, block.stream().map(_ -> 1).toList(), new Candidate.Options(K_TILE, 1)));
            }
        }
        return seconds(tiler, blocks);
    }

    /** Blocks that compute a sum's results when they are largest: one for each result where lanes share it out. */
    private static long leastBlocks(SplitSums.Sum sum) {
        return Math.max(1, sum.lanes() ? sum.results() : sum.results() / POINTS);
    }

    /** Of all candidates with the same block and thread sizes along loops that threads share out the first. */
    private static List<Candidate> blocks(Ranking whole) {
        Map<List<Integer>, Candidate> first = new LinkedHashMap<>();
        for (RankedCandidate each : whole.candidates()) {
            Candidate candidate = each.candidate();
            List<Integer> cut = IntStream.range(0, candidate.block().size())
                    .filter(z -> isOfThreads(each.family().roles().get(z)))
                    .boxed()
                    .flatMap(z -> Stream.of(
                            candidate.block().get(z), candidate.thread().get(z)))
                    .toList();
            first.putIfAbsent(cut, candidate);
        }
        return List.copyOf(first.values());
    }

    private static boolean isOfThreads(LoopRole role) {
        return role == LoopRole.PARALLEL || role == LoopRole.REDUCTION;
    }

    /** @param loops of the whole nest, which the candidates' sizes belong to */
    private OptionalDouble seconds(Schedule.Split split, List<Candidate> blocks, List<String> loops) {
        Tiler tiler = Pipeline.tiler(dependences, split);
        List<Integer> places = places(loops, tiler.ranked().loops());
        return seconds(
                tiler,
                blocks.stream()
                        .map(c -> new Candidate(ofShares(c.block(), places), ofShares(c.thread(), places), c.options()))
                        .toList());
    }

    /**
     * Of each loop of the nest in shares, but for the outermost, which runs over the shares, which loop of the whole nest it is, or is a share of. Loops over
     * a sum's elements may have changed places with those that it adds up along.
     */
    private static List<Integer> places(List<String> whole, List<String> shares) {
        List<String> inside = shares.subList(1, shares.size());
        Iterator<Integer> cut = IntStream.range(0, whole.size())
                .filter(z -> !inside.contains(whole.get(z)))
                .iterator();
        return inside.stream()
                .map(loop ->
                        whole.contains(loop) ? whole.indexOf(loop) : cut.hasNext() ? cut.next() : Integer.valueOf(-1))
                .toList();
    }

    /** Sizes with 1 for the loop over shares, and for a loop that the whole nest does not have. */
    private static List<Integer> ofShares(List<Integer> values, List<Integer> places) {
        return Stream.concat(Stream.of(1), places.stream().map(z -> z >= 0 && z < values.size() ? values.get(z) : 1))
                .toList();
    }

    private OptionalDouble seconds(Tiler tiler, List<Candidate> blocks) {
        ProgramTime time = Pipeline.programTime(tiler, sizes, device);
        return Ranker.order(tiler, sizes, device, blocks, time).stream()
                .limit(1)
                .mapToDouble(time::seconds)
                .findFirst();
    }
}
