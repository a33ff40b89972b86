package tilewright.parse.fortran;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.Node;
import tilewright.model.SourcePosition;
import tilewright.model.sets.ConditionProver;
import tilewright.parse.fortran.SectionIteration.Section;

/**
 * The loops over the elements of an assignment to a section: the first dimension, which is contiguous, is the innermost one. Fortran
 * computes the whole right-hand side first; loops do the same where no element is read after it is written.
 */
record SectionLoops(SectionIteration iteration, Scope around) {
    /** The order of a section's elements. */
    enum Order {
        FORWARD,
        BACKWARD
    }

    /** What is in scope inside the loops. */
    Scope scope() {
        Scope inner = around;
        for (int d = iteration.rank() - 1; d >= 0; d--) {
            inner = inner.inSection(iteration.variables().get(d), range(d, Map.of()));
        }
        return inner;
    }

    private Condition range(int dimension, Map<String, Affine> renamed) {
        Section section = iteration.sections().get(dimension);
        Condition range = Scope.range(iteration.variables().get(dimension), section.first(), section.last(), 1);
        return range.substitute(renamed);
    }

    /** The loops around a statement. */
    Node around(Node statement, Order order, SourcePosition position) {
        Node node = statement;
        for (int d = 0; d < iteration.rank(); d++) {
            Section section = iteration.sections().get(d);
            String variable = iteration.variables().get(d);
            node = order == Order.FORWARD
                    ? new Node.Loop(variable, section.first(), section.last(), 1, List.of(node), position)
                    : new Node.Loop(variable, section.last(), section.first(), -1, List.of(node), position);
        }
        return node;
    }

    /** Whether an element that one iteration writes may be read by a later one. */
    boolean overlap(Access write, Access read, Order order) {
        Map<String, Affine> later = new HashMap<>();
        List<String> loops = new ArrayList<>(around.loops());
        for (String variable : iteration.variables()) {
            later.put(variable, Affine.variable(variable + "_later"));
            loops.add(variable);
            loops.add(variable + "_later");
        }
        List<Condition> same = new ArrayList<>(around.constraints());
        for (int d = 0; d < iteration.rank(); d++) {
            same.add(range(d, Map.of()));
            same.add(range(d, later));
        }
        for (int d = 0; d < write.indices().size(); d++) {
            same.add(new Condition.Compare(
                    write.indices().get(d),
                    Condition.Relation.EQ,
                    read.indices().get(d).substitute(later)));
        }
        for (int d = iteration.rank() - 1; d >= 0; d--) {
            Affine variable = Affine.variable(iteration.variables().get(d));
            Affine other = variable.substitute(later);
            List<Condition> all = new ArrayList<>(same);
            all.add(new Condition.Compare(
                    variable, order == Order.FORWARD ? Condition.Relation.LT : Condition.Relation.GT, other));
            if (!ConditionProver.isImpossible(all, loops)) {
                return true;
            }
            same.add(new Condition.Compare(variable, Condition.Relation.EQ, other));
        }
        return false;
    }
}
