package tilewright.tune.worker;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import tilewright.device.Binary;
import tilewright.device.Code;
import tilewright.tune.stored.NestSource;
import tilewright.tune.stored.Target;

/** One line to a worker. Each is answered by one {@link Reply}. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "op")
@JsonSubTypes({
    @JsonSubTypes.Type(value = Request.Open.class, name = "open"),
    @JsonSubTypes.Type(value = Request.Load.class, name = "load"),
    @JsonSubTypes.Type(value = Request.Verify.class, name = "verify"),
    @JsonSubTypes.Type(value = Request.Prepare.class, name = "prepare"),
    @JsonSubTypes.Type(value = Request.Measure.class, name = "measure"),
    @JsonSubTypes.Type(value = Request.Compete.class, name = "compete"),
    @JsonSubTypes.Type(value = Request.TimePeer.class, name = "peer")
})
public sealed interface Request {
    /**
     * The first: opens the machine.
     *
     * @param device which CUDA device, from 0
     */
    record Open(Target target, int device) implements Request {}

    /**
     * Makes the nest known.
     *
     * @param reference shared library of the sequential nest
     */
    record Load(NestSource nest, Binary reference) implements Request {}

    /** Compares the program with the sequential nest in every case. */
    record Verify(Code code, List<Case> cases) implements Request {}

    /**
     * Verifies the baseline in {@code cases}, then runs it in the case {@code full}, times it, and keeps its result as
     * what {@link Measure} compares with.
     *
     * @param sequential take the sequential nest's result at full size instead, and compare the baseline with it too
     */
    record Prepare(Code baseline, List<Case> cases, Case full, boolean sequential, RunPolicy policy)
            implements Request {}

    /** Verifies a candidate in {@code cases} and at full size, then times it. */
    record Measure(Code code, List<Case> cases, Case full, RunPolicy policy, double bestSeconds) implements Request {}

    /** Times verified programs at full size in turn: each once, then each again, and so on. */
    record Compete(List<Entrant> entrants, int rounds) implements Request {}

    /** Times a vendor's routine. */
    record TimePeer(Peer peer) implements Request {}

    /** One of those who compete. */
    record Entrant(Code code, Case full) {}
}
