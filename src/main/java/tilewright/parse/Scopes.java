package tilewright.parse;

import java.util.LinkedHashSet;
import java.util.Set;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.misc.Interval;

/** Small helpers that several builders share. */
final class Scopes {
    private Scopes() {}

    /** The names in scope inside one more loop. */
    static Set<String> with(Set<String> scope, String name) {
        Set<String> larger = new LinkedHashSet<>(scope);
        larger.add(name);
        return larger;
    }

    /** The text of a construct as the user wrote it. */
    static String text(ParserRuleContext context) {
        Interval interval = Interval.of(
                context.getStart().getStartIndex(), context.getStop().getStopIndex());
        return context.getStart().getInputStream().getText(interval);
    }
}
