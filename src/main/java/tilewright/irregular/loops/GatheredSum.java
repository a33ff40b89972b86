package tilewright.irregular.loops;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.LinearForm;
import tilewright.model.Load;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.model.Statement;
import tilewright.model.Subscript;

/**
 * What a sum over the arcs of a row reads: elements that one index array says ({@code x(col(e))}), inputs of the arcs ({@code a(e)}), and what is the same for all arcs of the row.
 *
 * @param index the index array, which nothing writes
 * @param shift what is added to the arc's number to ask it
 * @param gathered arrays of one dimension and the same bounds whose elements it says
 * @param gathers texts of the reads of each of them
 * @param inputs of four bytes, which nothing writes
 */
record GatheredSum(String index, int shift, List<String> gathered, List<String> gathers, List<Input> inputs) {
    /** An input of arcs, asked for the arc's number plus {@code shift}. */
    record Input(String array, int shift, String read) {}

    GatheredSum {
        gathered = List.copyOf(gathered);
        gathers = List.copyOf(gathers);
        inputs = List.copyOf(inputs);
    }

    /** The form of a sum; empty where it is another one. */
    static Optional<GatheredSum> of(LoopNest nest, Node.Loop inner, Statement statement) {
        Set<String> written = nest.statements().stream()
                .map(s -> s.statement().target().array())
                .collect(Collectors.toSet());
        String arc = inner.variable();
        Load said = null;
        List<String> gathered = new ArrayList<>();
        List<String> gathers = new ArrayList<>();
        List<Input> inputs = new ArrayList<>();
        for (Access read : statement.value().reads()) {
            boolean fixed = read.loads().isEmpty()
                    && read.subscripts().stream()
                            .noneMatch(s -> s.form().variables().contains(arc));
            if (fixed
                    || gathers.contains(read.toString())
                    || inputs.stream().anyMatch(i -> i.read().equals(read.toString()))) {
                continue;
            }
            if (read.subscripts().size() != 1) {
                return Optional.empty();
            }
            Subscript only = read.subscripts().getFirst();
            if (only.loads().isEmpty()) {
                Optional<Integer> shift = shift(only.form(), arc);
                if (shift.isEmpty()
                        || written.contains(read.array())
                        || nest.array(read.array()).type().bytes() != Integer.BYTES) {
                    return Optional.empty();
                }
                inputs.add(new Input(read.array(), shift.get(), read.toString()));
                continue;
            }
            Load load = only.loads().getFirst();
            boolean plain = only.loads().size() == 1
                    && only.form().equals(load.variable())
                    && load.subscripts().size() == 1
                    && load.subscripts().getFirst().loads().isEmpty()
                    && shift(load.subscripts().getFirst().form(), arc).isPresent()
                    && !written.contains(load.array())
                    && !read.array().equals(statement.target().array());
            boolean sameIndex = said == null || said.equals(load);
            boolean sameBounds = gathered.isEmpty()
                    || nest.array(gathered.getFirst())
                            .bounds()
                            .equals(nest.array(read.array()).bounds());
            if (!plain || !sameIndex || !sameBounds) {
                return Optional.empty();
            }
            said = load;
            gathered.add(read.array());
            gathers.add(read.toString());
        }
        return said == null
                ? Optional.empty()
                : Optional.of(new GatheredSum(
                        said.array(),
                        shift(said.subscripts().getFirst().form(), arc).orElseThrow(),
                        gathered,
                        gathers,
                        inputs));
    }

    /** The constant that is added to a variable; empty where a form is another one. */
    private static Optional<Integer> shift(Affine form, String variable) {
        LinearForm linear = LinearForm.of(form);
        long constant = linear.constant();
        boolean alone = linear.terms().size() == 1 && linear.coefficient(variable) == 1;
        return alone && Math.abs(constant) < 1 << 20 ? Optional.of((int) constant) : Optional.empty();
    }
}
