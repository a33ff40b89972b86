package tilewright.tiling.space;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OptionWordTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "16 | 2 | 64 | k-tile 16, stages 2, panel 64 | {kTile=16, stages=2, panel=64}",
                "16 | 1 | 0  | k-tile 16                     | {kTile=16, stages=1}",
                "1  | 1 | 1  | k-tile 1, by planes           | {kTile=1, stages=1, planes=1}"
            })
    void textsAndFieldsHaveTodaysWords(int kTile, int stages, int panel, String text, String fields) {
        Candidate.Options options = new Candidate.Options(kTile, stages, panel);
        assertEquals(text, options.toString());
        assertEquals("8x4/1x2 " + text, new Candidate(List.of(8, 4), List.of(1, 2), options).toString());
        assertEquals(fields, OptionWord.fields(options).toString());
        Map<OptionWord, Integer> given = new EnumMap<>(OptionWord.class);
        OptionWord.fields(options)
                .forEach((name, value) -> given.put(OptionWord.of(name).orElseThrow(), value));
        assertEquals(options, OptionWord.options(given, 99, 99));
    }

    @ParameterizedTest
    @CsvSource({
        "chunk, K_TILE",
        "k-tile, K_TILE",
        "kTile, K_TILE",
        "buffers, STAGES",
        "stages, STAGES",
        "step, PANEL",
        "panel, PANEL",
        "planes, PLANES"
    })
    void earlierWordsMeanTheSame(String name, OptionWord word) {
        assertEquals(Optional.of(word), OptionWord.of(name));
    }

    @ParameterizedTest
    @CsvSource({"chunk, 16, kTile", "step, 64, panel", "step, 1, planes", "panel, 1, planes", "flag, true, flag"})
    void fieldsHaveOneName(String name, String value, String today) {
        assertEquals(today, OptionWord.key(name, value));
    }

    @Test
    void otherNamesAreNoOptions() {
        assertEquals(Optional.empty(), OptionWord.of("chunks"));
    }
}
