package tilewright.tune.worker;

import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Requests and replies as lines of JSON. */
public final class Lines {
    /** A line of a worker that answers nothing: it is alive. */
    static final String ALIVE = "{\"re\":\"alive\"}";

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .build();

    private Lines() {}

    public static String write(Request request) {
        return JSON.writerFor(Request.class).writeValueAsString(request);
    }

    public static String write(Reply reply) {
        return JSON.writerFor(Reply.class).writeValueAsString(reply);
    }

    public static Request readRequest(String line) {
        return JSON.readValue(line, Request.class);
    }

    public static Reply readReply(String line) {
        return JSON.readValue(line, Reply.class);
    }
}
