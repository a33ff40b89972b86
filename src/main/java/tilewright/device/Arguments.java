package tilewright.device;

import java.util.ArrayList;
import java.util.List;

/**
 * Arguments of one kernel launch, in order.
 *
 * @param values device addresses and integers
 */
public record Arguments(List<Argument> values) {
    public Arguments {
        values = List.copyOf(values);
    }

    /** One argument. */
    public sealed interface Argument {
        /** An array: 8 bytes. */
        record Address(DeviceMemory memory) implements Argument {}

        /** A size or a loop variable: a 32-bit integer. */
        record Int(int value) implements Argument {}

        /** A number in single precision. */
        record Real(float value) implements Argument {}
    }

    /** Addresses first, then integers. */
    public static Arguments of(List<DeviceMemory> addresses, List<Integer> integers) {
        List<Argument> all = new ArrayList<>(addresses.size() + integers.size());
        addresses.forEach(a -> all.add(new Argument.Address(a)));
        integers.forEach(i -> all.add(new Argument.Int(i)));
        return new Arguments(all);
    }
}
