package tilewright.parse.fortran;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Which names of a scop its program unit has for nothing else: what they hold when the scop has run is nobody's. They are declared with a type or not at all, no
 * statement outside of the scop mentions them, nor does a unit inside this one, and no attribute lets them be seen from elsewhere or live longer.
 */
final class LocalNames {
    private static final Pattern SEEN_ELSEWHERE =
            Pattern.compile("\\b(save|target|pointer|allocatable|volatile|bind|public|parameter)\\b");
    private static final Pattern NAME = Pattern.compile("[^a-z0-9_]+");

    private final ProgramUnit unit;
    private final Declarations declarations;
    private final Set<String> mentioned = new HashSet<>();
    private boolean saved;

    private LocalNames(ProgramUnit unit, Declarations declarations) {
        this.unit = unit;
        this.declarations = declarations;
    }

    /** Those of a scop's unit. */
    static LocalNames of(Scop scop, ProgramUnits units, Declarations declarations) {
        LocalNames names = new LocalNames(scop.unit(), declarations);
        Set<SourceLine> inside = new HashSet<>(scop.lines());
        scop.unit().lines().stream().filter(l -> !inside.contains(l)).forEach(names::read);
        units.all().stream()
                .filter(u -> u.host() == scop.unit())
                .flatMap(u -> u.lines().stream())
                .forEach(names::mention);
        return names;
    }

    private void read(SourceLine line) {
        saved |= line.lower().strip().equals("save");
        boolean declares = !line.directive() && LineKind.of(line) == LineKind.TYPE;
        if (!declares || SEEN_ELSEWHERE.matcher(line.lower()).find()) {
            mention(line);
        }
    }

    private void mention(SourceLine line) {
        mentioned.addAll(List.of(NAME.split(line.lower())));
    }

    /** @param name in lower case */
    boolean contains(String name) {
        @Nullable Entity own = declarations.own(name);
        boolean isOfUnit = own == null
                ? declarations.find(name) == null && declarations.areComplete()
                : own.value() == null && !own.isConstant();
        return isOfUnit
                && !saved
                && !mentioned.contains(name)
                && !name.equals(unit.result())
                && !unit.arguments().contains(name);
    }
}
