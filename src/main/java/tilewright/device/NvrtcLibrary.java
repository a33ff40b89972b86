package tilewright.device;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where libnvrtc or another library of the CUDA toolkit is. {@code TILEWRIGHT_NVRTC} (the file, or its folder) wins; then {@code CUDA_HOME} and {@code
 * CUDA_PATH}, {@code LD_LIBRARY_PATH}, the usual places of the CUDA toolkit, what ldconfig knows, and the folders of
 * Python packages. The newest version of the first place that has one is taken.
 */
final class NvrtcLibrary {
    private final Map<String, String> environment;
    private final Path root;
    private final String name;
    private final Pattern file;

    /**
     * @param environment of the process
     * @param root of the file system, other than {@code /} in tests
     */
    NvrtcLibrary(Map<String, String> environment, Path root) {
        this(environment, root, "nvrtc");
    }

    /** @param name e.g. {@code cublas}, of {@code libcublas.so} */
    NvrtcLibrary(Map<String, String> environment, Path root, String name) {
        this.environment = environment;
        this.root = root;
        this.name = name;
        file = Pattern.compile("lib" + name + "\\.so(?:\\.([0-9.]+))?");
    }

    /** All that were found, the preferred one first. */
    List<Path> candidates() {
        String explicit = environment.get("TILEWRIGHT_" + name.toUpperCase(Locale.ROOT));
        if (explicit != null && !explicit.isBlank()) {
            Path path = Path.of(explicit);
            return Files.isDirectory(path) ? newestFirst(path) : List.of(path);
        }
        Set<Path> found = new LinkedHashSet<>();
        folders().forEach(folder -> found.addAll(newestFirst(folder)));
        ldconfig().forEach(found::add);
        pythonFolders().forEach(folder -> found.addAll(newestFirst(folder)));
        return List.copyOf(found);
    }

    private List<Path> folders() {
        List<Path> folders = new ArrayList<>();
        for (String variable : List.of("CUDA_HOME", "CUDA_PATH")) {
            String home = environment.get(variable);
            if (home != null && !home.isBlank()) {
                folders.addAll(librariesOf(Path.of(home)));
            }
        }
        for (String folder : environment.getOrDefault("LD_LIBRARY_PATH", "").split(":")) {
            if (!folder.isBlank()) {
                folders.add(Path.of(folder));
            }
        }
        for (Path toolkit : expand(root.resolve("usr/local"), "cuda*")) {
            folders.addAll(librariesOf(toolkit));
        }
        folders.add(root.resolve("usr/lib/x86_64-linux-gnu"));
        folders.add(root.resolve("usr/lib64"));
        return folders;
    }

    private static List<Path> librariesOf(Path toolkit) {
        return List.of(toolkit.resolve("lib64"), toolkit.resolve("targets/x86_64-linux/lib"), toolkit.resolve("lib"));
    }

    /** Wheels put it in {@code site-packages/nvidia/cu13/lib} or {@code site-packages/nvidia/cuda_nvrtc/lib}. */
    private List<Path> pythonFolders() {
        List<Path> prefixes = new ArrayList<>();
        for (String variable : List.of("VIRTUAL_ENV", "CONDA_PREFIX")) {
            String prefix = environment.get(variable);
            if (prefix != null && !prefix.isBlank()) {
                prefixes.add(Path.of(prefix));
            }
        }
        prefixes.add(root.resolve("usr/local"));
        prefixes.add(root.resolve("usr"));
        String home = environment.get("HOME");
        if (home != null && !home.isBlank()) {
            prefixes.add(Path.of(home, ".local"));
        }
        expand(root.resolve("opt"), "*").forEach(package_ -> {
            prefixes.add(package_);
            prefixes.add(package_.resolve(".venv"));
            prefixes.add(package_.resolve("venv"));
        });
        return prefixes.stream()
                .map(prefix -> prefix.resolve("lib"))
                .flatMap(lib -> expand(lib, "python3*").stream())
                .flatMap(python ->
                        List.of("site-packages", "dist-packages").stream().map(python::resolve))
                .flatMap(packages -> expand(packages.resolve("nvidia"), "*").stream())
                .map(nvidia -> nvidia.resolve("lib"))
                .toList();
    }

    private List<Path> newestFirst(Path folder) {
        return expand(folder, "lib" + name + ".so*").stream()
                .filter(each -> file.matcher(each.getFileName().toString()).matches())
                .sorted(Comparator.comparing(this::version).reversed())
                .toList();
    }

    /** The version in the file's name as a number that compares, e.g. 13.0 is 13000; without one, 0. */
    private Integer version(Path library) {
        Matcher matcher = file.matcher(library.getFileName().toString());
        if (!matcher.matches() || matcher.group(1) == null) {
            return 0;
        }
        String[] parts = matcher.group(1).split("\\.");
        return Integer.parseInt(parts[0]) * 1000 + (parts.length > 1 ? Integer.parseInt(parts[1]) : 0);
    }

    private List<Path> ldconfig() {
        Optional<Path> program = Processes.find("ldconfig")
                .or(() -> Optional.of(Path.of("/sbin/ldconfig")).filter(Files::isExecutable));
        if (program.isEmpty()) {
            return List.of();
        }
        try {
            Processes.Result result =
                    Processes.run(List.of(program.get().toString(), "-p"), java.time.Duration.ofSeconds(10));
            Pattern line = Pattern.compile("=> (\\S*/lib" + name + "\\.so\\S*)");
            return line.matcher(result.output())
                    .results()
                    .map(match -> Path.of(match.group(1)))
                    .toList();
        } catch (IOException e) {
            return List.of();
        }
    }

    private static List<Path> expand(Path folder, String glob) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, glob)) {
            entries.forEach(found::add);
        } catch (IOException | java.nio.file.DirectoryIteratorException e) {
            return List.of();
        }
        found.sort(Comparator.reverseOrder());
        return found;
    }
}
