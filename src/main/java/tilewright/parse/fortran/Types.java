package tilewright.parse.fortran;

import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tilewright.parse.fortran.FortranStatementParser.TypeSpecContext;
import tilewright.parse.fortran.FortranType.Category;

/** Types of declared names, and the bytes of their kinds. */
final class Types {
    private static final Map<String, Category> WORDS = Map.of(
            "integer", Category.INTEGER,
            "real", Category.REAL,
            "logical", Category.LOGICAL,
            "double", Category.REAL,
            "doubleprecision", Category.REAL);

    private final Syntax syntax;
    private final Declarations declarations;
    private final Names names;

    /** @param names of integer constants, in which kinds are written */
    Types(Syntax syntax, Declarations declarations, Names names) {
        this.syntax = syntax;
        this.declarations = declarations;
        this.names = names;
    }

    /** The type of a name that an entity declares, or that its first letter says; null after a reported fault. */
    @Nullable
    FortranType of(String name, @Nullable Entity entity) {
        TypeSpecContext declared = entity == null ? null : entity.type();
        if (declared == null) {
            declared = declarations.implicitType(name.charAt(0));
        }
        if (declared != null) {
            return of(declared);
        }
        boolean integer = "ijklmn".indexOf(name.charAt(0)) >= 0;
        return FortranType.of(integer ? Category.INTEGER : Category.REAL, FortranType.DEFAULT_KIND);
    }

    private @Nullable FortranType of(TypeSpecContext type) {
        String word = type.word.getText().toLowerCase(Locale.ROOT);
        Category category = WORDS.getOrDefault(word, Category.OTHER);
        if (category == Category.OTHER) {
            return new FortranType(category, 0, syntax.text(type).toLowerCase(Locale.ROOT));
        }
        if (word.startsWith("double")) {
            boolean complex = type.ID().size() > 1 && !type.ID(1).getText().equalsIgnoreCase("precision");
            return complex
                    ? new FortranType(Category.OTHER, 0, "double complex")
                    : FortranType.of(category, FortranType.DOUBLE_KIND);
        }
        if (type.width != null) {
            return FortranType.of(category, Long.parseLong(type.width.getText().replaceAll("_.*", "")));
        }
        if (type.kind == null) {
            return FortranType.of(category, FortranType.DEFAULT_KIND);
        }
        Long kind = names.kind(syntax.text(type.kind));
        if (kind == null) {
            Long value = new FortranAffine(syntax, names, Scope.EMPTY).constant(type.kind, FortranAffine.Place.KIND);
            kind = value;
        }
        return kind == null ? null : FortranType.of(category, kind);
    }
}
