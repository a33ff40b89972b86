package tilewright.locality;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Names in formulas: the parameters, then block sizes r1..rn (paper, section 1), or another letter where a parameter has such
 * a name.
 */
record BlockSymbols(List<String> parameters, String letter, int loops) {
    static BlockSymbols of(List<String> parameters, int loops) {
        String letter = "r";
        while (isTaken(parameters, letter)) {
            letter += "r";
        }
        return new BlockSymbols(parameters, letter, loops);
    }

    private static boolean isTaken(List<String> parameters, String letter) {
        return parameters.stream().anyMatch(p -> p.matches(letter + "\\d*"));
    }

    /** r_z, z counted from 0. */
    String block(int z) {
        return letter + (z + 1);
    }

    /** One size of all loops. */
    String equalBlocks() {
        return letter;
    }

    /** {@code ni = nj = nk}. */
    String allEqual() {
        return String.join(" = ", parameters);
    }

    List<String> blocks() {
        return IntStream.range(0, loops).mapToObj(this::block).toList();
    }

    /** All of them: parameters, r1..rn. */
    List<String> all() {
        List<String> all = new ArrayList<>(parameters);
        all.addAll(blocks());
        return all;
    }

    /** Parameters and the one block size. */
    List<String> equal() {
        List<String> equal = new ArrayList<>(parameters);
        equal.add(letter);
        return equal;
    }
}
