package tilewright.parse.c.unit;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.eclipse.cdt.core.index.IIndexFileLocation;
import org.eclipse.cdt.core.parser.FileContent;
import org.eclipse.cdt.internal.core.parser.IMacroDictionary;
import org.eclipse.cdt.internal.core.parser.scanner.InternalFileContent;
import org.eclipse.cdt.internal.core.parser.scanner.InternalFileContentProvider;
import org.jspecify.annotations.Nullable;
import tilewright.model.InputFile;
import tilewright.model.SourcePosition;
import tilewright.model.UserError;

/** The texts that one translation unit is made of. */
final class SourceFiles extends InternalFileContentProvider {
    /** Text that the user did not write, before an offset of the file. */
    record Insertion(int offset, String text) {}

    private final Map<String, String> texts = new HashMap<>();
    /** Where the lines of files begin that positions were asked of. */
    private final Map<String, int[]> lines = new HashMap<>();

    private final String main;
    private final List<Insertion> insertions;
    private final Map<String, String> redefined;

    /**
     * @param text the main file, in which macros have been redefined already
     * @param insertions by offset; the parsed text has them, positions are those of the file without them
     * @param redefined other values of macros, for included files
     */
    SourceFiles(String file, String text, List<Insertion> insertions, Map<String, String> redefined) {
        main = file;
        this.redefined = Map.copyOf(redefined);
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
        int[] starts = lines.computeIfAbsent(file, _ -> starts(text));
        int line = Arrays.binarySearch(starts, end);
        int before = line < 0 ? -line - 2 : line;
        return new SourcePosition(file, before + 1, end - starts[before] + 1);
    }

    /** The offsets at which lines begin. */
    private static int[] starts(String text) {
        return IntStream.concat(
                        IntStream.of(0),
                        IntStream.range(0, text.length())
                                .filter(i -> text.charAt(i) == '\n')
                                .map(i -> i + 1))
                .toArray();
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
            String text = Redefinitions.in(
                    new String(InputFile.bytes(file, InputFile.LONGEST_TEXT), StandardCharsets.ISO_8859_1), redefined);
            texts.put(path, text);
            return (InternalFileContent) FileContent.create(path, text.toCharArray());
        } catch (UserError e) {
            return null;
        }
    }

    @Override
    public @Nullable InternalFileContent getContentForInclusion(IIndexFileLocation location, String path) {
        return null;
    }
}
