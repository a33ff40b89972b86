package tilewright.locality;

import java.util.List;

/**
 * Loops along which one access is shared by threads or walks within a cache line (paper, section 3).
 *
 * @param broadcast loops with F_xi = 0 run by parallel threads: all of them use one element
 * @param spatial loops with F_xi = (0,..,0,b)^T run by parallel threads: neighbours share a cache line
 */
public record AccessLocality(String statement, int access, List<String> broadcast, List<String> spatial) {
    public AccessLocality {
        broadcast = List.copyOf(broadcast);
        spatial = List.copyOf(spatial);
    }
}
