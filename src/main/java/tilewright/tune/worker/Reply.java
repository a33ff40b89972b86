package tilewright.tune.worker;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tilewright.device.MachineInfo;
import tilewright.device.VendorTimes;
import tilewright.tune.stored.Outcome;
import tilewright.tune.stored.Status;

/** One line from a worker. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "re")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Reply.Opened.class, name = "opened"),
    @JsonSubTypes.Type(value = Reply.Loaded.class, name = "loaded"),
    @JsonSubTypes.Type(value = Reply.Verified.class, name = "verified"),
    @JsonSubTypes.Type(value = Reply.Measured.class, name = "measured"),
    @JsonSubTypes.Type(value = Reply.Competed.class, name = "competed"),
    @JsonSubTypes.Type(value = Reply.PeerTimed.class, name = "peer"),
    @JsonSubTypes.Type(value = Reply.Refused.class, name = "refused")
})
public sealed interface Reply {
    /**
     * To {@link Request.Open}.
     *
     * @param host name of the computer, as its cluster knows it
     */
    record Opened(MachineInfo machine, String host) implements Reply {}

    /** To {@link Request.Load}. */
    record Loaded() implements Reply {}

    /**
     * To {@link Request.Verify}.
     *
     * @param maxRelativeError over all cases; negative when the program did not run, or an element is not a number
     * @param mismatches elements outside the tolerance, over all cases
     * @param message of the first case that went wrong; null when all is well
     * @param allowed the largest relative error that was allowed because the nest amplifies rounding, 0 where none does
     * @param passedOver sizes at which the nest itself leaves its arrays or its numbers
     */
    record Verified(
            Status status,
            double maxRelativeError,
            long mismatches,
            @Nullable String message,
            double allowed,
            int passedOver)
            implements Reply {
        /** A program that did not run. */
        public static Verified failed(Status status, @Nullable String message) {
            return new Verified(status, -1, 0, message, 0, 0);
        }
    }

    /**
     * To {@link Request.Prepare} and {@link Request.Measure}.
     *
     * @param finished whether the worker is of no more use and ends
     */
    record Measured(Outcome outcome, boolean finished) implements Reply {}

    /** To {@link Request.Compete}: for every entrant the seconds of its run in every round. */
    record Competed(List<List<Double>> runs) implements Reply {}

    /** To {@link Request.TimePeer}. */
    record PeerTimed(VendorTimes times) implements Reply {}

    /** To anything: something that the user must put right, see {@link tilewright.model.UserError}. */
    record Refused(int exitCode, String message) implements Reply {}
}
