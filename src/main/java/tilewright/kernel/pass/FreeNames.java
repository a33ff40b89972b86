package tilewright.kernel.pass;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.Function;
import tilewright.kernel.Memory;
import tilewright.kernel.Mentions;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;
import tilewright.model.FreshName;

/** Names that a function does not use; what it uses is found when the first one is asked for: most passes find nothing to change. */
final class FreeNames {
    private final Function function;
    private @Nullable Set<String> taken;

    FreeNames(Function function) {
        this.function = function;
    }

    private Set<String> taken() {
        Set<String> known = taken == null ? takenBy(function) : taken;
        taken = known;
        return known;
    }

    private static Set<String> takenBy(Function function) {
        Set<String> taken = new HashSet<>();
        function.parameters().forEach(p -> taken.add(p.name()));
        Statements.visit(function.body(), s -> {
            taken.addAll(s.declared());
            taken.addAll(Mentions.beside(s));
            if (s instanceof Statement.For f) {
                taken.add(f.variable().name());
            }
        });
        if (function.shared() != null) {
            taken.add(function.shared().name());
            function.shared().arrays().stream().map(Memory::name).forEach(taken::add);
        }
        return taken;
    }

    /** A name that begins so. */
    String of(String wanted) {
        return FreshName.numbered(wanted, "", name -> !taken().contains(name));
    }

    /** The same, which is not free any more. */
    String fresh(String wanted) {
        String name = of(wanted);
        taken().add(name);
        return name;
    }
}
