package tilewright.tune.peer;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import tilewright.device.Binary;
import tilewright.device.Code;
import tilewright.device.VendorTimes;
import tilewright.tune.stored.Baseline;
import tilewright.tune.stored.Outcome;
import tilewright.tune.stored.Statistics;
import tilewright.tune.stored.Status;
import tilewright.tune.worker.Case;
import tilewright.tune.worker.Crew;
import tilewright.tune.worker.Peer;
import tilewright.tune.worker.Quiet;
import tilewright.tune.worker.Request;
import tilewright.tune.worker.RunPolicy;
import tilewright.tune.worker.WorkerClient.WorkerDiedException;

/** Times what a user could take instead of a candidate, after the sweep, when nothing compiles and the device is warm. */
public final class PeerTimes {
    private final Crew.Turn crew;
    private final Quiet quiet;
    private final List<Baseline> found = new ArrayList<>();
    /** Those of them that are programs, by name. */
    private final SequencedMap<String, Request.Entrant> programs = new LinkedHashMap<>();
    /** Peers that are not to be had here, and why. */
    private final SequencedMap<String, String> missing = new LinkedHashMap<>();

    public PeerTimes(Crew.Turn crew, Quiet quiet) {
        this.crew = crew;
        this.quiet = quiet;
    }

    /** What was timed, in order. */
    public List<Baseline> found() {
        return found;
    }

    /** Programs among them, by name. */
    public SequencedMap<String, Request.Entrant> programs() {
        return programs;
    }

    /** Peers that are not to be had here, and why. */
    public SequencedMap<String, String> missing() {
        return missing;
    }

    /** Vendors' routines: of those that do the work together, the sum. */
    public void vendors(List<PeerWork> works) throws InterruptedException {
        for (PeerWork work : works) {
            double seconds = 0;
            String absent = null;
            for (Peer peer : work.calls()) {
                VendorTimes times;
                try (Quiet.Hold _ = quiet.quiet()) {
                    times = crew.call(worker -> worker.time(peer));
                }
                if (times.absent() != null || times.runs().isEmpty()) {
                    absent = String.valueOf(times.absent());
                    break;
                }
                seconds += Statistics.median(times.runs());
            }
            if (absent == null) {
                found.add(new Baseline(work.title(), seconds, true));
            } else {
                missing.put(work.title(), "not measured: " + absent);
            }
        }
    }

    /**
     * What a user has without cutting anything: the compiler alone.
     *
     * @param compiled by name
     * @param setUp of the workers
     */
    public void compilers(
            SequencedMap<String, Binary> compiled, Case full, RunPolicy policy, Duration limit, List<Request> setUp)
            throws InterruptedException {
        for (Map.Entry<String, Binary> peer : compiled.entrySet()) {
            Code code = new Code(peer.getKey(), peer.getValue(), List.of());
            Request.Measure request = new Request.Measure(code, List.of(), full, policy, Double.POSITIVE_INFINITY);
            Outcome outcome;
            try (Quiet.Hold _ = quiet.quiet()) {
                outcome = crew.call(worker -> {
                    worker.setUp(setUp);
                    try {
                        return worker.measure(request, limit);
                    } catch (WorkerDiedException e) {
                        return Outcome.failure(Status.LAUNCH_ERROR, e.getMessage());
                    }
                });
            }
            if (outcome.status() == Status.OK) {
                programs.put(peer.getKey(), new Request.Entrant(code, full));
                found.add(new Baseline(peer.getKey(), Statistics.median(outcome.runs()), true));
            } else {
                missing.put(peer.getKey(), "not measured: " + outcome.status().jsonName() + ", " + outcome.message());
            }
        }
    }
}
