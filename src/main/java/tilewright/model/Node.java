package tilewright.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** A node of the loop nest's tree. */
public sealed interface Node permits Node.Loop, Node.Guard, Node.Repeat, Statement {
    SourcePosition position();

    /**
     * {@code do variable = lower, upper, step}. The step is not zero; with a negative one the loop runs
     * down from {@code lower} to {@code upper}.
     *
     * @param loads what the bounds read from index arrays, as in {@code do e = ptr(i), ptr(i+1) - 1}: {@linkplain
     *     Load#variable variables} of the bounds; empty for affine bounds
     */
    record Loop(
            String variable,
            Affine lower,
            Affine upper,
            long step,
            List<Node> body,
            SourcePosition position,
            List<Load> loads)
            implements Node {
        public Loop {
            body = List.copyOf(body);
            loads = List.copyOf(loads);
            if (step == 0) {
                throw new IllegalArgumentException(position + ": loop step is zero");
            }
        }

        /** A loop with affine bounds. */
        public Loop(String variable, Affine lower, Affine upper, long step, List<Node> body, SourcePosition position) {
            this(variable, lower, upper, step, body, position, List.of());
        }
    }

    /**
     * {@code repeat .. until}: passes over the body, at least one, until the condition holds after one.
     *
     * @param counter numbers the passes; null where the text names none
     */
    record Repeat(@Nullable Counter counter, Until until, List<Node> body, SourcePosition position) implements Node {
        public Repeat {
            body = List.copyOf(body);
        }

        /** What an affine stage says of a nest that has one. */
        public UserError notAffine() {
            return UserError.badInput(
                    position + ": error: this nest repeats passes; what was asked for knows affine nests only");
        }
    }

    /**
     * {@code repeat variable = first, last}: the number of a pass, one more in each.
     *
     * @param last no pass has a greater number, whether or not the condition holds; null where there is no limit
     */
    record Counter(String variable, Affine first, @Nullable Affine last) {}

    /** {@code if (condition) then .. else .. endif} on loop variables and parameters. */
    record Guard(Condition condition, List<Node> then, List<Node> otherwise, SourcePosition position) implements Node {
        public Guard {
            then = List.copyOf(then);
            otherwise = List.copyOf(otherwise);
        }
    }
}
