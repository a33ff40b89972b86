package tilewright.report.analysis;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.Dependences;
import tilewright.locality.BlockFootprint;
import tilewright.locality.ExactVolumes;
import tilewright.locality.Footprints;
import tilewright.locality.Locality;

/**
 * All that is known of a nest.
 *
 * @param exact volumes as functions of the sizes, null where they were left out
 * @param footprints footprints as functions of the block sizes, null where they were left out
 * @param footprint what a block and a thread of given sizes hold, null where none were given
 * @param sizes values of parameters that the user gave; may lack some
 */
public record Analysis(
        Dependences dependences,
        Locality locality,
        @Nullable ExactVolumes exact,
        @Nullable Footprints footprints,
        @Nullable BlockFootprint footprint,
        Map<String, Long> sizes) {
    public Analysis {
        sizes = Map.copyOf(sizes);
    }
}
