package tilewright.report.evaluation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tilewright.ranking.ModelErrors;
import tilewright.ranking.cost.Prediction;
import tilewright.tiling.space.Candidate;
import tilewright.tune.search.SearchEffort;

class JudgementTest {
    private static final Quality QUALITY = new Quality(1.1, 1.0, 1.0, 0.9);

    /** A sweep of eleven candidates, measured 1.00, 1.01, .. 1.10 times {@code factor} as long as predicted. */
    static Evaluation sweep(String nest, double factor, boolean heldOut) {
        return sweep(nest, factor, true, heldOut);
    }

    /** The same of candidates that somebody chose. */
    static Evaluation chosen(String nest) {
        return sweep(nest, 1, false, true);
    }

    /** The same of a program that is no longer generated. */
    private static Evaluation former(String nest) {
        return sweep(nest, 1, true, true, false);
    }

    private static Evaluation sweep(String nest, double factor, boolean drawn, boolean heldOut) {
        return sweep(nest, factor, drawn, heldOut, true);
    }

    private static Evaluation sweep(String nest, double factor, boolean drawn, boolean heldOut, boolean generated) {
        List<Evaluation.Point> points = IntStream.rangeClosed(0, 10)
                .mapToObj(i -> new Evaluation.Point(
                        new Candidate(List.of(8 << (i % 5)), List.of(1), new Candidate.Options(1 + i, 1)),
                        1 + i,
                        Prediction.Term.MEMORY,
                        (1 + i) * factor * (1 + 0.01 * i)))
                .toList();
        return new Evaluation(
                nest,
                "n=1",
                "NVIDIA H200",
                points.size(),
                points.size(),
                0,
                QUALITY,
                QUALITY,
                QUALITY,
                0.9,
                null,
                null,
                drawn,
                heldOut,
                generated,
                new SearchEffort(3, 2, 5, 4),
                factor,
                points);
    }

    private static List<Evaluation> sweeps() {
        List<Evaluation> sweeps = new ArrayList<>();
        for (String nest : List.of("a", "b", "c", "d")) {
            sweeps.add(sweep(nest, 1, true));
        }
        sweeps.add(sweep("e", 3, true));
        sweeps.add(sweep("known", 1, false));
        return sweeps;
    }

    @Test
    void heldOutSweepsComeFirstAndApart() {
        String text = new Judgement(sweeps()).toText(Integer.MAX_VALUE);
        assertTrue(text.startsWith("Held out, of nests that served no choice of the model:"), text);
        assertTrue(text.indexOf("Fitted, of nests that the model was fitted to:") > text.indexOf("\ne "), text);
        assertTrue(text.contains("Held out, 95th percentile"), text);
        assertTrue(String.join("\n", new Judgement(sweeps()).toMarkdown()).contains("### Held out"));
    }

    @Test
    void chosenCandidatesStandApartAndJudgeNothing() {
        List<Evaluation> all = new ArrayList<>(sweeps());
        all.add(chosen("picked"));
        Judgement judgement = new Judgement(all);
        assertEquals(5, judgement.heldOut().size());
        assertEquals(55, judgement.errors().intervals().get("globalMemory").candidates());
        String text = judgement.toText(Integer.MAX_VALUE);
        assertTrue(text.indexOf("\npicked ") > text.indexOf("Chosen, of candidates that were not drawn"), text);
        assertTrue(!String.join("\n", judgement.toMarkdown()).contains("picked"), text);
    }

    @Test
    void sweepsOfProgramsThatAreNoLongerGeneratedStandApart() {
        List<Evaluation> all = new ArrayList<>(sweeps());
        all.add(former("changed"));
        Judgement judgement = new Judgement(all);
        assertEquals(5, judgement.heldOut().size());
        String text = judgement.toText(Integer.MAX_VALUE);
        assertTrue(text.indexOf("\nchanged ") > text.indexOf("Held out, former programs, of nests that served"), text);
        assertTrue(text.indexOf("\nchanged ") < text.indexOf("Fitted, of nests"), text);
        assertEquals(
                3,
                new Judgement(List.of(former("a"), former("b"), sweep("c", 1, true)))
                        .heldOut()
                        .size(),
                "one nest of today's programs is too little for intervals");
    }

    @Test
    void intervalsHoldMostOfTheMeasuredTimes() {
        ModelErrors.Interval interval =
                new Judgement(sweeps()).errors().intervals().get("globalMemory");
        assertEquals(5, interval.nests());
        assertEquals(55, interval.candidates());
        assertTrue(interval.low() >= 1 && interval.low() <= 1.02, interval::toString);
        assertTrue(interval.high() >= 3, interval::toString);
    }

    @Test
    void aNestThatErrsOtherwiseLiesOutsideOfTheOthersIntervals() {
        ErrorStudy errors = new Judgement(sweeps()).errors();
        assertEquals(0.0, errors.coverage("e").orElseThrow());
        assertTrue(errors.coverage("a").isEmpty() || errors.coverage("a").get() > 0.7);
    }

    @Test
    void predictionsInTheRightOrderCanBeToldApart() {
        assertEquals(1.0, new Judgement(sweeps()).errors().closest().orElseThrow(), 0.11);
    }

    @Test
    void fewNestsSayNothing() {
        assertTrue(new ErrorStudy(List.of(sweep("a", 1, true))).intervals().isEmpty());
    }
}
