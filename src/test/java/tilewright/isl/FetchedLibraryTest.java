package tilewright.isl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.SAME_THREAD)
class FetchedLibraryTest {
    @Test
    void liesInTheCacheDirectoryThatTheUserChose() {
        Path library = Library.fetched(Map.of("XDG_CACHE_HOME", "/somewhere"));
        assertEquals(Path.of("/somewhere/tilewright"), library.getParent());
    }

    @Test
    void liesBelowTheHomeDirectoryOtherwise() {
        Path library = Library.fetched(Map.of());
        assertTrue(library.startsWith(Path.of(System.getProperty("user.home"), ".cache")), library::toString);
    }
}
