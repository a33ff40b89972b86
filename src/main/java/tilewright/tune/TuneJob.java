package tilewright.tune;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Supplier;
import tilewright.model.LoopNest;
import tilewright.tiling.space.Candidate;
import tilewright.tune.build.ProgramSource;
import tilewright.tune.stored.Contender;
import tilewright.tune.stored.LeastTimes;
import tilewright.tune.stored.NestSource;
import tilewright.tune.stored.Target;

/**
 * What is tuned.
 *
 * @param nest source of {@code model}
 * @param sizes values of all parameters
 * @param contenders the candidates to choose from, the one predicted fastest first
 * @param space how many legal candidates there are, of which the contenders may be a part
 * @param drawn whether the contenders were drawn from the whole space, so that their measurements stand for it
 * @param baselineName of the baseline, for people
 * @param baseline candidate whose program launches once per sequential step; what candidates are checked against at
 *     full size
 * @param programs opens the generator, on the thread that will use it
 * @param reference C source of the nest as written: {@code void run(arrays.., int parameters..)}; its loops run in parallel
 *     only where a compiler heeds OpenMP
 * @param operations statement instances of the nest at these sizes
 * @param leastTimes what no candidate can be faster than
 */
public record TuneJob(
        NestSource nest,
        LoopNest model,
        SequencedMap<String, Long> sizes,
        Target target,
        List<Contender> contenders,
        int space,
        boolean drawn,
        String baselineName,
        Candidate baseline,
        Supplier<ProgramSource> programs,
        String reference,
        double operations,
        LeastTimes leastTimes) {
    public TuneJob {
        sizes = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(sizes));
        contenders = List.copyOf(contenders);
    }
}
