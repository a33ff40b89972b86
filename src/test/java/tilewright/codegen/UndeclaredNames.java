package tilewright.codegen;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Generated names of loops and places that a function of a generated text uses and nobody declares. */
final class UndeclaredNames {
    private static final Pattern USED =
            Pattern.compile("(?<![.\\w>])(\\w+_(?:first|base|own|count|in|group|part|chunk))\\b(?!\\()");

    private static final Pattern DECLARED =
            Pattern.compile("\\b(?:int|long|unsigned|size_t|char|float|double|short)\\b(?=\\s+[*&]?(\\w+)\\b)");

    private UndeclaredNames() {}

    /** Of every function of the text; functions end with a brace at the start of a line. */
    static List<String> in(String text) {
        List<String> found = new ArrayList<>();
        for (String function : text.replaceAll("//[^\n]*|/\\*(?s:.*?)\\*/", "").split("\n}")) {
            Set<String> declared =
                    DECLARED.matcher(function).results().map(r -> r.group(1)).collect(Collectors.toSet());
            USED.matcher(function)
                    .results()
                    .map(r -> r.group(1))
                    .filter(n -> !declared.contains(n) && !found.contains(n))
                    .forEach(found::add);
        }
        return found;
    }
}
