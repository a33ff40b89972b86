package tilewright.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tilewright.cli.argument.Devices;
import tilewright.cli.argument.Inputs;
import tilewright.cli.argument.NestArguments;
import tilewright.cli.argument.TargetArguments;
import tilewright.cli.output.JsonArguments;
import tilewright.cli.output.ShellWord;
import tilewright.cli.output.Terminal;
import tilewright.cli.pipeline.ScheduleArguments;
import tilewright.model.TextTable;
import tilewright.model.UserError;
import tilewright.report.Quantity;
import tilewright.report.stored.KnownBest;
import tilewright.report.stored.KnownResults;
import tilewright.tune.stored.MeasurementFormat;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** {@code tilewright best}. */
@Command(
        name = "best",
        description = "What stored results know of a nest: the fastest candidate at every size on every device.")
final class BestCommand implements Callable<Integer> {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    @Spec
    CommandSpec spec;

    @Mixin
    NestArguments nest;

    @Mixin
    TargetArguments target;

    @Mixin
    ScheduleArguments order;

    @Mixin
    JsonArguments json;

    @Option(
            names = "--results",
            paramLabel = "DIR",
            description = "Where results are, in folders at any depth (default: ${DEFAULT-VALUE}).")
    Path results = Path.of("reports");

    @Override
    public Integer call() throws Exception {
        order.requireKnown();
        KnownResults known = nest.known(results);
        List<KnownBest> all = known.all().stream()
                .filter(asked())
                .sorted(Comparator.comparing(KnownBest::device)
                        .thenComparing(KnownBest::target)
                        .thenComparing(BestCommand::values, Arrays::compare)
                        .thenComparingDouble(KnownBest::seconds))
                .toList();
        KnownResults.Wanted wanted = wanted();
        KnownBest chosen = wanted == null ? null : known.search(wanted).orElse(null);
        PrintWriter out = spec.commandLine().getOut();
        if (json.leavesStandardOutput()) {
            print(known, all, out);
            if (wanted != null) {
                print(wanted, chosen, out);
            }
        }
        json.write(() -> document(all, wanted, chosen), out);
        return all.isEmpty() || wanted != null && chosen == null ? UserError.ANSWER_IS_NO : 0;
    }

    /** Those of the device, and of the target, that the user named. */
    private Predicate<KnownBest> asked() {
        if (target.device == null && target.target == null) {
            return each -> order.takes(each.schedule());
        }
        KnownResults.Wanted wanted = Devices.of(target).wanted(nest.sizes(), order::takes);
        return each -> each.target() == wanted.target()
                && (target.device == null || wanted.device().test(each.device()))
                && wanted.schedule().test(each.schedule());
    }

    /** What {@code generate} would look for; null without sizes. */
    private KnownResults.@Nullable Wanted wanted() {
        if (nest.sizes().isEmpty()) {
            return null;
        }
        Inputs.requireValues(nest.nest(), nest.sizes());
        return Devices.of(target).wanted(nest.sizes(), order::takes);
    }

    private String forWhat() {
        if (target.device == null && target.target == null) {
            return "";
        }
        Devices devices = Devices.of(target);
        return " for target " + devices.target().jsonName() + (target.device == null ? "" : " on " + devices.machine());
    }

    private static long[] values(KnownBest known) {
        return known.sizes().values().stream().mapToLong(Long::longValue).toArray();
    }

    private void print(KnownResults known, List<KnownBest> all, PrintWriter out) {
        if (all.isEmpty()) {
            out.println("no results of " + known.nest() + forWhat() + " in " + results);
        } else {
            TextTable table = new TextTable("lllllrl")
                    .row("device", "target", "sizes", "schedule", "candidate", "time", "folder");
            for (KnownBest each : all) {
                table.row(
                        each.device(),
                        each.target().jsonName(),
                        each.sizesText(),
                        each.schedule(),
                        each.candidate().toString(),
                        Quantity.seconds(each.seconds()),
                        each.directory().toString());
            }
            table.lines("", Terminal.columns()).forEach(out::println);
        }
        if (!known.others().isEmpty()) {
            out.println("of another text of " + known.nest() + ": "
                    + String.join(
                            ", ", known.others().stream().map(Path::toString).toList()));
        }
    }

    private void print(KnownResults.Wanted wanted, @Nullable KnownBest chosen, PrintWriter out) {
        if (chosen == null) {
            out.println("none for target " + wanted.target().jsonName() + " on " + wanted.deviceName()
                    + (target.target == null && target.device == null
                            ? ", this machine; name another by --device"
                            : ""));
            return;
        }
        out.println((chosen.distance(wanted.sizes()) > 0 ? "nearest to the sizes asked for: " : "fastest: ")
                + chosen
                + wanted.differences(chosen));
        out.println("generate it: " + generate(chosen));
    }

    /** The command that takes the chosen candidate, with what the user said of target, device and order. */
    private String generate(KnownBest chosen) {
        String sizes = nest.sizes().entrySet().stream()
                .map(e -> e.getKey() + "=" + e.getValue())
                .collect(Collectors.joining(","));
        return "./tilewright generate " + ShellWord.of(nest.file) + " --set " + sizes + " --target "
                + chosen.target().jsonName()
                + (target.device == null ? "" : " --device " + ShellWord.of(target.device))
                + order.argument() + " --results " + ShellWord.of(results);
    }

    private String document(List<KnownBest> all, KnownResults.@Nullable Wanted wanted, @Nullable KnownBest chosen) {
        ObjectNode root = JSON.createObjectNode();
        root.put("schema", "tilewright/best/1").put("nest", nest.nest().name());
        ArrayNode known = root.putArray("known");
        all.forEach(each -> write(known.addObject(), each));
        if (wanted != null && chosen != null) {
            ObjectNode best = root.putObject("best");
            write(best, chosen);
            best.put("exact", chosen.distance(wanted.sizes()) == 0);
            best.put("onDevice", wanted.device().test(chosen.device()));
        }
        return root.toPrettyString();
    }

    private static void write(ObjectNode object, KnownBest known) {
        object.put("device", known.device()).put("target", known.target().jsonName());
        ObjectNode sizes = object.putObject("sizes");
        known.sizes().forEach(sizes::put);
        object.put("schedule", known.schedule());
        MeasurementFormat.writeCandidate(object, known.candidate());
        object.put("seconds", known.seconds());
        object.put("folder", known.directory().toString());
        if (known.program() != null) {
            object.put("program", known.program());
        }
    }
}
