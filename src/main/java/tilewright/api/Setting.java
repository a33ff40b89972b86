package tilewright.api;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * At which sizes, for what, and in which order.
 *
 * @param sizes values of the nest's parameters
 * @param target what to generate for; empty: CUDA where a GPU answers, else C
 * @param device whose description ranks, e.g. {@code h200}, or a file; empty: the one found
 * @param schedule order that plans are made from: {@code auto}, {@code original}, {@code fused}, {@code best}, or text as in
 *     {@code docs/commands.md}
 */
public record Setting(Map<String, Long> sizes, Optional<Target> target, Optional<String> device, String schedule) {
    /** Keeps a copy of the sizes. */
    public Setting {
        sizes = Collections.unmodifiableMap(new LinkedHashMap<>(Objects.requireNonNull(sizes, "sizes")));
        sizes.forEach((name, value) -> {
            Objects.requireNonNull(name, "name of a size");
            Objects.requireNonNull(value, () -> "size " + name);
        });
        Objects.requireNonNull(target, "target");
        Objects.requireNonNull(device, "device");
        Objects.requireNonNull(schedule, "schedule");
    }

    /**
     * Sizes, and the rest as found.
     *
     * @param sizes values of the nest's parameters
     * @return a setting to refine with the methods below
     */
    public static Setting of(Map<String, Long> sizes) {
        return new Setting(sizes, Optional.empty(), Optional.empty(), "auto");
    }

    /**
     * The same for a target.
     *
     * @param other target
     * @return a copy
     */
    public Setting target(Target other) {
        return new Setting(sizes, Optional.of(other), device, schedule);
    }

    /**
     * The same for a described device.
     *
     * @param other its name or file
     * @return a copy
     */
    public Setting device(String other) {
        return new Setting(sizes, target, Optional.of(other), schedule);
    }

    /**
     * The same in another order.
     *
     * @param other name or text of the order
     * @return a copy
     */
    public Setting schedule(String other) {
        return new Setting(sizes, target, device, other);
    }
}
