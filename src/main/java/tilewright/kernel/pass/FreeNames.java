package tilewright.kernel.pass;

import java.util.HashSet;
import java.util.Set;
import tilewright.kernel.Function;
import tilewright.kernel.Memory;
import tilewright.kernel.Mentions;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;

/** Names that a function does not use. */
final class FreeNames {
    private final Set<String> taken = new HashSet<>();

    FreeNames(Function function) {
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
    }

    /** A name that begins so. */
    String of(String wanted) {
        String name = wanted;
        for (int number = 2; taken.contains(name); number++) {
            name = wanted + number;
        }
        return name;
    }

    /** The same, which is not free any more. */
    String fresh(String wanted) {
        String name = of(wanted);
        taken.add(name);
        return name;
    }
}
