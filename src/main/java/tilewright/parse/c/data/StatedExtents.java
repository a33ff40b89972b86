package tilewright.parse.c.data;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.cdt.core.dom.ast.IASTArraySubscriptExpression;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTExpressionList;
import org.eclipse.cdt.core.dom.ast.IASTIdExpression;
import tilewright.parse.Diagnostics;
import tilewright.parse.c.unit.PragmaExpression;
import tilewright.parse.c.unit.TranslationUnit;
import tilewright.parse.c.unit.TranslationUnit.Pragma;

/** {@code #pragma tilewright extent(a[n][m])}: how large the arrays behind pointers are. */
public final class StatedExtents {
    private static final Pattern FORM = Pattern.compile("tilewright\\s+extent\\s*\\((.*)\\)\\s*;?", Pattern.DOTALL);

    private StatedExtents() {}

    static boolean isOne(Pragma pragma) {
        return FORM.matcher(pragma.text()).matches();
    }

    /** The extents of arrays behind pointers, by the pointers' names. */
    public static Map<String, List<PragmaExpression>> of(
            TranslationUnit unit, int from, int to, Diagnostics diagnostics) {
        Map<String, List<PragmaExpression>> extents = new LinkedHashMap<>();
        for (Pragma pragma : unit.pragmas()) {
            Matcher form = FORM.matcher(pragma.text());
            if (from <= pragma.offset() && pragma.offset() < to && form.matches()) {
                PragmaExpression text = PragmaExpression.of(unit, pragma, form.group(1), form.start(1));
                List<IASTExpression> all = text == null
                        ? List.of()
                        : text.expression() instanceof IASTExpressionList l
                                ? List.of(l.getExpressions())
                                : List.of(text.expression());
                boolean fits = !all.isEmpty();
                for (IASTExpression each : all) {
                    Deque<PragmaExpression> own = new ArrayDeque<>();
                    IASTExpression rest = each;
                    while (rest instanceof IASTArraySubscriptExpression a
                            && a.getArgument() instanceof IASTExpression e) {
                        own.push(new PragmaExpression(
                                Objects.requireNonNull(text).unit(), e));
                        rest = a.getArrayExpression();
                    }
                    fits &= rest instanceof IASTIdExpression && !own.isEmpty();
                    if (rest instanceof IASTIdExpression id) {
                        extents.put(id.getName().toString(), List.copyOf(own));
                    }
                }
                if (!fits) {
                    diagnostics.error(
                            unit.position(pragma.offset()),
                            "'" + form.group(1) + "' gives no extents; write e.g. extent(a[n][m], b[n])");
                }
            }
        }
        return extents;
    }
}
