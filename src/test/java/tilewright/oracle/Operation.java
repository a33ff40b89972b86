package tilewright.oracle;

import java.util.Arrays;
import java.util.List;

/** One execution S_b(J) of a statement. */
public record Operation(String statement, List<Long> iteration) {
    public Operation {
        iteration = List.copyOf(iteration);
    }

    static Operation of(String statement, long[] iteration) {
        return new Operation(statement, Arrays.stream(iteration).boxed().toList());
    }

    /** Mixed: coordinates are small, so that most pairs of operations would have the hash of another pair. */
    @Override
    public int hashCode() {
        int mixed = (31 * statement.hashCode() + iteration.hashCode()) * 0x9E3779B1;
        return mixed ^ mixed >>> 15;
    }

    @Override
    public String toString() {
        return statement + iteration;
    }
}
