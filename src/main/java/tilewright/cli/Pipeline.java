package tilewright.cli;

import java.nio.file.Path;
import java.util.List;
import tilewright.model.LoopNest;
import tilewright.model.UserError;
import tilewright.parse.NestParser;
import tilewright.report.Report;

/** The whole tool in one page: every stage is one line, in the order of the package list. */
final class Pipeline {
    private Pipeline() {}

    /** text -> LoopNest. */
    static LoopNest parse(Path file) {
        return NestParser.parse(file);
    }

    /** Stored results -> pages, and text about them. */
    static String report(List<Path> directories) {
        return Report.run(directories);
    }

    static UserError missing(String command) {
        return new UserError(UserError.MISSING_TOOL, command + ": this build has no such stage yet");
    }
}
