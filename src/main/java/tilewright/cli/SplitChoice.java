package tilewright.cli;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tilewright.dependence.Dependences;
import tilewright.ranking.GpuDescription;
import tilewright.ranking.ModelErrors;
import tilewright.ranking.ProgramTime;
import tilewright.ranking.RankedCandidate;
import tilewright.ranking.Ranker;
import tilewright.ranking.Ranking;
import tilewright.report.Quantity;
import tilewright.tiling.Candidate;
import tilewright.tiling.LoopRole;
import tilewright.tiling.Schedule;
import tilewright.tiling.SplitSums;
import tilewright.tiling.Tiler;

/**
 * In how many shares long sums are predicted to take least, two, four, eight and so on being compared by the blocks that the nest has with its sums whole. Shares are whole k-tiles.
 * Example: 256 x 256 sums of 16384 products have 8 blocks of 64 x 128, too few for 132 multiprocessors, and 256 in 32 shares.
 */
final class SplitChoice {
    private final Dependences dependences;
    private final SequencedMap<String, Long> sizes;
    private final GpuDescription device;

    SplitChoice(Dependences dependences, SequencedMap<String, Long> sizes, GpuDescription device) {
        this.dependences = dependences;
        this.sizes = sizes;
        this.device = device;
    }

    /**
     * The schedule; nothing where no sum may be split, or none is predicted to take so much less in shares that the model can tell ({@link ModelErrors#closest}).
     *
     * @param notes receives the predictions that decided for shares
     */
    Optional<Schedule> best(PrintWriter notes) {
        OptionalInt longest = SplitSums.longest(dependences, sizes);
        if (longest.isEmpty()) {
            return Optional.empty();
        }
        Ranking whole = Pipeline.rank(Pipeline.tiler(dependences), sizes, device);
        // Shares change the order of sums and take memory: what the model cannot tell from whole sums stays whole.
        double least = whole.programSeconds(whole.candidates().getFirst())
                / ModelErrors.shipped().closest(device).orElse(1.0);
        Optional<Schedule> best = Optional.empty();
        int kTile = whole.candidates().stream()
                .mapToInt(c -> c.candidate().options().kTile())
                .max()
                .orElse(1);
        List<Candidate> blocks = blocks(whole);
        int before = longest.getAsInt();
        for (int shares = 2; before > kTile; shares *= 2) {
            int length = Math.ceilDiv(Math.ceilDiv(longest.getAsInt(), shares), kTile) * kTile;
            if (length < before) {
                Schedule.Split split = new Schedule.Split(length);
                OptionalDouble seconds = seconds(split, blocks);
                if (seconds.isPresent() && seconds.getAsDouble() < least) {
                    least = seconds.getAsDouble();
                    best = Optional.of(split);
                }
            }
            before = length;
        }
        if (best.isPresent()) {
            notes.println("note: sums are computed in shares, --schedule "
                    + best.get().text() + ": predicted " + Quantity.seconds(least) + ", whole "
                    + Quantity.seconds(whole.programSeconds(whole.candidates().getFirst())));
        }
        return best;
    }

    /** Of all candidates with the same block and thread sizes along parallel loops the first, for a share at a time. */
    private static List<Candidate> blocks(Ranking whole) {
        Map<List<Integer>, Candidate> first = new LinkedHashMap<>();
        for (RankedCandidate each : whole.candidates()) {
            Candidate candidate = each.candidate();
            List<Integer> cut = IntStream.range(0, candidate.block().size())
                    .filter(z -> each.family().roles().get(z) == LoopRole.PARALLEL)
                    .boxed()
                    .flatMap(z -> Stream.of(
                            candidate.block().get(z), candidate.thread().get(z)))
                    .toList();
            first.putIfAbsent(cut, new Candidate(one(candidate.block()), one(candidate.thread()), candidate.options()));
        }
        return List.copyOf(first.values());
    }

    /** Sizes with 1 for the loop over shares, the outermost. */
    private static List<Integer> one(List<Integer> values) {
        List<Integer> all = new ArrayList<>();
        all.add(1);
        all.addAll(values);
        return all;
    }

    private OptionalDouble seconds(Schedule.Split split, List<Candidate> blocks) {
        Tiler tiler = Pipeline.tiler(dependences, split);
        ProgramTime time = Pipeline.programTime(tiler, sizes, device);
        return Ranker.order(tiler, sizes, device, blocks, time).stream()
                .limit(1)
                .mapToDouble(first -> tiler.ranksAll() ? first.prediction().seconds() : time.seconds(first))
                .findFirst();
    }
}
