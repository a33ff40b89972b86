package tilewright.report.stored;

import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tilewright.model.UserError;

/**
 * What was measured, and on what: results of different work are not shown beside each other.
 *
 * @param nestHash of the nest's text; null where not told
 * @param target null where not told
 * @param blockSizes how many sizes a block has; 0 as long as only the nest as written was measured, which has none
 */
record Work(
        String nest,
        @Nullable String nestHash,
        Map<String, Long> sizes,
        @Nullable String target,
        String device,
        int blockSizes) {
    private static final String REMEDY =
            "; two sweeps are mixed: move the lines of one of them to a directory of its own";

    /** Of a line of measurements. */
    static Work of(Fields line) {
        return new Work(
                line.text("nest"),
                line.optionalText("nestHash"),
                line.namedIntegers("sizes"),
                line.optionalText("target"),
                line.text("device"),
                line.integers("block").size());
    }

    /**
     * This work, which must be that of the lines before.
     *
     * @param earlier null before the first line
     * @throws UserError where it is not
     */
    Work andBefore(@Nullable Work earlier, Fields line) {
        if (earlier == null) {
            return this;
        }
        Work cut = blockSizes == 0 ? withBlockSizes(earlier.blockSizes) : this;
        if (!cut.equals(earlier.blockSizes == 0 ? earlier.withBlockSizes(cut.blockSizes) : earlier)) {
            throw UserError.badInput(line.where() + ": a measurement of " + difference(earlier) + REMEDY);
        }
        return cut;
    }

    private Work withBlockSizes(int number) {
        return new Work(nest, nestHash, sizes, target, device, number);
    }

    /** What is different, both ways. */
    private String difference(Work earlier) {
        if (!nest.equals(earlier.nest)) {
            return nest + ", where lines before are of " + earlier.nest;
        }
        if (!sizes.equals(earlier.sizes)) {
            return sizes + ", where lines before are of " + earlier.sizes;
        }
        if (!device.equals(earlier.device)) {
            return device + ", where lines before are of " + earlier.device;
        }
        if (!Objects.equals(nestHash, earlier.nestHash)) {
            return "another text of " + nest + " (nestHash " + nestHash + ", before " + earlier.nestHash + ")";
        }
        if (!Objects.equals(target, earlier.target)) {
            return "target " + target + ", where lines before are of " + earlier.target;
        }
        return blockSizes + " block sizes, where lines before have " + earlier.blockSizes;
    }

    /**
     * Refuses a summary of other work.
     *
     * @param ofTarget the summary's target; null where it does not tell
     */
    void require(Summary summary, @Nullable String ofTarget, String file) {
        Work other = new Work(
                summary.nest(),
                nestHash,
                summary.sizes(),
                ofTarget == null ? target : ofTarget,
                summary.device(),
                blockSizes);
        if (!equals(other)) {
            throw UserError.badInput(
                    file + ": error: a summary of " + other.difference(this).replace("lines before", "the measurements")
                            + "; run tune --resume to write it again");
        }
    }
}
