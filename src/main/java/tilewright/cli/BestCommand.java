package tilewright.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import tilewright.model.TextTable;
import tilewright.model.UserError;
import tilewright.report.Quantity;
import tilewright.report.stored.KnownBest;
import tilewright.report.stored.KnownResults;
import tilewright.tune.MeasurementFormat;
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
        KnownBest chosen = nest.sizes().isEmpty() ? null : chosen(known);
        PrintWriter out = spec.commandLine().getOut();
        if (json.leavesStandardOutput()) {
            print(known, all, chosen, out);
        }
        json.write(() -> document(all, chosen), out);
        return all.isEmpty() ? UserError.ANSWER_IS_NO : 0;
    }

    /** Those of the device, and of the target, that the user named. */
    private Predicate<KnownBest> asked() {
        if (target.device == null && target.target == null) {
            return _ -> true;
        }
        Devices devices = Devices.of(target);
        KnownResults.Wanted wanted = devices.wanted(nest.sizes(), order::takes);
        return each -> each.target() == devices.target()
                && (target.device == null || wanted.device().test(each.device()));
    }

    private String forWhat() {
        if (target.device == null && target.target == null) {
            return "";
        }
        Devices devices = Devices.of(target);
        return " for target " + devices.target().jsonName()
                + (target.device == null ? "" : " on " + devices.described().fullName());
    }

    private static long[] values(KnownBest known) {
        return known.sizes().values().stream().mapToLong(Long::longValue).toArray();
    }

    private KnownBest chosen(KnownResults known) {
        Inputs.requireValues(nest.nest(), nest.sizes());
        Devices devices = Devices.of(target);
        return known.fastest(devices.wanted(nest.sizes(), order::takes), devices.name());
    }

    private void print(KnownResults known, List<KnownBest> all, @Nullable KnownBest chosen, PrintWriter out) {
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
        if (chosen != null) {
            out.println(
                    (chosen.distance(nest.sizes()) > 0 ? "nearest to the sizes asked for: " : "fastest: ") + chosen);
            out.println("generate it: tilewright generate " + nest.file + " --set "
                    + String.join(
                            ",",
                            nest.sizes().entrySet().stream()
                                    .map(e -> e.getKey() + "=" + e.getValue())
                                    .toList())
                    + " --target " + chosen.target().jsonName() + " --results " + results);
        }
    }

    private String document(List<KnownBest> all, @Nullable KnownBest chosen) {
        ObjectNode root = JSON.createObjectNode();
        root.put("schema", "tilewright/best/1").put("nest", nest.nest().name());
        ArrayNode known = root.putArray("known");
        all.forEach(each -> write(known.addObject(), each));
        if (chosen != null) {
            ObjectNode best = root.putObject("best");
            write(best, chosen);
            best.put("exact", chosen.distance(nest.sizes()) == 0);
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
