package tilewright.parse.c.affine;

import java.util.LinkedHashSet;
import java.util.Set;
import org.eclipse.cdt.core.dom.ast.IBinding;
import org.jspecify.annotations.Nullable;

/**
 * Integers that the scop assigns to and that are affine all the same: {@code j = i - 1; a[i] = b[j];}. Which ones are is found by
 * trying: a scop is built with those that a subscript, bound or condition asked for before, until none is asked for that is not
 * tracked, and none is tracked whose value is somewhere not known.
 */
public final class Tracking {
    private final Set<IBinding> tracked = new LinkedHashSet<>();
    private final Set<IBinding> data = new LinkedHashSet<>();
    private final Set<IBinding> wanted = new LinkedHashSet<>();
    private final Set<IBinding> failed = new LinkedHashSet<>();

    /** Whether jumps to the end of a block under conditions on data are to be written as choices. */
    private boolean choices;

    private boolean choicesWanted;

    public boolean choices() {
        return choices;
    }

    /** A jump under a condition on data has to become a choice. */
    void wantChoices() {
        choicesWanted = true;
    }

    public boolean isTracked(@Nullable IBinding binding) {
        return tracked.contains(binding);
    }

    /** Whether it was tracked once, and its value not known where it was needed. */
    public boolean isData(IBinding binding) {
        return data.contains(binding);
    }

    public Set<IBinding> tracked() {
        return tracked;
    }

    /** An affine value was asked for. */
    public void want(IBinding binding) {
        if (!tracked.contains(binding) && !data.contains(binding)) {
            wanted.add(binding);
        }
    }

    /** A value is not known where it is needed: the variable is data. */
    public void fail(IBinding binding) {
        if (tracked.contains(binding)) {
            failed.add(binding);
        }
    }

    /** Prepares for another try; false where the last one found what there is. */
    public boolean another() {
        boolean more = !wanted.isEmpty() || !failed.isEmpty() || choicesWanted && !choices;
        choices |= choicesWanted;
        if (wanted.isEmpty()) {
            tracked.removeAll(failed);
            data.addAll(failed);
        }
        tracked.addAll(wanted);
        wanted.clear();
        failed.clear();
        return more;
    }
}
