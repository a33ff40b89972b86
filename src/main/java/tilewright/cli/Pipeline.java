package tilewright.cli;

import tilewright.model.UserError;

/** The whole tool in one page: every stage is one line, in the order of the package list. */
final class Pipeline {
    private Pipeline() {}

    static UserError missing(String command) {
        return new UserError(UserError.MISSING_TOOL, command + ": this build has no such stage yet");
    }
}
