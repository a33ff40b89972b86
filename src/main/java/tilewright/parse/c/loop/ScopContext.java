package tilewright.parse.c.loop;

import tilewright.parse.Diagnostics;
import tilewright.parse.c.affine.Known;
import tilewright.parse.c.expression.Variables;
import tilewright.parse.c.flow.Escapes;
import tilewright.parse.c.unit.ChangeFlags;
import tilewright.parse.c.unit.TranslationUnit;

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
