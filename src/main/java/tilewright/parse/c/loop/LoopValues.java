package tilewright.parse.c.loop;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.eclipse.cdt.core.dom.ast.IBinding;
import org.jspecify.annotations.Nullable;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LinearForm;
import tilewright.parse.c.affine.Known;
import tilewright.parse.c.affine.Known.Kind;

/**
 * The values of integers that a loop changes. One iteration takes a value v at its head to some e(v, i). Where e is v + c, the
 * variable is an induction variable: v is its first value and c times the number of iterations before. Where e does not depend on
 * v, the value at the head is that of the iteration before.
 */
final class LoopValues {
    private final Known known;
    private final LoopHeader.Counter counter;
    private final Map<IBinding, Affine> before;
    private final Map<IBinding, Affine> ends;
    private final Map<IBinding, Affine> heads = new LinkedHashMap<>();

    /**
     * @param before values ahead of the loop
     * @param ends values at the end of an iteration that began with symbols
     */
    LoopValues(Known known, LoopHeader.Counter counter, Map<IBinding, Affine> before, Map<IBinding, Affine> ends) {
        this.known = known;
        this.counter = counter;
        this.before = before;
        this.ends = ends;
    }

    /** Finds the values of these variables, as far as they have this form. */
    void solve(Set<IBinding> variables) {
        Set<IBinding> open = new HashSet<>(variables);
        while (open.removeIf(this::isSolved)) {
            // Others may depend on those found.
        }
    }

    /** The value at the head of an iteration. */
    @Nullable
    Affine head(IBinding binding) {
        return heads.get(binding);
    }

    /** The value at the end of an iteration; null where that at the head is not known. */
    @Nullable
    Affine end(IBinding binding) {
        Affine end = ofHeads(known.get(ends, binding));
        return heads.containsKey(binding) ? end : null;
    }

    /**
     * The value behind the loop.
     *
     * @param runs whether it is proved that there is an iteration
     */
    @Nullable
    Affine exit(IBinding binding, LoopHeader header, boolean runs) {
        if (!heads.containsKey(binding)) {
            return null;
        }
        Affine first = known.get(before, binding);
        Long change = change(binding, known.get(ends, binding));
        if (change != null) {
            return plain(first.plus(header.iterations(runs).times(change)));
        }
        Affine last = at(ofHeads(known.get(ends, binding)), header.lastValue());
        return runs || last.equals(plain(first)) ? last : new Affine.Select(header.isEntered(), last, first);
    }

    private boolean isSolved(IBinding binding) {
        Affine first = known.get(before, binding);
        Affine end = known.get(ends, binding);
        if (known.mentions(end, Kind.UNKNOWN) || known.mentions(first, Kind.UNKNOWN)) {
            return false;
        }
        Long change = change(binding, end);
        if (change != null) {
            heads.put(binding, plain(first.plus(counter.iterationsBefore(change))));
            return true;
        }
        Affine last = ofHeads(end);
        if (known.mentions(last, Kind.HEAD)) {
            return false;
        }
        Affine variable = Affine.variable(counter.name());
        Affine previous = at(last, variable.plus(-counter.step()));
        Affine atFirst = at(last, counter.first().plus(-counter.step()));
        heads.put(
                binding,
                atFirst.equals(plain(first))
                        ? previous
                        : new Affine.Select(
                                new Condition.Compare(variable, Condition.Relation.EQ, counter.first()),
                                first,
                                previous));
        return true;
    }

    /** A value with those at the head instead of symbols, as far as they are found. */
    private Affine ofHeads(Affine value) {
        Map<String, Affine> solved = new HashMap<>();
        heads.forEach((b, head) -> solved.put(symbol(b), head));
        return value.substitute(solved);
    }

    private Affine at(Affine value, Affine variable) {
        return plain(value.substitute(Map.of(counter.name(), variable)));
    }

    /** What an iteration adds; null where it does not add a constant. */
    private @Nullable Long change(IBinding binding, Affine end) {
        LinearForm form = LinearForm.of(end);
        String own = symbol(binding);
        LinearForm rest = form.without(Affine.variable(own));
        return form.coefficient(own) == 1 && rest.isConstant() ? (Long) rest.constant() : null;
    }

    private String symbol(IBinding binding) {
        return ((Affine.Variable) known.symbol(binding, Kind.HEAD)).name();
    }

    private static Affine plain(Affine value) {
        return LinearForm.of(value).toAffine();
    }
}
