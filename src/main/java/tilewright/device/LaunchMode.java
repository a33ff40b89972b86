package tilewright.device;

import java.util.Locale;

/** How a program's launches reach the device. */
public enum LaunchMode {
    /** All launches of a run are one CUDA graph. */
    GRAPH,
    /** One call of the driver per launch. */
    STREAM,
    /** One call of a host function. */
    CALL;

    /** The name in JSON, e.g. {@code graph}. */
    public String jsonName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
