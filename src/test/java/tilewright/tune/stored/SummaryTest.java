package tilewright.tune.stored;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tilewright.kernel.pass.Pass;
import tilewright.tiling.space.Candidate;
import tilewright.tune.Finals;
import tilewright.tune.Halving;
import tilewright.tune.Halving.Behaviour;
import tilewright.tune.worker.RunPolicy;

class SummaryTest {
    @Test
    void theDocumentedExampleOfTheQualityOfARanking() {
        RankingQuality quality = RankingQuality.of(List.of(ok(1, 1.1), ok(2, 1.0), ok(3, 1.2)));
        assertEquals(new RankingQuality(3, 1.1, 1.0, 1.0, 0.5), quality);
    }

    @Test
    void failuresTakeTheirPlaceAmongTheFirst() {
        List<Measurement> measured = new ArrayList<>();
        for (int rank = 1; rank <= 5; rank++) {
            measured.add(failed(rank));
        }
        measured.add(ok(6, 3.0));
        measured.add(ok(11, 2.0));
        RankingQuality quality = RankingQuality.of(measured);
        assertEquals(7, quality.candidates());
        assertNull(quality.top1());
        assertNull(quality.top5());
        assertEquals(1.0, quality.top10());
        assertNull(quality.spearman());
    }

    @Test
    void theSummaryFormatIsSealed() {
        SequencedMap<String, String> environment = new LinkedHashMap<>();
        environment.put("java", "25");
        Summary summary = new Summary(
                sweep(),
                Summary.End.COMPLETE,
                false,
                false,
                new Summary.Best(Behaviour.RIGHT.candidate(), 0.04, 0.01, 1.3e13, 3),
                List.of(Behaviour.CRASH.candidate()),
                new RankingQuality(412, 1.08, 1.02, 1.0, null),
                List.of(new Baseline("one launch per k", 1.5)),
                environment,
                null,
                null,
                new LinkedHashMap<>());
        assertEquals("""
            {
              "schema" : "tilewright/summary/1",
              "nest" : "halving",
              "sizes" : {
                "n" : 8
              },
              "target" : "c",
              "device" : "Fake",
              "end" : "complete",
              "exhaustive" : false,
              "drawn" : false,
              "best" : {
                "block" : [ 1, 4, 4 ],
                "thread" : [ 1, 1, 1 ],
                "options" : {
                  "kTile" : 1,
                  "stages" : 1
                },
                "seconds" : 0.04,
                "spread" : 0.01,
                "operationsPerSecond" : 1.3E13,
                "predictedRank" : 3
              },
              "ties" : [ {
                "block" : [ 4, 4, 4 ],
                "thread" : [ 1, 1, 1 ],
                "options" : {
                  "kTile" : 1,
                  "stages" : 1
                }
              } ],
              "ranking" : {
                "candidates" : 412,
                "top1" : 1.08,
                "top5" : 1.02,
                "top10" : 1.0
              },
              "baselines" : [ {
                "name" : "one launch per k",
                "seconds" : 1.5,
                "peer" : false
              } ],
              "environment" : {
                "java" : "25"
              }
            }
            """, SummaryFormat.write(summary));
    }

    @Test
    void theCertificateSaysWhatWasNotTried() {
        SequencedMap<Candidate, LeastTimes.Least> all = new LinkedHashMap<>();
        List.of(1.0, 2.0, 3.0)
                .forEach(seconds -> all.put(
                        contender(seconds.intValue()).candidate(), new LeastTimes.Least(seconds, "arithmetic")));
        LeastTimes least = new LeastTimes(all, true);
        assertNull(Certificate.of(LeastTimes.NONE, Set.of(), 1.0));
        Certificate open =
                Objects.requireNonNull(Certificate.of(least, Set.of(contender(1).candidate()), 2.5));
        assertEquals(1, open.excluded());
        assertEquals(1, open.open());
        assertFalse(open.proved());
        assertEquals(new LeastTimes.Least(2.0, "arithmetic"), open.closest());
        assertEquals(
                List.of(contender(2).candidate()), List.copyOf(open.examples().keySet()));
        Certificate proved =
                Objects.requireNonNull(Certificate.of(least, Set.of(contender(1).candidate()), 2.0));
        assertTrue(proved.proved());
        assertEquals(2, proved.excluded());
    }

    @Test
    void theCertificateIsStored() {
        SequencedMap<Candidate, Double> examples = new LinkedHashMap<>();
        examples.put(contender(2).candidate(), 0.5);
        Certificate certificate =
                new Certificate(7, 1, new LeastTimes.Least(0.5, "launches that wait for each other"), examples);
        Summary summary = new Summary(
                sweep(),
                Summary.End.COMPLETE,
                false,
                false,
                new Summary.Best(Behaviour.RIGHT.candidate(), 0.6, 0.01, 1.0, 1),
                List.of(),
                new RankingQuality(1, 1.0, 1.0, 1.0, null),
                List.of(),
                new LinkedHashMap<>(),
                certificate,
                null,
                new LinkedHashMap<>());
        String text = SummaryFormat.write(summary).replaceAll("\\s+", "");
        assertTrue(
                text.contains("\"certificate\":{\"proved\":false,\"excluded\":7,\"open\":1,\"leastSeconds\":0.5,"
                        + "\"because\":\"launchesthatwaitforeachother\",\"openCandidates\":[{\"block\":[1,2,4],"),
                text);
        assertTrue(text.contains("\"leastSeconds\":0.5}]}"), text);
    }

    @Test
    void whatPassesAreWorthIsStored() {
        Ablation ablation = new Ablation(
                0.5,
                6,
                List.of(
                        new Ablation.Share(Pass.READ_WINDOWS, new Ablation.Effect.None()),
                        new Ablation.Share(Pass.UNSWITCH, new Ablation.Effect.Timed(0.75, false)),
                        new Ablation.Share(Pass.QUOTIENTS, new Ablation.Effect.Failed(Status.WRONG, "at {n=3}"))));
        Summary summary = new Summary(
                sweep(),
                Summary.End.COMPLETE,
                false,
                false,
                new Summary.Best(Behaviour.RIGHT.candidate(), 0.5, 0.01, 1.0, 1),
                List.of(),
                new RankingQuality(1, 1.0, 1.0, 1.0, null),
                List.of(),
                new LinkedHashMap<>(),
                null,
                ablation,
                new LinkedHashMap<>());
        String text = SummaryFormat.write(summary).replaceAll("\\s+", "");
        assertTrue(
                text.contains("\"ablation\":{\"seconds\":0.5,\"rounds\":6,\"passes\":["
                    + "{\"pass\":\"read-windows\",\"changes\":false},"
                    + "{\"pass\":\"unswitch\",\"changes\":true,\"status\":\"ok\",\"seconds\":0.75,\"timesBest\":1.5,"
                    + "\"tied\":false},"
                    + "{\"pass\":\"quotients\",\"changes\":true,\"status\":\"wrong\",\"message\":\"at{n=3}\"}]}"),
                text);
    }

    private static Contender contender(int rank) {
        return Halving.contender(rank, Behaviour.RIGHT);
    }

    @Test
    void onlyThoseCloseToTheBestAreFinalists() {
        List<Measurement> finalists = Finals.finalists(List.of(ok(1, 0.0104), ok(2, 0.010), failed(3), ok(4, 0.0106)));
        assertEquals(
                List.of(2, 1), finalists.stream().map(m -> m.contender().rank()).toList());
    }

    @Test
    void asManyRunInTurnAsARoundHasTimeFor() {
        List<Measurement> measured = List.of(ok(1, 5.0), ok(2, 7.0), ok(3, 9.0));
        assertEquals(measured.subList(0, 2), Finals.affordable(measured));
        assertEquals(List.of(), Finals.affordable(List.of(ok(1, 60.0))));
    }

    @Test
    void finalsThatWouldTakeMinutesAreLeftOut() {
        assertEquals(List.of(), Finals.finalists(List.of(ok(1, 60.0), ok(2, 60.0))));
    }

    @Test
    void aDifferenceInEveryRoundDecides() {
        Finals.Result result = Finals.judge(
                List.of(ok(1, 1.02, 1.03, 1.02, 1.03, 1.02, 1.04), ok(2, 1.00, 1.01, 1.00, 1.01, 1.00, 1.01)));
        assertEquals(2, result.winner().contender().rank());
        assertEquals(List.of(), result.ties());
    }

    @Test
    void whatCannotBeToldApartIsCalledATie() {
        Measurement one = ok(1, 1.00, 1.03, 1.00, 1.05, 1.02, 1.04);
        Measurement two = ok(2, 1.01, 1.01, 1.02, 1.01, 1.03, 1.01);
        Finals.Result result = Finals.judge(List.of(one, two));
        assertEquals(2, result.winner().contender().rank());
        assertEquals(List.of(one.contender().candidate()), result.ties());
        assertEquals(
                1,
                Finals.judge(List.of(two, ok(3, 1.01, 1.01, 1.02, 1.01, 1.03, 1.01)))
                        .ties()
                        .size());
    }

    @Test
    void slowAndHopelessCandidatesRunLessOften() {
        RunPolicy policy = RunPolicy.DEFAULT;
        assertEquals(10, policy.runs(0.001, Double.POSITIVE_INFINITY));
        assertEquals(5, policy.runs(0.5, 0.4));
        assertEquals(10, policy.runs(0.010, 0.009));
        assertEquals(3, policy.runs(0.010, 0.007));
        assertEquals(3, policy.runs(2.0, 2.0));
        assertEquals(1, policy.runs(5.0, 5.0));
    }

    @Test
    void statusesHaveTheNamesOfTheContract() {
        assertEquals("compile-error", Status.COMPILE_ERROR.jsonName());
        assertEquals(Status.LAUNCH_ERROR, Status.of("launch-error"));
        assertNotNull(Status.of("timeout"));
    }

    private static SweepIdentity sweep() {
        return new SweepIdentity("halving", "0011223344556677", Halving.sizes(8), Target.C, "Fake", "none", "gcc");
    }

    private static Measurement ok(int rank, Double... runs) {
        Outcome outcome = new Outcome(Status.OK, null, List.of(runs), List.of(), 0.0, null);
        return new Measurement(sweep(), Halving.contender(rank, Behaviour.RIGHT), outcome, Measurement.Phase.SWEEP);
    }

    private static Measurement failed(int rank) {
        return new Measurement(
                sweep(),
                Halving.contender(rank, Behaviour.CRASH),
                Outcome.failure(Status.LAUNCH_ERROR, "died"),
                Measurement.Phase.SWEEP);
    }
}
