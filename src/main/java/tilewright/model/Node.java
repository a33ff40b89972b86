package tilewright.model;

import java.util.List;

/** A node of the loop nest's tree. */
public sealed interface Node permits Node.Loop, Node.Guard, Statement {
    SourcePosition position();

    /**
     * {@code do variable = lower, upper, step}. The step is not zero; with a negative one the loop runs
     * down from {@code lower} to {@code upper}.
     */
    record Loop(String variable, Affine lower, Affine upper, long step, List<Node> body, SourcePosition position)
            implements Node {
        public Loop {
            body = List.copyOf(body);
            if (step == 0) {
                throw new IllegalArgumentException(position + ": loop step is zero");
            }
        }
    }

    /** {@code if (condition) then .. else .. endif} on loop variables and parameters. */
    record Guard(Condition condition, List<Node> then, List<Node> otherwise, SourcePosition position) implements Node {
        public Guard {
            then = List.copyOf(then);
            otherwise = List.copyOf(otherwise);
        }
    }
}
