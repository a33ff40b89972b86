package tilewright.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tilewright.cli.Survey.Entry;
import tilewright.cli.argument.SourceArguments;

/**
 * The process in which a survey looks at scops: requests on standard input, answers on standard output. It exists to be ended: a scop that
 * takes too much time or memory, or makes a library crash, takes only this process with it.
 */
@Command(name = "survey-worker")
public final class SurveyWorker implements Callable<Integer> {
    @Mixin
    SourceArguments source;

    @Option(names = "--seconds", required = true)
    int seconds;

    @Option(names = "--verify")
    boolean verify;

    private final PrintStream replies;

    private SurveyWorker(PrintStream replies) {
        this.replies = replies;
    }

    /** Takes the options of {@code survey} that say how files are read. */
    public static void main(String[] arguments) {
        PrintStream replies = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        // Whatever else prints must not stand among the answers.
        System.setOut(System.err);
        System.exit(new CommandLine(new SurveyWorker(replies)).execute(arguments));
    }

    @Override
    public Integer call() throws IOException {
        Duration analysis = Duration.ofSeconds(seconds);
        Survey survey = new Survey(source, analysis, verify ? analysis.multipliedBy(SurveyProcess.VERIFICATION) : null);
        try (BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String line = requests.readLine(); line != null; line = requests.readLine()) {
                SurveyLines.Reply reply = answer(survey, SurveyLines.request(line));
                replies.println(SurveyLines.write(reply));
                if (reply.leaves()) {
                    // A thread of the task is still at it.
                    Runtime.getRuntime().halt(0);
                }
            }
        }
        return 0;
    }

    private SurveyLines.Reply answer(Survey survey, SurveyLines.Request request) {
        Path file = Path.of(request.file());
        if (request.scop().isEmpty()) {
            Survey.Scops scops = survey.scops(file);
            return new SurveyLines.Reply(scops.numbers(), scops.fault(), true, isLeft(scops.fault()));
        }
        Entry entry = survey.of(
                file,
                request.scop(),
                analysed ->
                        replies.println(SurveyLines.write(new SurveyLines.Reply(List.of(), analysed, false, false))));
        return new SurveyLines.Reply(List.of(), entry, true, isLeft(entry));
    }

    private static boolean isLeft(@Nullable Entry entry) {
        return entry != null
                && switch (entry.outcome()) {
                    case TOO_LONG, TOO_LARGE, NOT_VERIFIED -> true;
                    case VERIFIED, ACCEPTED, REFUSED, WRONG, INTERNAL -> false;
                };
    }
}
