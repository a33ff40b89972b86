package tilewright.parse.fortran;

import org.antlr.v4.runtime.Token;

/** What names mean in one scope. */
interface Names {
    /** The meaning of a use; a name that means nothing is reported. */
    Meaning of(Token name);

    /** Whether a use is a loop variable, a parameter or an integer constant; nothing is reported. */
    boolean isIndex(Token name);

    /** Whether a name is declared as an array. */
    boolean isArray(Token name);

    /** Bytes of a kind, as written after a literal or in a conversion; null where it is not known. */
    @org.jspecify.annotations.Nullable
    Long kind(String text);

    /** Why a name may be unknown; empty where there is nothing to say. */
    String advice();
}
