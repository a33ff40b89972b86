package tilewright.kernel;

import java.util.List;

/** What the host does, in order. */
public sealed interface HostStep {
    /** Holds no other steps and launches nothing. */
    sealed interface Simple extends HostStep {}

    /**
     * Runs the body for {@code variable} from {@code first} to {@code last}, inclusive.
     *
     * @param apart whether its iterations do without each other: they may run in any order, and beside each other
     */
    record Loop(Variable variable, Expression first, Expression last, List<HostStep> body, boolean apart)
            implements HostStep {
        public Loop {
            body = List.copyOf(body);
        }

        /** A loop whose iterations run in order. */
        public Loop(Variable variable, Expression first, Expression last, List<HostStep> body) {
            this(variable, first, last, body, false);
        }
    }

    /** Runs the body while a condition over host variables holds. */
    record While(Expression condition, List<HostStep> body) implements HostStep {
        public While {
            body = List.copyOf(body);
        }
    }

    /**
     * Launches a kernel; none where {@code blocks} is not positive.
     *
     * @param ahead whether it belongs to the stream that runs ahead of the main one
     * @param meets whether both streams wait for each other before
     */
    record Launch(
            String function,
            String description,
            Expression blocks,
            int threads,
            int sharedBytes,
            List<Argument> arguments,
            boolean ahead,
            boolean meets)
            implements HostStep {
        public Launch {
            arguments = List.copyOf(arguments);
        }
    }

    /**
     * Launches as many blocks of a kernel as the device runs at the same time; they may wait for each other ({@link
     * Statement.GridBarrier}).
     */
    record LaunchTogether(String function, String description, int threads, int sharedBytes, List<Argument> arguments)
            implements HostStep {
        public LaunchTogether {
            arguments = List.copyOf(arguments);
        }
    }

    /** Sets all elements of an array. */
    record Fill(String array, Expression value) implements Simple {}

    /** Waits for the device and reads an element to a host variable. */
    record Read(Variable variable, String array, Expression index) implements Simple {}

    /**
     * Copies rows of a caller's array in host memory to an array on the device, or back, in the present stream.
     *
     * @param in whether to the device
     * @param host the array in host memory
     * @param device the one on the device
     * @param rows how many; nothing is copied where there are none
     * @param columns elements of a row
     */
    record Transfer(boolean in, Rows host, Rows device, Expression rows, Expression columns) implements Simple {}

    /**
     * Rows of an array.
     *
     * @param first the first element of the first row
     * @param pitch elements from row to row
     */
    record Rows(String array, Expression first, Expression pitch) {}

    /**
     * Runs the body, if a condition holds, in one of several streams: in its order, and beside what runs in others until
     * {@link Join}.
     *
     * @param number of the stream, from 0
     * @param streams how many there are
     */
    record InStream(Expression number, int streams, Expression condition, List<HostStep> body) implements HostStep {
        public InStream {
            body = List.copyOf(body);
        }
    }

    /** All streams wait for each other, the main one too. */
    record Join() implements Simple {}

    /** Sets a host variable. */
    record Assign(Variable variable, Expression value) implements Simple {}
}
