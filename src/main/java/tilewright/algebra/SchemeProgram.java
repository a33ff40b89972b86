package tilewright.algebra;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Schemes by name; the first one is the whole program.
 *
 * @param name of the nest
 * @param declarations lines of the {@code .nest} notation: sizes, arrays, facts
 */
public record SchemeProgram(String name, List<String> declarations, List<Definition> definitions) {
    /**
     * {@code name(parameters) = scheme}.
     *
     * @param parameters variables that the scheme leaves to its user
     */
    public record Definition(String name, List<String> parameters, Scheme scheme) {
        public Definition {
            parameters = List.copyOf(parameters);
        }

        /** The operator that it defines. */
        public Scheme.Call call() {
            return new Scheme.Call(name, parameters);
        }

        @Override
        public String toString() {
            return call() + " = " + scheme;
        }
    }

    public SchemeProgram {
        declarations = List.copyOf(declarations);
        definitions = List.copyOf(definitions);
        if (definitions.isEmpty()) {
            throw new IllegalArgumentException("a program of no schemes");
        }
    }

    /** The definition of a name. */
    public Optional<Definition> definition(String wanted) {
        return definitions.stream().filter(d -> d.name().equals(wanted)).findFirst();
    }

    /** The same with other definitions: those of known names take their place, new ones follow. */
    public SchemeProgram with(List<String> moreDeclarations, List<Definition> others) {
        List<String> lines = new ArrayList<>(declarations);
        lines.addAll(moreDeclarations);
        List<Definition> all = new ArrayList<>(definitions);
        for (Definition other : others) {
            int place = all.stream().map(Definition::name).toList().indexOf(other.name());
            if (place < 0) {
                all.add(other);
            } else {
                all.set(place, other);
            }
        }
        return new SchemeProgram(name, lines, all);
    }

    /** The same with more initial data, which fill arrays of which more is declared. */
    SchemeProgram initialised(List<String> moreDeclarations, List<Scheme> data) {
        Definition main = definitions.getFirst();
        Optional<Definition> known = definition(NestSchemes.INIT);
        List<Scheme> all = new ArrayList<>();
        known.ifPresent(d -> all.add(d.scheme()));
        all.addAll(data);
        Definition init = new Definition(NestSchemes.INIT, List.of(), Scheme.compose(all));
        Scheme whole = known.isPresent() ? main.scheme() : Scheme.compose(init.call(), main.scheme());
        return with(moreDeclarations, List.of(new Definition(main.name(), main.parameters(), whole), init));
    }

    /** Definitions that another program has not. */
    public List<Definition> beyond(SchemeProgram other) {
        return definitions.stream().filter(d -> !other.definitions.contains(d)).toList();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("scheme \"" + name + "\"\n");
        declarations.forEach(d -> text.append(": ").append(d).append('\n'));
        definitions.forEach(d -> text.append(d).append('\n'));
        return text.toString();
    }
}
