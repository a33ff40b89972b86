package tilewright.locality;

/**
 * The functions of Q_z that make up {@link VolumeModel} along one loop, and the block sizes at which volumes are counted
 * to find their coefficients.
 *
 * <p>Two functions: 1 and Q - 1, from the whole loop and one block size. Three functions: 1, [Q > 1] and, for Q > 1, Q - 2;
 * from the whole loop, four parts and that block size.
 */
final class LoopBasis {
    private static final int BLOCK = 16;
    private static final int FEW_PARTS = 4;

    private final LoopRange range;
    private final int[] samples;

    /**
     * @param jumps whether three functions are wanted; short loops have two all the same
     */
    LoopBasis(LoopRange range, boolean jumps) {
        this.range = range;
        int length = range.whole();
        if (length < FEW_PARTS * BLOCK) {
            this.samples = new int[] {length, Math.max(1, length / FEW_PARTS)};
        } else if (jumps) {
            int few = Math.ceilDiv(length, FEW_PARTS);
            this.samples = new int[] {length, few, Math.min(few / 2, range.evenBlockNear(BLOCK))};
        } else {
            this.samples = new int[] {length, range.evenBlockNear(BLOCK)};
        }
    }

    int functions() {
        return samples.length;
    }

    /** Block size of a sample. */
    int sample(int index) {
        return samples[index];
    }

    long sampleParts(int index) {
        return range.parts(samples[index]);
    }

    /** The coefficients of the functions from the values at the samples. */
    double[] coefficients(double[] values) {
        int last = samples.length - 1;
        long distance = sampleParts(last) - sampleParts(last - 1);
        double slope = distance > 0 ? (values[last] - values[last - 1]) / distance : 0;
        if (last == 1) {
            return new double[] {values[0] - slope * (sampleParts(0) - 1), slope};
        }
        double atTwo = values[1] + slope * (2 - sampleParts(1));
        return new double[] {values[0], atTwo - values[0], slope};
    }

    /** The functions' values for a block size. */
    double[] values(int block) {
        long parts = range.parts(block);
        if (samples.length == 2) {
            return new double[] {1, parts - 1};
        }
        return parts > 1 ? new double[] {1, 1, parts - 2} : new double[] {1, 0, 0};
    }
}
