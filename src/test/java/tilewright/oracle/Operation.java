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

    @Override
    public String toString() {
        return statement + iteration;
    }
}
