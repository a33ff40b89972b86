package tilewright.ranking;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import tools.jackson.databind.json.JsonMapper;

/**
 * The bus between a GPU and the host's memory.
 *
 * @param device name that the driver reports
 * @param bytesPerSecond in each direction, both at once, from page-locked memory
 * @param source the experiment
 */
public record HostLink(String device, double bytesPerSecond, String source) {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private record File(List<HostLink> links) {}

    /** The link of a GPU; where none is known, the first one that is stands in. */
    public static HostLink of(GpuDescription gpu) {
        List<HostLink> links = shipped();
        return links.stream()
                .filter(l -> l.device.equalsIgnoreCase(gpu.fullName()))
                .findFirst()
                .orElse(links.getFirst());
    }

    private static List<HostLink> shipped() {
        try (InputStream in = HostLink.class.getResourceAsStream("links.json")) {
            if (in == null) {
                throw new IllegalStateException("links.json is missing from the build");
            }
            return JSON.readValue(in, File.class).links();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
