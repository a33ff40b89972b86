package tilewright.cli.argument;

import java.io.PrintWriter;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Predicate;
import tilewright.device.Gpus;
import tilewright.device.HostMachine;
import tilewright.model.UserError;
import tilewright.ranking.description.DeviceCatalog;
import tilewright.ranking.description.DeviceDescription;
import tilewright.ranking.description.GpuDescription;
import tilewright.ranking.description.GpuFacts;
import tilewright.ranking.description.HostDescription;
import tilewright.report.stored.KnownResults;
import tilewright.tune.DescribedGpu;
import tilewright.tune.stored.Target;

/**
 * What a command generates for and ranks by.
 *
 * @param target language of the kernels
 * @param name of the machine that would run them, for directories
 * @param described rates of the device
 */
public record Devices(Target target, String name, DeviceDescription described) {
    /**
     * Chooses by the options: a named device decides what is ranked for; without a target it is CUDA where a GPU
     * answers, else C.
     */
    public static Devices of(TargetArguments arguments) {
        Optional<DeviceDescription> named =
                Optional.ofNullable(arguments.device).map(DeviceCatalog::find);
        Target target = switch (arguments.target) {
            case CUDA -> Target.CUDA;
            case HIP -> Target.HIP;
            case C -> Target.C;
            case null -> named.map(Devices::targetOf).orElseGet(Devices::targetHere);
        };
        named.filter(device -> targetOf(device) != target).ifPresent(device -> {
            throw UserError.badInput("--device " + arguments.device + " runs programs of target "
                    + targetOf(device).jsonName() + ", not of --target " + target.jsonName()
                    + "; leave one of them out");
        });
        String name = machine(target, named);
        DeviceDescription described = named.orElseGet(() -> described(target));
        return new Devices(target, name, described);
    }

    /** The same, but a host that nobody has measured is measured first. */
    public Devices measured(PrintWriter err) {
        boolean unnamed =
                target == Target.C && described.equals(HostDevice.ofUser().known());
        return unnamed ? new Devices(target, name, HostDevice.ofUser().measured(err)) : this;
    }

    /** What the device offers to programs; of a host, which runs none of those, the reference GPU's. */
    public tilewright.kernel.Target offered() {
        return described instanceof GpuDescription gpu
                ? gpu.target()
                : DeviceCatalog.referenceGpu().target();
    }

    /** Where its rates come from, if nobody measured them. */
    public Optional<String> scaled() {
        return described instanceof GpuDescription gpu
                ? Optional.ofNullable(gpu.sources().get(GpuFacts.SCALED))
                : Optional.empty();
    }

    /** This machine's processors. */
    public static Devices host() {
        return new Devices(
                Target.C, HostMachine.describe().device(), HostDevice.ofUser().known());
    }

    /** What stored results must be of to be of use here. */
    public KnownResults.Wanted wanted(SequencedMap<String, Long> sizes, Predicate<String> schedule) {
        return new KnownResults.Wanted(sizes, target, machine(), device -> isThis(device), schedule);
    }

    /** The device's name for people: of a GPU the one that is ranked for, of processors always this machine's. */
    public String machine() {
        return described instanceof GpuDescription gpu ? gpu.fullName() : name;
    }

    private boolean isThis(String device) {
        return switch (described) {
            case GpuDescription gpu -> device.equalsIgnoreCase(gpu.fullName());
            case HostDescription host -> device.equals(name) || device.equalsIgnoreCase(host.fullName());
        };
    }

    public static Target targetOf(DeviceDescription device) {
        return switch (device) {
            case GpuDescription gpu -> Target.valueOf(gpu.language().name());
            case HostDescription host -> Target.C;
        };
    }

    private static Target targetHere() {
        return Gpus.available() ? Target.CUDA : Target.C;
    }

    /** Without a GPU there is still a reference to rank for. */
    private static DeviceDescription described(Target target) {
        if (target == Target.C) {
            return HostDevice.ofUser().known();
        }
        if (target == Target.HIP) {
            return DeviceCatalog.gpu(GpuDescription.Language.HIP);
        }
        return Gpus.available() ? DescribedGpu.of(Gpus.properties(0)) : DeviceCatalog.referenceGpu();
    }

    private static String machine(Target target, Optional<DeviceDescription> named) {
        if (target == Target.C) {
            return HostMachine.describe().device();
        }
        if (target == Target.CUDA && Gpus.available()) {
            return Gpus.properties(0).name();
        }
        return named.map(DeviceDescription::fullName).orElse("no GPU");
    }

    /** The machine's name as a directory: {@code nvidia-h200}. */
    public String directory() {
        String cleaned = name.toLowerCase(Locale.ROOT)
                .replaceAll("\\((r|tm)\\)", "")
                .replaceAll("[^a-z0-9]+", "-")
                .replaceAll("^-|-$", "");
        return cleaned.isEmpty() ? "unknown" : cleaned;
    }
}
