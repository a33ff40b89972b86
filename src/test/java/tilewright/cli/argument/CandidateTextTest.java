package tilewright.cli.argument;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tilewright.model.UserError;
import tilewright.tiling.space.Candidate;

class CandidateTextTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "64x128x128/1x8x8 k-tile 16, stages 2, panel 64",
                "64x128x128/1x8x8 k-tile 16 stages 2 panel 64",
                " 64x128x128/1x8x8 panel=64, stages=2 ",
                "64x128x128/1x8x8 kTile 16, stages 2, panel 64",
                "64x128x128/1x8x8 chunk 16, buffers 2, step 64",
                "64x128x128/1x8x8 chunk 16 buffers 2 step 64",
                " 64x128x128/1x8x8 step=64, buffers=2 "
            })
    void asTablesMessagesAndOptionsWriteThem(String text) {
        Candidate expected = new Candidate(List.of(64, 128, 128), List.of(1, 8, 8), new Candidate.Options(16, 2, 64));
        assertEquals(expected, CandidateText.parse(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1x4x48/1x1x4 k-tile 1, by planes",
                "1x4x48/1x1x4 k-tile 1 planes 1",
                "1x4x48/1x1x4 planes=1, k-tile=1",
                "1x4x48/1x1x4 chunk 1, buffers 1, step 1"
            })
    void blocksThatGoByPlanes(String text) {
        Candidate expected = new Candidate(List.of(1, 4, 48), List.of(1, 1, 4), new Candidate.Options(1, 1, 1));
        assertEquals(expected, CandidateText.parse(text));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 64})
    void whatACandidateSaysOfItselfIsRead(int panel) {
        Candidate own = new Candidate(List.of(24, 32), List.of(4, 4), new Candidate.Options(1, 1, panel));
        assertEquals(own, CandidateText.parse(own.toString()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "64",
                "64x64",
                "64x64/8 k-tile 8",
                "64/8 k-tiles 8",
                "64/8 chunks 8",
                "0/1",
                "64/8 stages 5",
                "64/8 k-tile 8, chunk 8",
                "64/8 planes 2",
                "64/8 planes",
                "64/8 panel 8, by planes",
                ""
            })
    void anythingElseIsRefused(String text) {
        assertThrows(UserError.class, () -> CandidateText.parse(text));
    }
}
