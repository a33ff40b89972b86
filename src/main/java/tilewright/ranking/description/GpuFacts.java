package tilewright.ranking.description;

import java.util.Map;
import java.util.Set;
import tilewright.kernel.Target;

/**
 * What a vendor's documents or a driver say of a GPU that nobody has measured. Device files of kind {@value #KIND} hold it.
 *
 * @param name as in {@link GpuDescription}, like all that follows
 * @param sources where each figure comes from
 */
public record GpuFacts(
        String schema,
        String kind,
        String name,
        String fullName,
        String architecture,
        GpuDescription.Language language,
        Set<Target.Offer> offers,
        int processors,
        double clockHertz,
        GpuDescription.Limits limits,
        Memory memory,
        Map<String, String> sources) {
    public static final String KIND = "gpu facts";

    /** The entry of {@link GpuDescription#sources} that says that rates were not measured. */
    public static final String SCALED = "rates and latencies";

    /**
     * @param interfaceBytesPerSecond what the memory's interface can carry at most
     * @param cacheBytes L2
     */
    public record Memory(long globalBytes, double interfaceBytesPerSecond, long cacheBytes) {
        /** Read plus write: what a copy reaches. */
        double copiedBytesPerSecond() {
            return KernelCosts.measured().copyShare() * interfaceBytesPerSecond;
        }
    }

    public GpuFacts {
        offers = Set.copyOf(offers);
        sources = Map.copyOf(sources);
    }

    /** A description to rank by: what nobody has measured is scaled from the reference GPU, and its sources say so. */
    public GpuDescription described() {
        return DeviceCatalog.referenceGpu().scaledTo(this);
    }
}
