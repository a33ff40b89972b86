package tilewright.parse.c;

import tilewright.parse.Diagnostics;

/**
 * What all that builds one scop shares.
 *
 * @param builder of statements of any kind
 * @param known values at the place that is built
 * @param escapes out of the loop or block that is built
 */
record ScopContext(
        ScopBuilder builder,
        TranslationUnit unit,
        Variables variables,
        Diagnostics diagnostics,
        Known known,
        Escapes escapes,
        ChangeFlags flags) {}
