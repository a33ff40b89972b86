package tilewright.ranking.description;

import java.util.List;
import tilewright.model.ShippedFile;

/**
 * The bus between a GPU and the host's memory.
 *
 * @param device name that the driver reports
 * @param bytesPerSecond in each direction, both at once, from page-locked memory
 * @param source the experiment
 */
public record HostLink(String device, double bytesPerSecond, String source) {
    private record File(List<HostLink> links) {}

    /** The link of a GPU; where none is known, the first one that is stands in. */
    public static HostLink of(GpuDescription gpu) {
        List<HostLink> links =
                ShippedFile.read(HostLink.class, "links.json", File.class).links();
        return links.stream()
                .filter(l -> l.device.equalsIgnoreCase(gpu.fullName()))
                .findFirst()
                .orElse(links.getFirst());
    }
}
