package tilewright.parse.c;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
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
    private final Map<String, String> texts = new HashMap<>();

    SourceFiles(String file, String text) {
        texts.put(file, text);
    }

    /** Line and column of an offset. */
    SourcePosition position(String file, int offset) {
        String text = texts.getOrDefault(file, "");
        int end = Math.clamp(offset, 0, text.length());
        int line =
                1 + (int) text.substring(0, end).chars().filter(c -> c == '\n').count();
        return new SourcePosition(file, line, end - text.lastIndexOf('\n', end - 1));
    }

    @Override
    public @Nullable InternalFileContent getContentForInclusion(String path, IMacroDictionary macros) {
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
