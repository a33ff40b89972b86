package tilewright.tune.stored;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import tilewright.device.KernelShape;
import tilewright.device.ProgramInstance;
import tilewright.kernel.pass.Pass;
import tilewright.report.HtmlReport;
import tilewright.report.Report;
import tilewright.tiling.space.Candidate;
import tilewright.tune.Halving;
import tilewright.tune.Halving.Behaviour;
import tilewright.tune.TuneJob;
import tilewright.tune.TuneListener;
import tilewright.tune.TuneOptions;
import tilewright.tune.Tuner;
import tilewright.tune.WorkersInThisProcess;
import tilewright.tune.build.ProgramSource;
import tilewright.tune.worker.RunPolicy;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The winner without each pass, by a generator whose passes do what this test wants. */
@Execution(ExecutionMode.SAME_THREAD)
class AblationTest {
    @TempDir
    Path directory;

    @Test
    void everyPassGetsWhatItIsWorth() throws IOException {
        Summary summary = Tuner.tune(job(Passing::new), options().ablating(), TuneListener.SILENT);
        Ablation ablation = Objects.requireNonNull(summary.ablation());
        assertEquals(
                List.of(
                        Pass.READ_WINDOWS,
                        Pass.QUOTIENTS,
                        Pass.UNSWITCH,
                        Pass.CARRY_VALUES,
                        Pass.RECIPROCALS,
                        Pass.DROP_UNUSED),
                ablation.passes().stream().map(Ablation.Share::pass).toList());
        assertEquals(new Ablation.Effect.None(), effect(ablation, Pass.READ_WINDOWS));
        assertFailed(ablation, Pass.QUOTIENTS, Status.WRONG, "array a, row 2");
        assertFailed(ablation, Pass.CARRY_VALUES, Status.COMPILE_ERROR, "could not compile");
        assertFailed(ablation, Pass.RECIPROCALS, Status.COMPILE_ERROR, "internal error: ");
        Ablation.Effect.Timed slower = assertInstanceOf(Ablation.Effect.Timed.class, effect(ablation, Pass.UNSWITCH));
        assertTrue(slower.seconds() > ablation.seconds(), ablation.toString());
        assertInstanceOf(Ablation.Effect.Timed.class, effect(ablation, Pass.DROP_UNUSED));
        assertTrue(ablation.rounds() >= 6, ablation.toString());

        JsonNode passes = JsonMapper.shared()
                .readTree(Files.readString(directory.resolve("summary.json")))
                .get("ablation")
                .get("passes");
        assertEquals(
                "{\"pass\":\"read-windows\",\"changes\":false}", passes.get(0).toString());
        JsonNode unswitch = passes.get(2);
        assertEquals("ok", unswitch.get("status").asString());
        assertTrue(unswitch.get("timesBest").asDouble() > 1, unswitch.toString());

        String text = Report.run(List.of(directory));
        assertTrue(text.contains("\npasses  the best without each of them\n"), text);
        assertTrue(text.matches("(?s).*\n  read-windows +changes nothing here\n.*"), text);
        assertTrue(text.matches("(?s).*\n  unswitch .* x  (worth .* %|not told from the best)\n.*"), text);
        assertTrue(text.matches("(?s).*\n  quotients +wrong: at .*"), text);
        assertTrue(text.contains("\n  The best and the programs that differ from it ran in turn, "), text);
        String page = Files.readString(directory.resolve(HtmlReport.FILE));
        assertTrue(page.contains("<h2>What each pass is worth</h2>"), page);
        assertTrue(page.contains("<td class=\"v\">unswitch</td>"), page);
    }

    @Test
    void programsThatArePrintedAsTheyAreLoweredHaveNoPassToLeaveOut() throws IOException {
        Summary summary = Tuner.tune(job(Halving.Programs::new), options().ablating(), TuneListener.SILENT);
        assertEquals(List.of(), Objects.requireNonNull(summary.ablation()).passes());
        String text = Report.run(List.of(directory));
        assertTrue(
                text.contains("\npasses  the best without each of them\n  These programs are printed as they are"
                        + " lowered: there is no pass to leave out.\n"),
                text);
    }

    /** Passes that change nothing, lose time, or whose absence is a fault. */
    private static final class Passing implements ProgramSource {
        private final ProgramSource plain = new Halving.Programs();

        @Override
        public List<Pass> passes() {
            return List.of(
                    Pass.READ_WINDOWS,
                    Pass.QUOTIENTS,
                    Pass.UNSWITCH,
                    Pass.CARRY_VALUES,
                    Pass.RECIPROCALS,
                    Pass.DROP_UNUSED);
        }

        @Override
        public Program generate(Candidate candidate) {
            return plain.generate(candidate);
        }

        @Override
        public Program without(Pass pass, Candidate candidate) {
            String right = Halving.source(Behaviour.RIGHT);
            return switch (pass) {
                case QUOTIENTS -> program(Halving.source(Behaviour.WRONG_IN_THE_LAST_ROW));
                case UNSWITCH -> program(right.replace("{ a", "{ for (volatile int x = 0; x < 50; x++) ; a"));
                case CARRY_VALUES -> program(Halving.source(Behaviour.REFUSED_BY_THE_COMPILER));
                case RECIPROCALS -> throw new IllegalStateException("a pass that others rely on");
                case DROP_UNUSED -> program(right + "// unused\n");
                default -> program(right);
            };
        }

        @Override
        public void close() {
            plain.close();
        }

        private static Program program(String source) {
            return new Program() {
                @Override
                public String source() {
                    return source;
                }

                @Override
                public List<KernelShape> kernels() {
                    return List.of();
                }

                @Override
                public ProgramInstance at(SequencedMap<String, Long> sizes) {
                    return new ProgramInstance(sizes, Halving.arrays(sizes.get("n")), List.of());
                }
            };
        }
    }

    private static Ablation.Effect effect(Ablation ablation, Pass pass) {
        return ablation.passes().stream()
                .collect(Collectors.toMap(Ablation.Share::pass, Ablation.Share::effect))
                .get(pass);
    }

    private static void assertFailed(Ablation ablation, Pass pass, Status status, String message) {
        Ablation.Effect.Failed failed = assertInstanceOf(Ablation.Effect.Failed.class, effect(ablation, pass));
        assertEquals(status, failed.status());
        assertTrue(String.valueOf(failed.message()).contains(message), failed.toString());
    }

    private static TuneJob job(Supplier<ProgramSource> programs) {
        TuneJob job = Halving.job(List.of(Halving.contender(1, Behaviour.RIGHT)), 40);
        return new TuneJob(
                job.nest(),
                job.model(),
                job.sizes(),
                job.target(),
                job.contenders(),
                job.space(),
                job.drawn(),
                job.baselineName(),
                job.baseline(),
                programs,
                job.reference(),
                job.operations(),
                job.leastTimes());
    }

    private TuneOptions options() {
        return new TuneOptions(
                new TuneOptions.Extent.Exhaustive(),
                false,
                directory,
                new WorkersInThisProcess(),
                new RunPolicy(3, 3, 0.1, 0),
                Duration.ofSeconds(20));
    }
}
