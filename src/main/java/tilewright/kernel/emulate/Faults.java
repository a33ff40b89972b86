package tilewright.kernel.emulate;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.Statement;

/** Collects faults: one per kind and pair of statements. */
final class Faults {
    /** Thrown where a run cannot go on after a fault. */
    static final class Stopped extends RuntimeException {
        Stopped() {
            super(null, null, false, false);
        }
    }

    private record Key(Fault.Kind kind, int site, int other, String message) {}

    private final int most;
    private final List<Fault> found = Collections.synchronizedList(new ArrayList<>());
    private final Set<Key> keys = new HashSet<>();
    private final List<Site> sites = new ArrayList<>();

    /** @param most the run ends with so many */
    Faults(int most) {
        this.most = most;
    }

    Site site(String function, Statement statement, String comment) {
        Site site = new Site(sites.size() + 1, function, statement, comment);
        sites.add(site);
        return site;
    }

    Site site(int number) {
        return sites.get(number - 1);
    }

    /** What one thread did at a place of its own. */
    void report(Fault.Kind kind, String message, Site site, Block block, int thread, String element) {
        report(kind, message, site, block, thread, null, null, element);
    }

    /** @param there the place of the other access, or null */
    void report(
            Fault.Kind kind,
            String message,
            Site site,
            Block block,
            int thread,
            @Nullable Site there,
            @Nullable String other,
            String element) {
        if (!keys.add(new Key(kind, site.number(), there == null ? 0 : there.number(), there == null ? "" : message))) {
            return;
        }
        add(new Fault(
                kind,
                message,
                site.text(),
                site.comment(),
                site.function(),
                block.launch.kernel(),
                block.launch.number(),
                block.number,
                thread,
                other,
                element));
    }

    /** A result that depends on a value that nobody set. */
    void result(Site read, String element) {
        add(new Fault(
                Fault.Kind.UNSET,
                "the result depends on a value that nobody set",
                read.text(),
                read.comment(),
                read.function(),
                "",
                -1,
                -1,
                -1,
                "it is read here",
                element));
    }

    /** What the host did. */
    void host(Fault.Kind kind, String message, String kernel, int launch) {
        add(new Fault(kind, message, "", "", "", kernel, launch, -1, -1, null, ""));
    }

    private void add(Fault fault) {
        found.add(fault);
        if (found.size() >= most) {
            throw new Stopped();
        }
    }

    List<Fault> found() {
        return List.copyOf(found);
    }
}
