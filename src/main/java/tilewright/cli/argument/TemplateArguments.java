package tilewright.cli.argument;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tilewright.codegen.Templates;
import tilewright.model.UserError;

/** What prints source text. */
public final class TemplateArguments {
    @Option(
            names = "--templates",
            paramLabel = "DIR",
            description =
                    "Take templates from here, laid out like templates/; those missing there are the packed ones.")
    @Nullable
    Path folder;

    /**
     * The templates to print with.
     *
     * @throws UserError where the folder holds none
     */
    public Templates templates() {
        return folder == null ? Templates.packed() : Templates.overriding(folder);
    }
}
