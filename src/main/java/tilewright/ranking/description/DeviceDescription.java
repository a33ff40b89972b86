package tilewright.ranking.description;

/** What a cost model knows of a device. One JSON file each; rates are per second, sizes in bytes, times in seconds. */
public sealed interface DeviceDescription permits GpuDescription, HostDescription {
    /** Schema of the JSON files. */
    String SCHEMA = "tilewright/device/1";

    /** The name that {@code --device} takes. */
    String name();

    /** The vendor's name, as a driver reports it. */
    String fullName();

    /** Multiprocessors of a GPU, cores of a CPU. */
    int processors();

    InstructionRates instructions();
}
