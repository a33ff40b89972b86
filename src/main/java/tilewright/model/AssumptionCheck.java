package tilewright.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Whether data satisfy the declared assumptions, for all values of the free variables whose elements exist. */
public final class AssumptionCheck {
    private record Element(Access access, ArrayData array, List<IndexFunction> subscripts) {
        boolean exists(long[] slots) {
            long[] index = new long[subscripts.size()];
            for (int d = 0; d < index.length; d++) {
                index[d] = subscripts.get(d).at(slots);
            }
            return array.contains(index);
        }
    }

    private final Assumption assumption;
    private final List<String> names;
    private final long[] slots;
    private final List<Element> elements;
    private final ValueFunction condition;
    private final String what;

    private AssumptionCheck(LoopNest nest, Assumption assumption, long[] parameters, Data data, String what) {
        this.assumption = assumption;
        this.names = new ArrayList<>(nest.parameters());
        this.names.addAll(assumption.free());
        this.slots = Arrays.copyOf(parameters, names.size());
        this.elements = assumption.condition().reads().stream()
                .map(a -> new Element(a, data.array(a.array()), IndexFunction.of(a.indices(), names)))
                .toList();
        this.condition = ValueFunction.of(
                assumption.condition(),
                new Interpreter.Reader(data, names, ExpressionTypes.forTarget(nest, DataType.DOUBLE)));
        this.what = what;
    }

    /**
     * Checks every assumption.
     *
     * @param what the data, as the message should call them, e.g. {@code the initial data}
     * @throws UserError with the assumption's position and the first values that violate it
     */
    public static void check(LoopNest nest, Map<String, Long> parameterValues, Data data, String what) {
        nest.assumptions().forEach(a -> check(nest, parameterValues, data, what, a));
    }

    /** {@link #check(LoopNest, Map, Data, String)} of one assumption. */
    public static void check(
            LoopNest nest, Map<String, Long> parameterValues, Data data, String what, Assumption assumption) {
        long[] parameters = SequentialOrder.parameters(nest, parameterValues);
        AssumptionCheck check = new AssumptionCheck(nest, assumption, parameters, data, what);
        check.forAll(parameters.length);
    }

    /** Tries all values of the free variables from that slot on. */
    private void forAll(int slot) {
        if (slot == names.size()) {
            test();
            return;
        }
        long[] range = range(slot);
        for (long value = range[0]; value <= range[1]; value++) {
            slots[slot] = value;
            forAll(slot + 1);
        }
    }

    /** Values of a variable for which a subscript that contains it, and no later variable, is inside its array. */
    private long[] range(int slot) {
        String name = names.get(slot);
        long least = Long.MIN_VALUE;
        long greatest = Long.MAX_VALUE;
        for (Element element : elements) {
            for (int d = 0; d < element.subscripts.size(); d++) {
                LinearForm index = LinearForm.of(element.access.indices().get(d));
                long factor = index.coefficient(name);
                Affine rest = index.without(Affine.variable(name)).toAffine();
                if (factor == 0 || !names.subList(0, slot).containsAll(rest.variables())) {
                    continue;
                }
                long first =
                        element.array.lower()[d] - IndexFunction.of(rest, names).at(slots);
                long last = first + element.array.extents()[d] - 1;
                least = Math.max(least, factor > 0 ? Math.ceilDiv(first, factor) : Math.ceilDiv(last, factor));
                greatest = Math.min(greatest, factor > 0 ? Math.floorDiv(last, factor) : Math.floorDiv(first, factor));
            }
        }
        if (least == Long.MIN_VALUE) {
            throw UserError.badInput(assumption.position() + ": error: the range of '" + name
                    + "' does not follow from a subscript of this assumption; use it as a subscript of its own");
        }
        return new long[] {least, greatest};
    }

    private void test() {
        for (Element element : elements) {
            if (!element.exists(slots)) {
                return;
            }
        }
        if (condition.at(slots) == 0 && assumption.isOfSizes()) {
            throw UserError.badInput(assumption.position() + ": error: these sizes violate the assumption " + assumption
                    + "; give sizes that the nest is meant for");
        }
        if (condition.at(slots) == 0) {
            throw UserError.badInput(assumption.position() + ": error: " + what + " violate the assumption "
                    + assumption + values() + "; change the assumption or give the array an 'init' that satisfies it");
        }
    }

    private String values() {
        int parameters = names.size() - assumption.free().size();
        List<String> values = new ArrayList<>();
        for (int i = parameters; i < names.size(); i++) {
            values.add(names.get(i) + " = " + slots[i]);
        }
        return values.isEmpty() ? "" : " for " + String.join(", ", values);
    }
}
