package tilewright.tune.build;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tilewright.tiling.space.Candidate;
import tilewright.tune.search.Strategy;
import tilewright.tune.stored.Contender;
import tilewright.tune.stored.Measurement;
import tilewright.tune.stored.Outcome;
import tilewright.tune.stored.Predicted;
import tilewright.tune.stored.Status;
import tilewright.tune.stored.SweepIdentity;
import tilewright.tune.stored.Target;

class AgendaTest {
    private static final List<Contender> CONTENDERS = IntStream.range(0, 8)
            .mapToObj(i -> new Contender(
                    i + 1,
                    new Candidate(List.of(8 << i), List.of(1), new Candidate.Options(1, 1)),
                    new Predicted(1 + i, new LinkedHashMap<>())))
            .toList();

    private static Measurement measured(Contender contender, double seconds) {
        SweepIdentity identity =
                new SweepIdentity("n", "0", new LinkedHashMap<>(), Target.CUDA, "NVIDIA H200", "CUDA", "nvrtc");
        Outcome outcome = new Outcome(Status.OK, null, List.of(seconds), List.of(), List.of(), 0.0, null, null);
        return new Measurement(identity, contender, outcome, Measurement.Phase.SWEEP);
    }

    private static List<Integer> ranks(Agenda agenda) {
        List<Integer> ranks = new ArrayList<>();
        for (Optional<Contender> next = agenda.next(c -> true); next.isPresent(); next = agenda.next(c -> true)) {
            ranks.add(next.get().rank());
            agenda.tell(measured(next.get(), 1));
        }
        return ranks;
    }

    @Test
    void whatAnEarlierSweepMeasuredCountsAndIsNotMeasuredAgain() {
        for (Strategy strategy : Strategy.values()) {
            Agenda agenda = new Agenda(CONTENDERS, strategy, 4, 1);
            agenda.know(measured(CONTENDERS.get(1), 2));
            assertEquals(3, agenda.left());
            List<Integer> ranks = ranks(agenda);
            assertEquals(3, ranks.size());
            assertFalse(ranks.contains(2), strategy + ": " + ranks);
        }
    }

    /** The nest as written is measured beside those that were asked for: a sweep to go on with may hold more than it wants. */
    @Test
    void anEarlierSweepMayHaveMeasuredMoreThanIsWanted() {
        Agenda agenda = new Agenda(CONTENDERS, Strategy.RANKED, 2, 1);
        CONTENDERS.subList(0, 3).forEach(contender -> agenda.know(measured(contender, 2)));
        assertEquals(0, agenda.left());
        assertEquals(List.of(), ranks(agenda));
    }

    @Test
    void thoseRefusedDoNotCount() {
        Agenda agenda = new Agenda(CONTENDERS, Strategy.RANKED, 2, 1);
        assertEquals(3, agenda.next(c -> c.rank() > 2).orElseThrow().rank());
        assertEquals(1, agenda.left());
    }

    @Test
    void anAdaptiveAgendaTurnsToWhereTheModelIsRight() {
        Agenda agenda = new Agenda(CONTENDERS, Strategy.ADAPTIVE, CONTENDERS.size(), 1);
        assertTrue(agenda.learns());
        Contender first = agenda.next(c -> true).orElseThrow();
        assertEquals(1, first.rank());
        agenda.tell(measured(first, 10));
        // Ten times what was predicted: its neighbours are doubted, the common error moves all alike.
        assertEquals(8, 1 + ranks(agenda).size());
    }
}
