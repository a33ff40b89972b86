package tilewright.dependence;

import java.util.List;

/**
 * Consecutive loops of the common loop space that may be cut into blocks together.
 *
 * @param statements ids
 * @param loops names of the band's loops, outermost first
 * @param permutable whether blocks of the band are legal: by non-negative dependence components, or by the
 *     closed-semiring rule
 * @param parallel the loops of the band that carry no dependence once the loops outside them are fixed
 * @param rule why, for people
 */
public record Band(
        List<String> statements, List<String> loops, boolean permutable, List<String> parallel, String rule) {
    public Band {
        statements = List.copyOf(statements);
        loops = List.copyOf(loops);
        parallel = List.copyOf(parallel);
    }
}
