package tilewright.locality;

import java.util.List;

/**
 * Exact data movement between blocks and the memory outside them, summed over all blocks (theory.md section 5):
 * values read that were produced elsewhere, and values written for use elsewhere or as final contents. Each
 * value counts once per block.
 *
 * @param block block sizes r_1..r_n
 * @param reads number of values
 * @param writes number of values
 */
public record Volumes(List<Integer> block, long reads, long writes) {
    public Volumes {
        block = List.copyOf(block);
    }
}
