package tilewright.tune.stored;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * What all measurements of a sweep have in common. Two sweeps may share a file when everything but the driver and the
 * compiler is equal.
 *
 * @param nest name
 * @param nestHash of the source text, see {@link #hash}
 * @param sizes values of the parameters
 * @param device name of the machine
 * @param driver what ran the programs
 * @param compiler that built them
 */
public record SweepIdentity(
        String nest,
        String nestHash,
        SequencedMap<String, Long> sizes,
        Target target,
        String device,
        String driver,
        String compiler) {
    public SweepIdentity {
        sizes = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(sizes));
    }

    /** Whether a measurement of the other sweep is one of this. */
    public boolean sameWork(SweepIdentity other) {
        return nest.equals(other.nest)
                && nestHash.equals(other.nestHash)
                && sizes.equals(other.sizes)
                && target == other.target
                && device.equals(other.device);
    }

    /** First half of the SHA-256 of the text with line ends made {@code \n} and trailing blanks dropped, in hex. */
    public static String hash(String text) {
        String canonical =
                String.join("\n", text.lines().map(String::stripTrailing).toList());
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(canonical.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest, 0, digest.length / 2);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }
}
