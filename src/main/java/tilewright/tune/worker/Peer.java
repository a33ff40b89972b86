package tilewright.tune.worker;

import java.util.List;
import tilewright.device.VendorRoutine;

/**
 * A call of a vendor's routine that, says the user or {@link tilewright.tune.peer.PeerRecognition PeerRecognition}, does work of the nest.
 *
 * @param sizes of the routine
 */
public record Peer(VendorRoutine routine, List<Integer> sizes) {
    public Peer {
        sizes = List.copyOf(sizes);
        if (sizes.size() != routine.sizes()) {
            throw new IllegalArgumentException(
                    routine.title() + " takes " + routine.sizes() + " sizes, got " + sizes.size());
        }
    }
}
