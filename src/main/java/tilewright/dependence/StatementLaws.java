package tilewright.dependence;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tilewright.model.Statement;

/**
 * The laws of one statement of an irregular nest.
 *
 * @param relaxation what it is; null where it is none
 * @param reduction what it is; null where it is none
 * @param findings one per law that could be asked for
 */
public record StatementLaws(
        Statement statement,
        @Nullable Relaxation relaxation,
        @Nullable Reduction reduction,
        List<Finding> findings) {
    /**
     * Whether a law holds.
     *
     * @param because the facts that it rests on, or the one that is missing
     */
    public record Finding(Law law, boolean holds, String because) {}

    public StatementLaws {
        findings = List.copyOf(findings);
    }

    /** Whether the law is proved for the statement. */
    public boolean hold(Law law) {
        return findings.stream().anyMatch(f -> f.law() == law && f.holds());
    }
}
