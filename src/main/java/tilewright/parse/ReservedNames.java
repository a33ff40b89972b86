package tilewright.parse;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/** Names that the notation, generated C or CUDA code, or isl's set notation, would misread. */
public final class ReservedNames {
    private static final Set<String> WORDS = Set.of("""
        alignas alignof and asm auto bitand bitor bool break case catch char class compl const constexpr
        continue decltype default delete double else enum explicit export extern false float for friend goto
        if inline int long main mutable namespace new noexcept not nullptr operator or private protected
        public register requires restrict return short signed sizeof static struct switch template this throw
        true try typedef typeid typename typeof union unsigned using virtual void volatile wchar_t while xor
        blockDim blockIdx gridDim threadIdx warpSize
        NaN ceil ceild exists floor floord implies infty rat to
        """.strip().split("\\s+"));
    /** Statements are called S1, S2, .. in reports and set notation. */
    private static final Pattern STATEMENT = Pattern.compile("S[0-9]+");

    /** Words of the notation itself. */
    private static final Set<String> NOTATION =
            Set.of("param", "real", "integer", "logical", "assume", "init", "do", "enddo", "then", "elseif", "endif");

    private ReservedNames() {}

    /** Whether a name of another language may stand for itself in the notation. */
    public static boolean isFree(String name) {
        return !contains(name) && !NOTATION.contains(name.toLowerCase(Locale.ROOT)) && Intrinsic.of(name) == null;
    }

    /** A name of another language as the notation can keep it. */
    public static String legal(String name) {
        String plain = name.replaceAll("[^A-Za-z0-9_]", "_");
        return isFree(plain) ? plain : plain + "_";
    }

    static boolean contains(String name) {
        return WORDS.contains(name) || STATEMENT.matcher(name).matches();
    }
}
