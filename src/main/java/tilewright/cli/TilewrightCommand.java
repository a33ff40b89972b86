package tilewright.cli;

import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import tilewright.cli.output.Faults;

/** The top command: its sub-commands are the stages a user asks for. */
@Command(
        name = "tilewright",
        mixinStandardHelpOptions = true,
        scope = ScopeType.INHERIT,
        versionProvider = Version.class,
        description = "Cuts affine loop nests into blocks: how much data every way of cutting moves, which way is"
                + " fastest, and the kernel for it.",
        subcommands = {
            AnalyzeCommand.class,
            RankCommand.class,
            GenerateCommand.class,
            VerifyCommand.class,
            RunCommand.class,
            BestCommand.class,
            TuneCommand.class,
            CampaignCommand.class,
            WorkerCommand.class,
            ReportCommand.class,
            EvaluateCommand.class,
            CalibrateCommand.class,
            DoctorCommand.class,
            SurveyCommand.class,
            CompletionCommand.class,
            HelpCommand.class
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:done",
            "1:the answer is no (verification failed, illegal block)",
            "2:bad usage or input",
            "3:a needed device or tool is missing",
            "70:a fault of Tilewright itself; please report it"
        })
final class TilewrightCommand {
    /** Read by {@link Faults} from the arguments, because a fault may come before options are known. */
    @Option(names = "--verbose", scope = ScopeType.INHERIT, description = "Show stack traces of faults.")
    boolean verbose;
}
