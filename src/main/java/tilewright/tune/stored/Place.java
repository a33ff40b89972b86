package tilewright.tune.stored;

import java.net.InetAddress;
import java.net.UnknownHostException;
import tilewright.device.MachineInfo;

/**
 * Where something was measured.
 *
 * @param host name of the computer
 * @param unit which of its devices, see {@link MachineInfo#unit()}; empty where the host itself is the device
 * @param worker number of the worker, from 0
 */
public record Place(String host, String unit, int worker) {
    /** Slurm's own name of a node, which several on one computer do not share. */
    private static final String SLURM_NODE = "SLURMD_NODENAME";

    /** Name of this computer, as its cluster knows it. */
    public static String thisHost() {
        String node = System.getenv(SLURM_NODE);
        if (node != null && !node.isBlank()) {
            return node;
        }
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }

    @Override
    public String toString() {
        return unit.isEmpty() ? host : host + " " + unit;
    }
}
