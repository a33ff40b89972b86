import com.palantir.javaformat.java.Formatter;
import com.palantir.javaformat.java.FormatterException;
import com.palantir.javaformat.java.JavaFormatterOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Checks or writes the format of every Java source below a directory: {@code Format.java check|write SOURCES INDEX}.
 *
 * <p>The build runs this file itself, as a source program on the JDK that the toolchain chose, because the formatter parses with the
 * compiler of the JVM that runs it: inside a Maven that runs on an older JDK it would reject the sources. INDEX remembers digests of
 * well-formatted files, so that a second run only reads.
 */
final class Format {
    private static final Formatter FORMATTER = Formatter.createFormatter(JavaFormatterOptions.builder()
            .style(JavaFormatterOptions.Style.PALANTIR)
            .formatJavadoc(false)
            .build());

    private Format() {}

    public static void main(String[] args) throws IOException {
        boolean write = args[0].equals("write");
        Path index = Path.of(args[2]);
        Set<String> known = Files.exists(index) ? Set.copyOf(Files.readAllLines(index)) : Set.of();
        List<Looked> looked = sources(Path.of(args[1])).parallelStream()
                .map(source -> look(source, known, write))
                .toList();
        Set<String> good = new TreeSet<>();
        looked.forEach(each -> each.good().ifPresent(good::add));
        List<String> wrong =
                looked.stream().flatMap(each -> each.wrong().stream()).toList();
        Files.createDirectories(index.getParent());
        Files.write(index, good);
        if (!wrong.isEmpty()) {
            wrong.forEach(System.err::println);
            System.err.println("to format all sources: mvn -q -Pformat validate");
            System.exit(1);
        }
    }

    /**
     * A source that was looked at.
     *
     * @param good digest of the source as it should be, where it can be read
     * @param wrong what is to be said of it
     */
    private record Looked(Optional<String> good, List<String> wrong) {}

    private static Looked look(Path source, Set<String> known, boolean write) {
        try {
            String text = Files.readString(source);
            if (known.contains(digest(text))) {
                return new Looked(Optional.of(digest(text)), List.of());
            }
            List<String> wrong = new ArrayList<>();
            Optional<String> formatted = format(source, text, wrong);
            if (formatted.isPresent() && !formatted.get().equals(text)) {
                if (write) {
                    Files.writeString(source, formatted.get());
                } else {
                    wrong.add(source + ": not formatted");
                }
            }
            return new Looked(formatted.map(Format::digest), wrong);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> sources(Path root) throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .sorted()
                    .toList();
        }
    }

    /** The source as it should be; nothing, and {@code wrong} says why, where the formatter cannot read it. */
    private static Optional<String> format(Path source, String text, List<String> wrong) {
        try {
            return Optional.of(FORMATTER.formatSourceAndFixImports(text));
        } catch (FormatterException e) {
            e.diagnostics().forEach(diagnostic -> wrong.add(source + ":" + diagnostic));
            return Optional.empty();
        }
    }

    private static String digest(String text) {
        try {
            byte[] bytes = text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new UncheckedIOException(new IOException(e));
        }
    }
}
