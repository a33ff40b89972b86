package tilewright.parse.fortran;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;
import tilewright.parse.fortran.FortranStatementParser.AttributeContext;
import tilewright.parse.fortran.FortranStatementParser.EntityContext;
import tilewright.parse.fortran.FortranStatementParser.LettersContext;
import tilewright.parse.fortran.FortranStatementParser.TypeSpecContext;

/** The names that a program unit sees: its own, those of its host, and those of the modules that it uses. */
final class Declarations {
    private static final Pattern USE = Pattern.compile("use\\s*(?:,[^:]*)?(?:::)?\\s*(\\w+)\\s*(?:,(.*))?");
    private static final Pattern RENAME = Pattern.compile("(\\w+)\\s*=>\\s*(\\w+)");

    /** Constants of the modules that every compiler has, by name: kinds count bytes. */
    private static final Map<String, Map<String, Long>> INTRINSIC = Map.of(
            "iso_fortran_env",
            Map.of("int8", 1L, "int16", 2L, "int32", 4L, "int64", 8L, "real32", 4L, "real64", 8L, "real128", 16L),
            "iso_c_binding",
            Map.of(
                    "c_signed_char",
                    1L,
                    "c_short",
                    2L,
                    "c_int",
                    4L,
                    "c_long",
                    8L,
                    "c_long_long",
                    8L,
                    "c_int64_t",
                    8L,
                    "c_size_t",
                    8L,
                    "c_float",
                    4L,
                    "c_double",
                    8L,
                    "c_bool",
                    1L));

    private final @Nullable Declarations host;
    private final Syntax syntax;
    private final Map<String, Entity> entities = new LinkedHashMap<>();
    private final Map<Character, TypeSpecContext> letters = new HashMap<>();
    private final Map<String, Long> constants = new HashMap<>();
    private final List<Declarations> modules = new ArrayList<>();
    /** Local names of what a used module calls otherwise. */
    private final Map<String, String> renamed = new HashMap<>();

    private final List<String> unknownModules = new ArrayList<>();
    private final List<SourceLine> unread = new ArrayList<>();
    private boolean none;

    private Declarations(@Nullable Declarations host, Syntax syntax) {
        this.host = host;
        this.syntax = syntax;
    }

    /** The names of a unit. */
    static Declarations of(ProgramUnit unit, ProgramUnits units, Syntax syntax) {
        return of(unit, units, syntax, 0);
    }

    private static Declarations of(ProgramUnit unit, ProgramUnits units, Syntax syntax, int depth) {
        ProgramUnit around = unit.host();
        Declarations declarations = new Declarations(around == null ? null : of(around, units, syntax, depth), syntax);
        for (SourceLine line : unit.lines()) {
            if (!line.directive()) {
                declarations.read(line, units, unit, depth);
            }
        }
        return declarations;
    }

    private void read(SourceLine line, ProgramUnits units, ProgramUnit self, int depth) {
        switch (LineKind.of(line)) {
            case TYPE -> type(line);
            case SHAPE -> shape(line);
            case PARAMETER -> parameter(line);
            case IMPLICIT -> implicit(line);
            case USE -> use(line, units, self, depth);
            default -> {}
        }
    }

    private Entity entity(Token name) {
        return entities.computeIfAbsent(name.getText().toLowerCase(Locale.ROOT), n -> new Entity(name));
    }

    private void type(SourceLine line) {
        var tree = syntax.parseQuietly(line, FortranStatementParser::typeLine);
        if (tree == null) {
            unread.add(line);
            return;
        }
        for (EntityContext declared : tree.entities) {
            Entity entity = entity(declared.name);
            entity.type(tree.typeSpec());
            tree.attributes.forEach(a -> attribute(entity, a));
            details(entity, declared);
        }
    }

    private static void attribute(Entity entity, AttributeContext attribute) {
        switch (attribute.word.getText().toLowerCase(Locale.ROOT)) {
            case "dimension" -> {
                if (attribute.shape() != null) {
                    entity.shape(attribute.shape().dimensions);
                }
            }
            case "parameter" -> entity.constant();
            case "allocatable", "pointer" -> entity.allocatable();
            default -> {}
        }
    }

    private static void details(Entity entity, EntityContext declared) {
        if (declared.shape() != null) {
            entity.shape(declared.shape().dimensions);
        }
        if (declared.value != null) {
            entity.value(declared.value);
        }
    }

    private void shape(SourceLine line) {
        var tree = syntax.parseQuietly(line, FortranStatementParser::dimensionLine);
        if (tree == null) {
            unread.add(line);
            return;
        }
        String word = tree.ID().getText().toLowerCase(Locale.ROOT);
        for (EntityContext declared : tree.entities) {
            Entity entity = entity(declared.name);
            details(entity, declared);
            if (word.equals("allocatable") || word.equals("pointer")) {
                entity.allocatable();
            }
        }
    }

    private void parameter(SourceLine line) {
        var tree = syntax.parseQuietly(line, FortranStatementParser::parameterLine);
        if (tree == null) {
            unread.add(line);
            return;
        }
        tree.named().forEach(n -> {
            entity(n.name).value(n.value);
            entity(n.name).constant();
        });
    }

    private void implicit(SourceLine line) {
        if (line.lower().matches("implicit\\s+none.*")) {
            none = true;
            return;
        }
        var tree = syntax.parseQuietly(line, FortranStatementParser::implicitLine);
        if (tree == null) {
            unread.add(line);
            return;
        }
        tree.implicitRule().forEach(rule -> rule.letters().forEach(l -> letters(rule.typeSpec(), l)));
    }

    private void letters(TypeSpecContext type, LettersContext range) {
        char first = Character.toLowerCase(range.first.getText().charAt(0));
        char last = range.last == null
                ? first
                : Character.toLowerCase(range.last.getText().charAt(0));
        for (char c = first; c <= last; c++) {
            letters.put(c, type);
        }
    }

    private void use(SourceLine line, ProgramUnits units, ProgramUnit self, int depth) {
        Matcher use = USE.matcher(line.lower());
        if (!use.matches()) {
            unread.add(line);
            return;
        }
        String name = use.group(1);
        Matcher rename = RENAME.matcher(use.group(2) == null ? "" : use.group(2));
        while (rename.find()) {
            renamed.put(rename.group(1), rename.group(2));
        }
        if (INTRINSIC.get(name) instanceof Map<String, Long> known) {
            constants.putAll(known);
            return;
        }
        ProgramUnit module = units.all().stream()
                .filter(u -> u.name().equals(name) && u.host() == null && u != self)
                .findFirst()
                .orElse(null);
        if (module == null || depth > units.all().size()) {
            unknownModules.add(name);
        } else {
            modules.add(of(module, units, syntax, depth + 1));
        }
    }

    /** Whether all modules that the unit uses are known. */
    boolean areComplete() {
        return unknownModules.isEmpty();
    }

    /** What the unit itself declares of a name in lower case; null where it says nothing. */
    @Nullable
    Entity own(String name) {
        return entities.get(name);
    }

    /** What is declared under a name in lower case, here or where the unit looks; null where nothing is. */
    @Nullable
    Entity find(String name) {
        Entity own = entities.get(name);
        if (own != null) {
            return own;
        }
        String used = renamed.getOrDefault(name, name);
        for (Declarations module : modules) {
            Entity found = module.find(used);
            if (found != null) {
                return found;
            }
        }
        return host == null ? null : host.find(name);
    }

    /** The value of a constant of an intrinsic module; null where the name is none. */
    @Nullable
    Long intrinsicConstant(String name) {
        String used = renamed.getOrDefault(name, name);
        Long value = constants.get(used);
        for (Declarations module : modules) {
            value = value == null ? module.intrinsicConstant(used) : value;
        }
        return value == null && host != null ? host.intrinsicConstant(name) : value;
    }

    /** Whether every name must be declared. */
    boolean isExplicit() {
        return none || (letters.isEmpty() && host != null && host.isExplicit());
    }

    /** The type that an {@code implicit} line gives to names with that first letter; null for Fortran's default. */
    @Nullable
    TypeSpecContext implicitType(char letter) {
        TypeSpecContext own = letters.get(letter);
        return own == null && host != null ? host.implicitType(letter) : own;
    }

    /** Why a name may be unknown; empty where there is nothing to say. */
    String advice() {
        StringBuilder advice = new StringBuilder();
        if (!unknownModules.isEmpty()) {
            advice.append("; module ")
                    .append(String.join(", ", unknownModules))
                    .append(" is not in this file: put it there, or give integer constants by -D NAME=VALUE");
        }
        if (!unread.isEmpty()) {
            advice.append("; the declaration in line ")
                    .append(unread.getFirst().number())
                    .append(" is not understood");
        }
        return advice.isEmpty() && host != null ? host.advice() : advice.toString();
    }
}
