package tilewright.tiling.plan;

import org.jspecify.annotations.Nullable;
import tilewright.dependence.Dependence;

/** The answer to "may this nest be cut like that?". */
public sealed interface Verdict {
    record Legal(Plan plan) implements Verdict {}

    /**
     * @param reason what is wrong and what to do
     * @param dependence the one that forbids it, where one does
     */
    record Illegal(String reason, @Nullable Dependence dependence) implements Verdict {}
}
