package tilewright.parse.c;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.cdt.core.index.IIndexFileLocation;
import org.eclipse.cdt.core.parser.FileContent;
import org.eclipse.cdt.internal.core.parser.IMacroDictionary;
import org.eclipse.cdt.internal.core.parser.scanner.InternalFileContent;
import org.eclipse.cdt.internal.core.parser.scanner.InternalFileContentProvider;
import org.jspecify.annotations.Nullable;
import tilewright.model.SourcePosition;

/** The texts that one translation unit is made of. */
final class SourceFiles extends InternalFileContentProvider {
    /** Text that the user did not write, before an offset of the file. */
    record Insertion(int offset, String text) {}

    private final Map<String, String> texts = new HashMap<>();
    private final String main;
    private final List<Insertion> insertions;

    /** @param insertions by offset; the parsed text has them, positions are those of the file without them */
    SourceFiles(String file, String text, List<Insertion> insertions) {
        main = file;
        texts.put(file, text);
        this.insertions = List.copyOf(insertions);
    }

    /** The main file as the parser is told of it: with a directory, as it looks for included files in that first. */
    String parsedName() {
        return Path.of(main).getParent() == null ? "./" + main : main;
    }

    /** A file as the user named it, where the parser names one. */
    String userName(String parsed) {
        return parsed.equals(parsedName()) ? main : parsed;
    }

    /** The main file with the insertions. */
    String mainText() {
        StringBuilder all = new StringBuilder(texts.getOrDefault(main, ""));
        insertions.reversed().forEach(i -> all.insert(i.offset(), i.text()));
        return all.toString();
    }

    /** An offset of the parsed text as one of the file. */
    private int written(int parsed) {
        int inserted = 0;
        for (Insertion insertion : insertions) {
            int start = insertion.offset() + inserted;
            if (parsed < start) {
                break;
            }
            inserted += Math.min(insertion.text().length(), parsed - start);
        }
        return parsed - inserted;
    }

    /** Line and column of an offset of the parsed text. */
    SourcePosition position(String file, int offset) {
        String text = texts.getOrDefault(file, "");
        int end = Math.clamp(file.equals(main) ? written(offset) : offset, 0, text.length());
        int line =
                1 + (int) text.substring(0, end).chars().filter(c -> c == '\n').count();
        return new SourcePosition(file, line, end - text.lastIndexOf('\n', end - 1));
    }

    @Override
    public @Nullable InternalFileContent getContentForInclusion(String path, IMacroDictionary macros) {
        String standard = StandardHeaders.text(path);
        if (standard != null) {
            return (InternalFileContent) FileContent.create(path, standard.toCharArray());
        }
        Path file = Path.of(path);
        if (!Files.isRegularFile(file)) {
            return null;
        }
        try {
            // Headers may hold comments in any encoding; only their ASCII characters matter.
            String text = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
            texts.put(path, text);
            return (InternalFileContent) FileContent.create(path, text.toCharArray());
        } catch (IOException e) {
            return null;
        }
    }

    @Override
    public @Nullable InternalFileContent getContentForInclusion(IIndexFileLocation location, String path) {
        return null;
    }
}
