package tilewright.parse.c.affine;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.eclipse.cdt.core.dom.ast.IBinding;
import tilewright.model.FreshName;
import tilewright.parse.ReservedNames;

/** The names that a nest gives to the variables of a scop: no two differ only in case, and none means something in the notation. */
public final class NestNames {
    private final Map<IBinding, String> names = new HashMap<>();
    private final Map<IBinding, String> counters = new HashMap<>();
    private final Set<String> taken = new HashSet<>();
    private final Set<String> loopNames = new HashSet<>();

    /** The name of an array, scalar or parameter. */
    public String of(IBinding binding) {
        return names.computeIfAbsent(binding, b -> fresh(ReservedNames.legal(b.getName())));
    }

    /** The name of one that the source has no single word for. */
    public String of(IBinding binding, String wanted) {
        return names.computeIfAbsent(binding, _ -> fresh(ReservedNames.legal(wanted)));
    }

    /** Gives an array, scalar or parameter another name. */
    public void renew(IBinding binding) {
        names.put(binding, fresh(ReservedNames.legal(binding.getName())));
    }

    /**
     * The name of a loop variable; loops that do not surround each other may share one. A function that is called in several
     * loops may need another one in each.
     */
    public String loopVariable(IBinding binding, Scope around) {
        String before = counters.get(binding);
        if (before != null && !around.loops().contains(before)) {
            return before;
        }
        String name = ReservedNames.legal(binding.getName());
        boolean shared = loopNames.contains(name) && !around.loops().contains(name);
        String chosen = shared ? name : fresh(name);
        loopNames.add(chosen);
        counters.put(binding, chosen);
        return chosen;
    }

    /** A name that nothing has. */
    public String fresh(String wanted) {
        return FreshName.numbered(wanted, "_", name -> taken.add(name.toLowerCase(Locale.ROOT)));
    }
}
