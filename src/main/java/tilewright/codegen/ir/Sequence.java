package tilewright.codegen.ir;

import tilewright.model.Affine;
import tilewright.model.LinearForm;

/**
 * A loop whose iterations a block runs in order: {@code variable = origin + offset} for offsets
 * {@code firstOffset .. count - 1}.
 *
 * @param origin value at offset 0; chunks are counted from here
 * @param firstOffset constant 0 wherever the loop starts at its origin
 * @param count offset after the last iteration; not positive where there is none
 * @param chunk how many iterations are staged at a time
 */
public record Sequence(String variable, Affine origin, Affine firstOffset, Affine count, int chunk) {
    public Sequence {
        if (chunk < 1) {
            throw new IllegalArgumentException("loop " + variable + ": chunk " + chunk);
        }
    }

    public boolean startsAtOrigin() {
        return firstOffset.equals(Affine.constant(0));
    }

    public boolean hasConstantCount() {
        return LinearForm.of(count).isConstant();
    }

    /** Whether there are known to be fewer iterations than a chunk has. */
    public boolean hasNoWholeChunk() {
        return hasConstantCount() && LinearForm.of(count).constant() < chunk;
    }

    /** Whether every chunk is known to be whole. */
    public boolean chunksDivide() {
        return hasConstantCount() && LinearForm.of(count).constant() % chunk == 0;
    }
}
