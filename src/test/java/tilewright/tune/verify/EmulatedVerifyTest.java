package tilewright.tune.verify;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import tilewright.kernel.Program;
import tilewright.kernel.emulate.Mutations;
import tilewright.model.UserError;
import tilewright.tiling.space.Candidate;
import tilewright.tune.EmulatedPrograms;
import tilewright.tune.build.Judging;
import tilewright.tune.stored.Status;
import tilewright.tune.stored.Target;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class EmulatedVerifyTest {
    private static final EmulatedPrograms MATMUL = EmulatedPrograms.of(
            EmulatedPrograms.nest(Path.of("loopnests/matmul.nest")),
            new Candidate(List.of(8, 8, 8), List.of(2, 2, 4), new Candidate.Options(4, 2)));

    private static VerificationResult verify(Program program) {
        return EmulatedVerify.verify(new EmulatedVerify.Job(
                Target.CUDA,
                MATMUL.nest(),
                MATMUL.same(4096),
                MATMUL.plan().candidate(),
                MATMUL.lowered(),
                program,
                Judging.DEFAULT));
    }

    @Test
    void saysAtWhichSizesAProgramWasEmulated() {
        VerificationResult result = verify(MATMUL.program());
        assertTrue(result.ok(), result.message());
        String text = VerificationFormat.text(result);
        assertTrue(text.contains("at {n=4096}, target cuda, emulated at {n=1}, {n=2}, {n=7}, {n=9}, {n=17}"), text);
        JsonNode json = JsonMapper.shared().readTree(VerificationFormat.json(result, null));
        assertEquals("emulated", json.get("how").asString());
        assertEquals("{\"n\":1}", json.get("emulatedSizes").get(0).toString());
    }

    @Test
    void saysWhichStatementIsAtFault() {
        VerificationResult result = verify(
                Mutations.at(MATMUL.program(), Mutations.Kind.LOST_WAIT, 0).program());
        assertFalse(result.ok());
        assertEquals(Status.WRONG, result.status());
        String message = String.valueOf(result.message());
        assertTrue(message.contains("unfinished copy of "), message);
        assertTrue(message.contains("kernel "), message);
        assertTrue(message.contains(" copies: "), message);
    }

    @Test
    void atTheSizesThatWereAskedForAloneWhereThatIsWanted() {
        VerificationResult result = verify(20, new Judging(0, true));
        assertTrue(result.ok(), result.message());
        assertTrue(
                VerificationFormat.text(result).contains("emulated at {n=20}: 1 run agrees"),
                VerificationFormat.text(result));
        UserError large = assertThrows(UserError.class, () -> verify(4096, new Judging(0, true)));
        assertTrue(
                large.getMessage().contains("has more than 1000000 operations at {n=4096}; give smaller sizes"),
                large.getMessage());
    }

    private static VerificationResult verify(long n, Judging judging) {
        return EmulatedVerify.verify(new EmulatedVerify.Job(
                Target.CUDA,
                MATMUL.nest(),
                MATMUL.same(n),
                MATMUL.plan().candidate(),
                MATMUL.lowered(),
                MATMUL.program(),
                judging));
    }
}
