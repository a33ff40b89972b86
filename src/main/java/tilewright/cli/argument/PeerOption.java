package tilewright.cli.argument;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tilewright.device.VendorRoutine;
import tilewright.model.UserError;
import tilewright.tune.worker.Peer;

/** Reads {@code sgemm:n,n,n}. */
public final class PeerOption {
    private PeerOption() {}

    /**
     * The peer.
     *
     * @param parameters values of the nest's parameters, which sizes may name
     * @throws UserError when it is not one, saying what would be
     */
    public static Peer of(String text, Map<String, Long> parameters) {
        String[] parts = text.split(":", 2);
        VendorRoutine routine = VendorRoutine.of(parts[0])
                .orElseThrow(() -> UserError.badInput("--peer " + text + ": no routine '" + parts[0] + "'; there are "
                        + String.join(", ", VendorRoutine.optionNames())));
        List<Integer> sizes = new ArrayList<>();
        for (String size : parts.length < 2 ? new String[0] : parts[1].split(",", -1)) {
            sizes.add(size(text, size, parameters));
        }
        if (sizes.size() != routine.sizes()) {
            throw UserError.badInput("--peer " + text + ": " + routine.optionName() + " takes " + routine.sizes()
                    + (routine.sizes() == 1 ? " size, got " : " sizes, got ") + sizes.size());
        }
        return new Peer(routine, sizes);
    }

    private static int size(String text, String size, Map<String, Long> parameters) {
        Long value = parameters.get(size);
        if (value == null && !size.matches("[1-9][0-9]{0,8}")) {
            throw UserError.badInput(
                    "--peer " + text + ": '" + size + "' is neither a positive number nor a parameter");
        }
        return value == null ? Integer.parseInt(size) : Math.toIntExact(value);
    }
}
