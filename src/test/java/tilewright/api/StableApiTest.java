package tilewright.api;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
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
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import javax.tools.JavaCompiler;
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

    /** As a named module: the jar on the module path, what it needs on the class path. */
    @Test
    void aModuleRequiresTheLibrary() throws Exception {
        Path sources = Files.createDirectories(folder.resolve("sources/caller"));
        Path descriptor = Files.writeString(
                folder.resolve("sources/module-info.java"), "module caller { requires tilewright; }\n");
        Path main = Files.writeString(sources.resolve("Main.java"), """
            package caller;

            import tilewright.api.Nest;
            import tilewright.api.Tilewright;

            public final class Main {
                public static void main(String[] args) {
                    System.out.println(Tilewright.class.getModule() + ": "
                            + Tilewright.analyze(Nest.of("sum", "param n\\nreal a(n), s\\ndo i = 1, n\\n s = s + a(i)\\nenddo\\n"))
                                    .dependences()
                                    .size());
                }
            }
            """);
        Path jar = jar(folder.resolve("tilewright.jar"));
        Path compiled = folder.resolve("caller");
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        assertEquals(
                0,
                javac.run(
                        null,
                        null,
                        null,
                        "-proc:none",
                        "-p",
                        jar.toString(),
                        "-d",
                        compiled.toString(),
                        descriptor.toString(),
                        main.toString()));
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=tilewright",
                        "-p",
                        jar + File.pathSeparator + compiled,
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-m",
                        "caller/caller.Main")
                .redirectErrorStream(true)
                .start();
        assertEquals(
                "module tilewright: 3\n", new String(process.getInputStream().readAllBytes(), UTF_8));
    }

    /** The compiled classes as a jar with the name of the module that the build gives it. */
    private static Path jar(Path jar) throws Exception {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Automatic-Module-Name", "tilewright");
        Path root = classes();
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest);
                Stream<Path> files = Files.walk(root)) {
            out.setLevel(Deflater.BEST_SPEED);
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(new JarEntry(root.relativize(file).toString()));
                Files.copy(file, out);
            }
        }
        return jar;
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
        String open = kind.equals("class") ? (Modifier.isFinal(type.getModifiers()) ? "final " : "open ") : "";
        Stream<Type> parents = Stream.concat(
                kind.equals("class") ? Stream.of(type.getGenericSuperclass()) : Stream.of(),
                Arrays.stream(type.getGenericInterfaces()));
        String above =
                parents.filter(p -> p != Object.class).map(Type::getTypeName).collect(Collectors.joining(", "));
        return open + kind + " " + type.getTypeName() + (above.isEmpty() ? "" : " extends " + above) + permitted;
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
                        + (type.isInterface() && Modifier.isAbstract(m.getModifiers()) ? "to implement " : "")
                        + m.getGenericReturnType().getTypeName() + " " + m.getName() + parameters(m));
        return Stream.of(fields, constructors, methods).flatMap(s -> s);
    }

    private static boolean isSeen(Member member) {
        return Modifier.isPublic(member.getModifiers()) && !member.isSynthetic();
    }

    private static String parameters(Executable executable) {
        return Arrays.stream(executable.getGenericParameterTypes())
                        .map(Type::getTypeName)
                        .collect(Collectors.joining(", ", "(", ")"))
                + Arrays.stream(executable.getGenericExceptionTypes())
                        .map(Type::getTypeName)
                        .collect(Collectors.joining(", ", " throws ", ""))
                        .replaceFirst(" throws $", "");
    }
}
