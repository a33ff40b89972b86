package tilewright.cli;

import java.nio.file.Path;
import tilewright.model.LoopNest;
import tilewright.model.UserError;
import tilewright.parse.NestParser;

/** The whole tool in one page: every stage is one line, in the order of the package list. */
final class Pipeline {
    private Pipeline() {}

    /** text -> LoopNest. */
    static LoopNest parse(Path file) {
        return NestParser.parse(file);
    }

    static UserError missing(String command) {
        return new UserError(UserError.MISSING_TOOL, command + ": this build has no such stage yet");
    }
}
