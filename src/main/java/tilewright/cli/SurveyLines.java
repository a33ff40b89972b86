package tilewright.cli;

import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** What a survey and its process say to each other, a line of JSON each. */
final class SurveyLines {
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .build();

    /**
     * What is asked.
     *
     * @param scop the number of one; empty asks which there are
     */
    record Request(String file, String scop) {}

    /**
     * What is answered.
     *
     * @param scops the numbers of a file's scops
     * @param entry what is known of the one that was asked for, or why a file's scops were not found
     * @param done whether this is the last answer to the request
     * @param leaves whether the process ends behind it, because a task goes on in it
     */
    record Reply(List<String> scops, Survey.@Nullable Entry entry, boolean done, boolean leaves) {
        Reply {
            scops = List.copyOf(scops);
        }
    }

    private SurveyLines() {}

    static String write(Object line) {
        return JSON.writeValueAsString(line);
    }

    static Request request(String line) {
        return JSON.readValue(line, Request.class);
    }

    static Reply reply(String line) {
        return JSON.readValue(line, Reply.class);
    }
}
