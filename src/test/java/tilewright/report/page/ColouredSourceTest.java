package tilewright.report.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import tilewright.report.page.ColouredSource.Word;
import tilewright.report.stored.Source;

class ColouredSourceTest {
    private static List<Word> words(String name, String text) {
        return ColouredSource.of(new Source(name, text)).lines().stream()
                .flatMap(l -> l.words().stream())
                .toList();
    }

    @Test
    void wordsJoinedAreTheSource() {
        String text = "#define N 4\n/* two\n   lines */ int x = 0x1fu; // \"end\"\n\nfloat y = 1.5e-3f;";
        String joined = ColouredSource.of(new Source("k.cu", text)).lines().stream()
                .map(l -> l.words().stream().map(Word::text).collect(Collectors.joining()))
                .collect(Collectors.joining("\n"));
        assertEquals(text, joined);
    }

    @Test
    void commentsSpanLines() {
        ColouredSource source = ColouredSource.of(new Source("k.c", "/* if\n for */ int"));
        assertEquals(List.of(new Word("c", "/* if")), source.lines().get(0).words());
        assertEquals(
                List.of(new Word("c", " for */"), new Word("", " "), new Word("t", "int")),
                source.lines().get(1).words());
    }

    @Test
    void keywordsInsideStringsAndCommentsAreNotKeywords() {
        assertTrue(
                words("k.c", "\"for\" // if").stream().noneMatch(w -> w.kind().equals("k")));
    }

    @Test
    void cudaWordsHaveTheirOwnColour() {
        assertEquals(
                List.of("__global__", "threadIdx", "__syncthreads"),
                words("k.cu", "__global__ threadIdx.x; __syncthreads();").stream()
                        .filter(w -> w.kind().equals("u"))
                        .map(Word::text)
                        .toList());
    }

    @Test
    void nestNotationHasItsOwnWordsInAnyCase() {
        List<Word> words = words("f.nest", "DO k = 1, n ! do not\nassume a(k,k) >= 0");
        assertEquals(new Word("k", "DO"), words.getFirst());
        assertTrue(words.contains(new Word("c", "! do not")));
        assertTrue(words.contains(new Word("p", "assume")));
        assertTrue(words.contains(new Word("n", "0")));
    }

    @Test
    void anUnfinishedCommentRunsToTheEnd() {
        assertEquals(List.of(new Word("c", "/* int")), words("k.c", "/* int"));
    }
}
