package tilewright.parse.c;

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
import tilewright.parse.c.Known.Kind;

/**
 * The values of integers that a loop changes. One iteration takes a value v at its head to some e(v, i). Where e is v + c, the
 * variable is an induction variable: v is its first value and c times the number of iterations before. Where e does not depend on
 * v, the value at the head is that of the iteration before.
 */
final class LoopValues {
    private final Known known;
    private final LoopHeader header;
    private final Map<IBinding, Affine> before;
    private final Map<IBinding, Affine> ends;
    private final Map<IBinding, Affine> heads = new LinkedHashMap<>();
    private final Map<IBinding, Affine> exits = new LinkedHashMap<>();
    private final boolean runs;

    /**
     * @param before values ahead of the loop
     * @param ends values at the end of an iteration that began with symbols
     * @param runs whether it is proved that there is an iteration
     */
    LoopValues(
            Known known, LoopHeader header, Map<IBinding, Affine> before, Map<IBinding, Affine> ends, boolean runs) {
        this.known = known;
        this.header = header;
        this.before = before;
        this.ends = ends;
        this.runs = runs;
    }

    /** Finds the values of these variables; those that have none in this form are returned. */
    Set<IBinding> solve(Set<IBinding> variables) {
        Set<IBinding> open = new HashSet<>(variables);
        while (open.removeIf(this::isSolved)) {
            // Others may depend on those found.
        }
        return open;
    }

    /** The value at the head of an iteration. */
    @Nullable
    Affine head(IBinding binding) {
        return heads.get(binding);
    }

    /** The value behind the loop. */
    @Nullable
    Affine exit(IBinding binding) {
        return exits.get(binding);
    }

    private boolean isSolved(IBinding binding) {
        Affine first = known.get(before, binding);
        Affine end = known.get(ends, binding);
        if (known.mentions(end, Kind.UNKNOWN) || known.mentions(first, Kind.UNKNOWN)) {
            return false;
        }
        Long change = change(binding, end);
        if (change != null) {
            heads.put(binding, plain(first.plus(header.iterationsBefore(change))));
            exits.put(binding, plain(first.plus(header.iterations(runs).times(change))));
            return true;
        }
        Map<String, Affine> solved = new HashMap<>();
        heads.forEach((b, head) -> solved.put(symbol(b), head));
        Affine last = end.substitute(solved);
        if (known.mentions(last, Kind.HEAD)) {
            return false;
        }
        Affine variable = Affine.variable(header.name());
        Affine previous = plain(last.substitute(Map.of(header.name(), variable.plus(-header.step()))));
        Affine atFirst = plain(last.substitute(Map.of(header.name(), header.first().plus(-header.step()))));
        heads.put(
                binding,
                atFirst.equals(plain(first))
                        ? previous
                        : new Affine.Select(
                                new Condition.Compare(variable, Condition.Relation.EQ, header.first()),
                                first,
                                previous));
        Affine leaving = plain(last.substitute(Map.of(header.name(), header.lastValue())));
        exits.put(
                binding,
                runs || leaving.equals(plain(first)) ? leaving : new Affine.Select(header.isEntered(), leaving, first));
        return true;
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
