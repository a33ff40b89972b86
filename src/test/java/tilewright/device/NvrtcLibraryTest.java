package tilewright.device;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NvrtcLibraryTest {
    @TempDir
    Path root;

    @Test
    void theUsersChoiceIsTheOnlyCandidate() throws IOException {
        place("usr/local/cuda/lib64/libnvrtc.so.13");
        assertEquals(
                List.of(Path.of("/elsewhere/libnvrtc.so.12")),
                candidates(Map.of("TILEWRIGHT_NVRTC", "/elsewhere/libnvrtc.so.12")));
    }

    @Test
    void aChosenFolderGivesItsNewestVersionFirst() throws IOException {
        Path old = place("mine/libnvrtc.so.9.2");
        Path recent = place("mine/libnvrtc.so.13");
        place("mine/libnvrtc-builtins.so.13.0");
        place("mine/libnvrtc.alt.so.13");
        assertEquals(
                List.of(recent, old),
                candidates(Map.of("TILEWRIGHT_NVRTC", root.resolve("mine").toString())));
    }

    @Test
    void cudaHomeComesBeforeTheUsualPlacesAndThoseBeforePythonPackages() throws IOException {
        Path home = place("home/lib64/libnvrtc.so.12");
        Path toolkit = place("usr/local/cuda-13.0/targets/x86_64-linux/lib/libnvrtc.so.13");
        Path wheel = place("opt/torch/.venv/lib/python3.12/site-packages/nvidia/cu13/lib/libnvrtc.so.13");
        assertEquals(
                List.of(home, toolkit, wheel),
                candidates(Map.of("CUDA_HOME", root.resolve("home").toString())));
    }

    @Test
    void virtualEnvironmentsAreSearched() throws IOException {
        Path wheel = place("env/lib/python3.11/site-packages/nvidia/cuda_nvrtc/lib/libnvrtc.so.12");
        assertEquals(
                List.of(wheel),
                candidates(Map.of("VIRTUAL_ENV", root.resolve("env").toString())));
    }

    @Test
    void nothingIsFoundOnABareMachine() {
        assertEquals(List.of(), candidates(Map.of()));
    }

    private List<Path> candidates(Map<String, String> environment) {
        return new NvrtcLibrary(environment, root)
                .candidates().stream()
                        // What this machine's own ldconfig knows is not the test's business.
                        .filter(path -> path.startsWith(root) || path.startsWith("/elsewhere"))
                        .toList();
    }

    private Path place(String file) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        return Files.createFile(path);
    }
}
