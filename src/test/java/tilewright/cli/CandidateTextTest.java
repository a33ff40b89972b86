package tilewright.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tilewright.model.UserError;
import tilewright.tiling.Candidate;

class CandidateTextTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "64x128x128/1x8x8 chunk 16, buffers 2, step 64",
                "64x128x128/1x8x8 chunk 16 buffers 2 step 64",
                " 64x128x128/1x8x8 step=64, buffers=2 "
            })
    void asTablesMessagesAndOptionsWriteThem(String text) {
        Candidate expected = new Candidate(List.of(64, 128, 128), List.of(1, 8, 8), new Candidate.Options(16, 2, 64));
        assertEquals(expected, CandidateText.parse(text));
    }

    @Test
    void whatACandidateSaysOfItselfIsRead() {
        Candidate own = new Candidate(List.of(24, 32), List.of(4, 4), new Candidate.Options(1, 1));
        assertEquals(own, CandidateText.parse(own.toString()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"64", "64x64", "64x64/8 chunk 8", "64/8 chunks 8", "0/1", "64/8 buffers 3", ""})
    void anythingElseIsRefused(String text) {
        assertThrows(UserError.class, () -> CandidateText.parse(text));
    }
}
