package tilewright.tune.verify;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.function.Supplier;
import tilewright.model.LoopNest;
import tilewright.tiling.space.Candidate;
import tilewright.tune.build.Judging;
import tilewright.tune.build.ProgramSource;
import tilewright.tune.stored.NestSource;
import tilewright.tune.stored.Target;

/**
 * What is verified.
 *
 * @param nest source of {@code model}
 * @param sizes values of all parameters
 * @param programs opens the generator, on the thread that will use it
 * @param reference C source of the sequential nest
 * @param judging how results are judged
 * @param device which CUDA device, from 0
 */
public record VerifyJob(
        NestSource nest,
        LoopNest model,
        SequencedMap<String, Long> sizes,
        Target target,
        Candidate candidate,
        Supplier<ProgramSource> programs,
        String reference,
        Judging judging,
        int device) {
    public VerifyJob {
        sizes = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(sizes));
    }
}
