package tilewright.codegen;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Generated names of loops and places that a function of a generated text uses and nobody declares. */
final class UndeclaredNames {
    private static final Pattern USED =
            Pattern.compile("(?<![.\\w>])(\\w+_(?:first|base|own|count|in|group|part|chunk))\\b(?!\\()");

    private UndeclaredNames() {}

    /** Of every function of the text; functions end with a brace at the start of a line. */
    static List<String> in(String text) {
        List<String> found = new ArrayList<>();
        for (String function : text.replaceAll("//[^\n]*|/\\*(?s:.*?)\\*/", "").split("\n}")) {
            Matcher used = USED.matcher(function);
            while (used.find()) {
                String name = used.group(1);
                boolean declared = Pattern.compile(
                                "\\b(int|long|unsigned|size_t|char|float|double|short)\\s+[*&]?" + name + "\\b")
                        .matcher(function)
                        .find();
                if (!declared && !found.contains(name)) {
                    found.add(name);
                }
            }
        }
        return found;
    }
}
