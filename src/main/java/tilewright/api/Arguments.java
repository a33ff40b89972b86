package tilewright.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tilewright.cli.Library;

/** Settings as the command line says them: one place checks both. */
final class Arguments {
    private final List<String> arguments = new ArrayList<>();
    private final @Nullable String text;

    Arguments(Nest nest) {
        switch (nest) {
            case Nest.File file -> {
                arguments.add(named(file.path().toString()));
                reading(file.reading());
                text = null;
            }
            case Nest.Text given -> {
                arguments.add(named(given.name()));
                text = given.text();
            }
        }
    }

    /** What begins as an option does is a file all the same. */
    private static String named(String file) {
        return file.startsWith("-") ? "./" + file : file;
    }

    private void reading(Nest.Reading reading) {
        reading.includes().forEach(folder -> add("-I", folder));
        reading.macros().forEach((name, value) -> add("-D", name + "=" + value));
        reading.scop().ifPresent(scop -> add("--scop", scop));
        reading.dataset().ifPresent(dataset -> add("--dataset", dataset));
    }

    Arguments setting(Setting setting) {
        setting.sizes().forEach((name, value) -> add("--set", name + "=" + value));
        setting.target().ifPresent(target -> add("--target", target.name().toLowerCase(Locale.ROOT)));
        setting.device().ifPresent(device -> add("--device", device));
        return add("--schedule", setting.schedule());
    }

    Arguments choice(Choice choice) {
        return switch (choice) {
            case Choice.Ranked _ -> this;
            case Choice.Blocks blocks ->
                add("--block", blocks.block().stream().map(String::valueOf).collect(Collectors.joining(",")));
            case Choice.Given given -> add("--candidate", text(given.candidate()));
            case Choice.Known known -> add("--results", known.results());
        };
    }

    /** As the command line takes it, which says what is wrong with a k-tile of no iterations; texts leave it out. */
    private static String text(Candidate candidate) {
        boolean none = candidate.kTile() < 1 && !candidate.block().isEmpty();
        return none ? candidate + " k-tile " + candidate.kTile() : candidate.toString();
    }

    Arguments sweep(Sweep sweep) {
        add("-o", sweep.folder());
        return switch (sweep.extent()) {
            case Sweep.Extent.Top top -> add("--top", top.count());
            case Sweep.Extent.Exhaustive _ -> {
                arguments.add("--exhaustive");
                yield this;
            }
            case Sweep.Extent.Budget budget -> add("--budget", budget.time().toSeconds() + "s");
        };
    }

    private Arguments add(String option, Object value) {
        arguments.add(option);
        arguments.add(value.toString());
        return this;
    }

    Library.Call call() {
        return new Library.Call(arguments, text);
    }
}
