package tilewright.tune.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tilewright.tiling.space.Candidate;
import tilewright.tune.Halving;
import tilewright.tune.Halving.Behaviour;
import tilewright.tune.SimulatedWorker;
import tilewright.tune.TuneJob;
import tilewright.tune.search.Strategy;
import tilewright.tune.stored.Contender;
import tilewright.tune.worker.Quiet;

/** Programs are generated and compiled on the processors on which others are timed. */
class BuildsTest {
    @Test
    @Timeout(60)
    void nothingIsGeneratedWhileSomethingIsTimed() throws InterruptedException {
        List<Contender> contenders = List.of(Halving.contender(1, Behaviour.RIGHT));
        TuneJob job = Halving.job(contenders, 16);
        Builder builder = new Builder(job.model(), job.sizes(), new SimulatedWorker.NoToolchain(), Judging.DEFAULT);
        Agenda agenda = new Agenda(contenders, Strategy.RANKED, 1, 1);
        Quiet quiet = new Quiet(1, true);
        AtomicBoolean generated = new AtomicBoolean();
        ProgramSource programs = new Halving.Programs() {
            @Override
            public Program generate(Candidate candidate) {
                generated.set(true);
                return super.generate(candidate);
            }
        };
        Quiet.Hold timing = quiet.quiet();
        try (Builds builds = new Builds(builder, () -> programs, agenda, 1, quiet, _ -> true)) {
            while (!quiet.isAwaited()) {
                Thread.onSpinWait();
            }
            assertFalse(generated.get());
            timing.close();
            assertEquals(1, builds.next().orElseThrow().contender().rank());
            assertTrue(generated.get());
        }
    }
}
