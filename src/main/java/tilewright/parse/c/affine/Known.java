package tilewright.parse.c.affine;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.eclipse.cdt.core.dom.ast.IBinding;
import org.jspecify.annotations.Nullable;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LinearForm;
import tilewright.model.sets.ConditionProver;

/**
 * The values of integers at one place of the scop, as affine forms of loop variables, parameters and symbols. A symbol stands for
 * a value that has no other form there: what a variable held when the scop began, at the head of a loop that is being looked at,
 * or where nothing is known.
 */
public final class Known {
    /** What a symbol stands for. */
    public enum Kind {
        ENTRY,
        HEAD,
        UNKNOWN
    }

    /** Such a value of a variable. */
    public record Symbol(IBinding binding, Kind kind) {}

    private final Map<String, Symbol> symbols = new HashMap<>();
    private Map<IBinding, Affine> values = new LinkedHashMap<>();

    /** Whether a name is that of a symbol. */
    public static boolean isSymbol(String name) {
        return name.indexOf(ConditionProver.UNREADABLE) >= 0;
    }

    /** All values, as they are now. */
    public Map<IBinding, Affine> copy() {
        return new LinkedHashMap<>(values);
    }

    public void restore(Map<IBinding, Affine> former) {
        values = new LinkedHashMap<>(former);
    }

    public void put(IBinding binding, Affine value) {
        values.put(binding, LinearForm.of(value).toAffine());
    }

    public void forget(IBinding binding) {
        values.put(binding, symbol(binding, Kind.UNKNOWN));
    }

    public Affine get(IBinding binding) {
        return get(values, binding);
    }

    /** The value in a copy; a variable that was not set has the value it came with. */
    public Affine get(Map<IBinding, Affine> copy, IBinding binding) {
        Affine value = copy.get(binding);
        return value == null ? symbol(binding, Kind.ENTRY) : value;
    }

    public Affine symbol(IBinding binding, Kind kind) {
        String name = binding.getName() + ConditionProver.UNREADABLE + kind + System.identityHashCode(binding);
        symbols.put(name, new Symbol(binding, kind));
        return Affine.variable(name);
    }

    /** The symbol of that name; null for the name of a loop variable or parameter. */
    @Nullable
    public Symbol symbol(String name) {
        return symbols.get(name);
    }

    /** Whether a value contains symbols of a kind. */
    public boolean mentions(Affine value, Kind kind) {
        return value.variables().stream().map(symbols::get).anyMatch(s -> s != null && s.kind == kind);
    }

    /** Values after two ways that meet: those of {@code then} where the condition holds, the others elsewhere. */
    public void join(Condition condition, Map<IBinding, Affine> then, Map<IBinding, Affine> otherwise) {
        Map<IBinding, Affine> joined = new LinkedHashMap<>(otherwise);
        joined.putAll(then);
        joined.replaceAll((binding, _) -> {
            Affine first = get(then, binding);
            Affine second = get(otherwise, binding);
            return first.equals(second) ? first : new Affine.Select(condition, first, second);
        });
        values = joined;
    }

    /** Forgets what has another value in a copy. */
    void agree(Map<IBinding, Affine> other) {
        Map<IBinding, Affine> all = new LinkedHashMap<>(other);
        all.putAll(values);
        for (IBinding binding : all.keySet()) {
            if (!get(binding).equals(get(other, binding))) {
                forget(binding);
            }
        }
    }
}
