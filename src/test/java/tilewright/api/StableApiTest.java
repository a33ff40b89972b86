package tilewright.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Executable;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What programs see of the library: its signatures, approved as text, and a project that is compiled against them. After
 * a deliberate change run with {@code -Dtilewright.golden=update}, and tell users in CHANGELOG.md.
 */
class StableApiTest {
    private static final Path APPROVED = Path.of("src/test/resources/api/signatures.txt");
    private static final Path EXAMPLE = Path.of("docs/examples/embedding/java/src/main/java/example/Embedding.java");

    @TempDir
    Path folder;

    @Test
    void signaturesAreThoseThatWereApproved() throws Exception {
        String signatures = String.join("\n", signatures()) + "\n";
        if ("update".equals(System.getProperty("tilewright.golden"))) {
            Files.createDirectories(APPROVED.getParent());
            Files.writeString(APPROVED, signatures);
        }
        assertEquals(Files.readString(APPROVED), signatures, "the public interface; see " + APPROVED);
    }

    @Test
    void theExampleCompilesAgainstTheLibraryAndRuns() throws Exception {
        int compiled = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-proc:none",
                        "-cp",
                        classes().toString(),
                        "-d",
                        folder.toString(),
                        EXAMPLE.toString());
        assertEquals(0, compiled);
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()}, Tilewright.class.getClassLoader())) {
            Method method = loader.loadClass("example.Embedding").getDeclaredMethod("shortestPaths", Path.class);
            method.setAccessible(true);
            String said = (String) method.invoke(null, folder.resolve("tiled"));
            assertTrue(said.contains(" dependences, 5 candidates, wrote [floyd_warshall.c, floyd_warshall.h, "), said);
            assertTrue(said.endsWith("BAD_INPUT at line 4\n"), said);
        }
        assertTrue(Files.exists(folder.resolve("tiled/Makefile")));
    }

    private static Path classes() throws URISyntaxException {
        return Path.of(Tilewright.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
    }

    private static List<String> signatures() throws Exception {
        List<String> lines = new ArrayList<>();
        String name = Tilewright.class.getPackageName();
        for (String each : classNames(classes().resolve(name.replace('.', '/')))) {
            Class<?> type = Class.forName(name + "." + each);
            if (isSeen(type)) {
                lines.add(header(type));
                members(type).sorted().forEach(member -> lines.add("    " + member));
            }
        }
        return lines;
    }

    private static List<String> classNames(Path packageFolder) throws IOException {
        try (Stream<Path> files = Files.list(packageFolder)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .filter(file -> file.endsWith(".class") && !file.equals("package-info.class"))
                    .map(file -> file.substring(0, file.length() - ".class".length()))
                    .filter(file -> !file.matches(".*\\$\\d+.*"))
                    .sorted()
                    .toList();
        }
    }

    /** A member class is seen where all around it are. */
    private static boolean isSeen(Class<?> type) {
        return Modifier.isPublic(type.getModifiers())
                && (type.getEnclosingClass() == null || isSeen(type.getEnclosingClass()));
    }

    private static String header(Class<?> type) {
        String kind = type.isRecord() ? "record" : type.isEnum() ? "enum" : type.isInterface() ? "interface" : "class";
        String permitted = type.isSealed()
                ? Arrays.stream(type.getPermittedSubclasses())
                        .map(Class::getTypeName)
                        .collect(Collectors.joining(", ", " permits ", ""))
                : "";
        return kind + " " + type.getTypeName() + permitted;
    }

    private static Stream<String> members(Class<?> type) {
        Stream<String> fields = Arrays.stream(type.getDeclaredFields())
                .filter(StableApiTest::isSeen)
                .map(f -> "field " + f.getGenericType().getTypeName() + " " + f.getName());
        Stream<String> constructors = Arrays.stream(type.getDeclaredConstructors())
                .filter(StableApiTest::isSeen)
                .map(c -> "new" + parameters(c));
        Stream<String> methods = Arrays.stream(type.getDeclaredMethods())
                .filter(StableApiTest::isSeen)
                .filter(m -> !type.isEnum() || !m.getName().startsWith("value"))
                .filter(m -> !List.of("equals", "hashCode", "toString").contains(m.getName()))
                .map(m -> (Modifier.isStatic(m.getModifiers()) ? "static " : "")
                        + m.getGenericReturnType().getTypeName() + " " + m.getName() + parameters(m));
        return Stream.of(fields, constructors, methods).flatMap(s -> s);
    }

    private static boolean isSeen(Member member) {
        return Modifier.isPublic(member.getModifiers()) && !member.isSynthetic();
    }

    private static String parameters(Executable executable) {
        return Arrays.stream(executable.getGenericParameterTypes())
                .map(Type::getTypeName)
                .collect(Collectors.joining(", ", "(", ")"));
    }
}
