package tilewright.tune.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import tilewright.model.UserError;
import tilewright.tune.Halving;
import tilewright.tune.Halving.Behaviour;
import tilewright.tune.build.Judging;
import tilewright.tune.stored.Status;
import tilewright.tune.stored.Target;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class VerifyTest {
    @Test
    void aRightProgramAgreesAtSmallSizesAndAtTheGivenOneWithSeveralData() throws IOException {
        VerificationResult result = Verify.verify(job(Behaviour.RIGHT));
        assertTrue(result.ok(), result.message());
        assertEquals(0, result.mismatches());
        // Sizes 1, 2, 3, 5, 7 and 11, the last one twice, and three sets of data at 45.
        assertEquals(10, result.cases());
        JsonNode json = JsonMapper.shared().readTree(VerificationFormat.json(result, null));
        assertEquals("tilewright/verification/1", json.get("schema").asString());
        assertTrue(json.get("ok").asBoolean());
        assertEquals("c", json.get("target").asString());
        assertEquals("{\"n\":45}", json.get("sizes").toString());
        assertEquals("[1,4,4]", json.get("block").toString());
        assertEquals("[1,1,1]", json.get("thread").toString());
        assertEquals(0, json.get("mismatches").asInt());
        assertTrue(json.get("maxRelativeError").isNumber());
    }

    @Test
    void aWrongProgramIsNotOk() throws IOException {
        VerificationResult result = Verify.verify(job(Behaviour.WRONG_IN_THE_LAST_ROW));
        assertFalse(result.ok());
        assertEquals(3, result.mismatches());
        assertTrue(
                VerificationFormat.text(result)
                        .startsWith(
                                "wrong: 2x4x4/1x1x1 k-tile 1 at {n=45}, target c\n  at {n=3}, seed 4: array a, row 2"),
                VerificationFormat.text(result));
    }

    @Test
    void aCrashIsReportedAndNotSuffered() throws IOException {
        VerificationResult result = Verify.verify(job(Behaviour.CRASH));
        assertEquals(Status.LAUNCH_ERROR, result.status());
        JsonNode json = JsonMapper.shared().readTree(VerificationFormat.json(result, null));
        assertTrue(json.get("maxRelativeError").isNull());
        assertTrue(json.get("message").asString().contains("SIGSEGV"));
    }

    @Test
    void anIllegalCandidateIsRefused() {
        UserError error = assertThrows(UserError.class, () -> Verify.verify(job(Behaviour.ILLEGAL)));
        assertEquals("block [7, 4, 4] is illegal", error.getMessage());
    }

    private static VerifyJob job(Behaviour behaviour) {
        return new VerifyJob(
                Halving.NEST,
                Halving.NEST.parse(),
                Halving.sizes(45),
                Target.C,
                behaviour.candidate(),
                Halving.Programs::new,
                Halving.source(Behaviour.RIGHT),
                Judging.DEFAULT,
                0);
    }
}
