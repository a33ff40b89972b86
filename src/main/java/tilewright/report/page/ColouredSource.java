package tilewright.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tilewright.report.stored.Source;

/**
 * Source text cut into lines of words, each with the class that colours it. The words of a line joined are the line.
 *
 * @param name file name
 */
public record ColouredSource(String name, List<Line> lines) {
    /** One source line. */
    public record Line(List<Word> words) {
        public Line {
            words = List.copyOf(words);
        }
    }

    /**
     * @param kind CSS class: {@code c} comment, {@code s} string, {@code p} preprocessor, {@code n} number, {@code k}
     *     keyword, {@code t} type, {@code u} CUDA; empty for anything else
     */
    public record Word(String kind, String text) {}

    private static final String NUMBER =
            "(?<n>\\b(?:0[xX][0-9a-fA-F]+|\\d+(?:\\.\\d*)?(?:[eE][+-]?\\d+)?)[fFuUlL]*\\b)";

    /** C and CUDA. Comments first: whatever stands in them is a comment. */
    private static final Pattern C = Pattern.compile("""
        (?<c>//[^\\n]*|/\\*.*?(?:\\*/|\\z))\
        |(?<s>"(?:\\\\.|[^"\\\\\\n])*"|'(?:\\\\.|[^'\\\\\\n])*')\
        |(?<p>^[ \\t]*\\#[^\\n]*)\
        |(?<u>\\b(?:__\\w+__|__syncthreads|__syncwarp|__ldg|__pipeline_\\w+|__v\\w+|threadIdx|blockIdx|blockDim|gridDim|cp_async\\w*)\\b)\
        |(?<k>\\b(?:if|else|for|while|do|return|break|continue|switch|case|default|goto|sizeof|const|static|extern|inline|restrict|volatile|struct|typedef|enum|template|typename|constexpr|using|namespace|true|false)\\b)\
        |(?<t>\\b(?:void|char|short|int|long|float|double|bool|signed|unsigned|size_t|u?int(?:8|16|32|64)_t|float[24]|int[24]|double2|__half2?)\\b)\
        |\
        """ + NUMBER, Pattern.MULTILINE | Pattern.DOTALL);

    /** The nest notation: comments begin with an exclamation mark, words in any case. */
    private static final Pattern NEST = Pattern.compile("""
        (?<c>![^\\n]*)\
        |(?<s>"[^"\\n]*")\
        |(?<p>\\b(?:param|assume|init)\\b)\
        |(?<u>\\.(?:and|or|not|true|false)\\.)\
        |(?<k>\\b(?:do|enddo|if|then|else|endif|end)\\b)\
        |(?<t>\\b(?:real|float|double[ ]+precision|integer|logical)\\b)\
        |\
        """ + NUMBER, Pattern.CASE_INSENSITIVE);

    private static final List<String> KINDS = List.of("c", "s", "p", "u", "k", "t", "n");

    public ColouredSource {
        lines = List.copyOf(lines);
    }

    /** Colours by the language that the file's ending says; unknown endings are C. */
    public static ColouredSource of(Source source) {
        Pattern language = source.name().endsWith(".nest") ? NEST : C;
        String text = source.text().replace("\r\n", "\n").replace("\t", "    ").stripTrailing();
        List<List<Word>> lines = new ArrayList<>();
        lines.add(new ArrayList<>());
        Matcher matcher = language.matcher(text);
        int end = 0;
        while (matcher.find()) {
            append(lines, "", text.substring(end, matcher.start()));
            append(lines, kind(matcher), matcher.group());
            end = matcher.end();
        }
        append(lines, "", text.substring(end));
        return new ColouredSource(source.name(), lines.stream().map(Line::new).toList());
    }

    private static String kind(Matcher matcher) {
        return KINDS.stream().filter(k -> matcher.group(k) != null).findFirst().orElseThrow();
    }

    /** A word that spans lines, as a comment may, becomes one word per line. */
    private static void append(List<List<Word>> lines, String kind, String text) {
        String[] parts = text.split("\n", -1);
        for (int i = 0; i < parts.length; i++) {
            if (i > 0) {
                lines.add(new ArrayList<>());
            }
            if (!parts[i].isEmpty()) {
                lines.getLast().add(new Word(kind, parts[i]));
            }
        }
    }
}
