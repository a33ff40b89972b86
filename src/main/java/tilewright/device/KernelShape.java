package tilewright.device;

import java.util.List;
import tilewright.kernel.Function;

/**
 * How one kernel of a program is launched.
 *
 * @param threads per block
 * @param sharedBytes dynamic shared memory per block
 * @param start when its blocks start
 * @param arguments for each argument, in order: the position of an array, that plus the number of arrays for the
 *     array's second copy, or {@link #INTEGER}
 */
public record KernelShape(String name, int threads, int sharedBytes, Function.Start start, List<Integer> arguments) {
    /** Stands for the next of a launch's integers. */
    public static final int INTEGER = -1;

    public KernelShape {
        arguments = List.copyOf(arguments);
    }
}
