package tilewright.isl;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/** Finds the shared library that holds isl. */
final class Library {
    /** System property, and in capitals with an underscore environment variable, that gives the library's path. */
    static final String PROPERTY = "tilewright.isl";

    private static final String ENVIRONMENT = "TILEWRIGHT_ISL";

    /** Known names, best first; the number counts isl's incompatible changes, 23 covers isl 0.23 to 0.27. */
    static final List<String> SYSTEM_NAMES = List.of(
            "libisl.so.23",
            "libisl.so.24",
            "libisl.so.25",
            "libisl.so",
            "libisl.23.dylib",
            "libisl.dylib",
            "/opt/homebrew/lib/libisl.dylib",
            "/usr/local/lib/libisl.dylib");

    private Library() {}

    static SymbolLookup open() {
        String configured = System.getProperty(PROPERTY);
        List<String> names = new ArrayList<>(SYSTEM_NAMES);
        names.add(fetched(System.getenv()).toString());
        return open(configured != null ? configured : System.getenv(ENVIRONMENT), names);
    }

    /** Where the launcher keeps the library that it fetches for systems without isl. */
    static Path fetched(java.util.Map<String, String> environment) {
        String cache = environment.getOrDefault("XDG_CACHE_HOME", System.getProperty("user.home") + "/.cache");
        boolean mac = System.getProperty("os.name").startsWith("Mac");
        return Path.of(cache, "tilewright", mac ? "libLLVM.dylib" : "libLLVM.so");
    }

    /**
     * Opens the library.
     *
     * @param configured path of libisl, of a libLLVM that exports isl, or of a jar that contains one; null or empty if
     *     the user gave none
     * @param names names or paths that the system's loader is asked for when nothing was configured
     */
    static SymbolLookup open(@Nullable String configured, List<String> names) {
        if (configured != null && !configured.isEmpty()) {
            return openConfigured(Path.of(configured));
        }
        for (String name : names) {
            try {
                return checked(SymbolLookup.libraryLookup(name, Arena.global()), name);
            } catch (IllegalArgumentException missing) {
                continue;
            }
        }
        throw new IslUnavailableException("isl was not found as " + String.join(", ", names));
    }

    private static SymbolLookup openConfigured(Path path) {
        if (!Files.isRegularFile(path)) {
            throw new IslUnavailableException("the configured isl library " + path + " is not a file");
        }
        Path library = path.toString().endsWith(".jar") ? extract(path) : path;
        try {
            return checked(SymbolLookup.libraryLookup(library, Arena.global()), path.toString());
        } catch (IllegalArgumentException unloadable) {
            throw new IslUnavailableException("the configured isl library " + path + " cannot be loaded");
        }
    }

    private static SymbolLookup checked(SymbolLookup lookup, String name) {
        if (lookup.find("isl_ctx_alloc").isEmpty()) {
            throw new IslUnavailableException("the library " + name + " does not export isl's functions");
        }
        return lookup;
    }

    /** Unpacks the libLLVM of a jar beside the jar, so that later runs find it there. */
    private static Path extract(Path jar) {
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            ZipEntry entry = zip.stream()
                    .filter(e -> e.getName().matches(".*/libLLVM[^/]*\\.(so|dylib)[^/]*"))
                    .max(Comparator.comparingLong(ZipEntry::getSize))
                    .orElseThrow(() -> new IslUnavailableException("the jar " + jar + " contains no libLLVM"));
            String name = entry.getName().substring(entry.getName().lastIndexOf('/') + 1);
            Path target = jar.toAbsolutePath().resolveSibling(name);
            if (!Files.exists(target) || Files.size(target) != entry.getSize()) {
                Path partial = Files.createTempFile(target.getParent(), name, ".part");
                Files.copy(zip.getInputStream(entry), partial, StandardCopyOption.REPLACE_EXISTING);
                Files.move(partial, target, StandardCopyOption.ATOMIC_MOVE);
            }
            return target;
        } catch (IOException e) {
            throw new IslUnavailableException("the libLLVM of " + jar + " cannot be unpacked: " + e.getMessage());
        }
    }
}
