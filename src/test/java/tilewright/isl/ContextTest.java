package tilewright.isl;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

class ContextTest {
    @Test
    void namesTheVersionOfTheLibrary() {
        assertTrue(Context.islVersion().startsWith("isl-"), Context.islVersion());
    }

    @Test
    void argumentsStayUsableBecauseTheyAreCopied() {
        try (Context context = new Context()) {
            Set a = Set.parse(context, "{ [i] : 0 <= i < 10 }");
            Set b = Set.parse(context, "{ [i] : 5 <= i < 20 }");
            assertEquals("{ [i] : 5 <= i <= 9 }", a.intersect(b).toString());
            assertEquals("{ [i] : 5 <= i <= 9 }", a.intersect(b).toString());
            assertEquals("{ [i] : 0 <= i <= 9 }", a.toString());
        }
    }

    @Test
    void everyObjectIsFreedWithItsScopeOrContext() {
        Context context = new Context();
        Map kept;
        try (Scope scope = context.scope()) {
            Map step = Map.parse(context, "{ [i] -> [i + 1] }");
            step.domain().union(step.range()).isEmpty();
            kept = scope.promote(step.applyRange(step));
            assertTrue(context.liveObjects() > 4);
        }
        assertEquals(1, context.liveObjects());
        assertEquals("{ [i] -> [2 + i] }", kept.toString());
        context.close();
        assertEquals(0, context.liveObjects());
        assertEquals("freed isl_map", kept.toString());
    }

    @Test
    void answersOutliveTheScopeInWhichTheyAreFound() {
        try (Context context = new Context()) {
            AtomicInteger asked = new AtomicInteger();
            Set first;
            try (Scope _ = context.scope()) {
                first = ten(context, asked);
            }
            try (Scope _ = context.scope()) {
                assertSame(first, ten(context, asked));
                assertEquals("{ [i] : 0 <= i <= 9 }", first.toString());
            }
            assertEquals(1, asked.get());
            assertEquals(0, context.liveObjects());
            context.forgetBeyond(1);
            assertEquals("{ [i] : 0 <= i <= 9 }", first.toString());
            context.forgetBeyond(0);
            assertEquals("freed isl_set", first.toString());
            assertEquals("{ [i] : 0 <= i <= 9 }", ten(context, asked).toString());
            assertEquals(2, asked.get());
        }
    }

    private static Set ten(Context context, AtomicInteger asked) {
        return context.known(
                List.of("the first", 10),
                () -> {
                    asked.incrementAndGet();
                    return Set.parse(context, "{ [i] : 0 <= i }").intersect(Set.parse(context, "{ [i] : i < 10 }"));
                },
                Stream::of);
    }

    @Test
    void valuesAreRememberedAsLongAsTheirScope() {
        try (Context context = new Context()) {
            AtomicInteger asked = new AtomicInteger();
            try (Scope _ = context.scope()) {
                Set first = rememberedTen(context, asked);
                try (Scope _ = context.scope()) {
                    assertSame(first, rememberedTen(context, asked), "of the scope around");
                }
                assertEquals(1, asked.get());
            }
            assertEquals("{ [i] : 0 <= i <= 9 }", rememberedTen(context, asked).toString());
            assertEquals(2, asked.get(), "the first one was freed");
        }
    }

    private static Set rememberedTen(Context context, AtomicInteger asked) {
        return context.remembered("ten", () -> {
            asked.incrementAndGet();
            return Set.parse(context, "{ [i] : 0 <= i <= 9 }");
        });
    }

    @Test
    void answersHoldNoObjectsOfOthers() {
        try (Context context = new Context()) {
            Set own = Set.parse(context, "{ [0] }");
            assertThrows(IllegalArgumentException.class, () -> context.known("own", () -> own, Stream::of));
            assertEquals("{ [0] }", own.toString());
            assertEquals("{ [0] }", context.known("own", own::copy, Stream::of).toString());
        }
    }

    @Test
    void anObjectMayLiveAsLongAsAnother() {
        try (Context context = new Context()) {
            Set outer = Set.parse(context, "{ [0] }");
            Set with;
            Set without;
            try (Scope _ = context.scope();
                    Scope _ = context.scope()) {
                with = Set.parse(context, "{ [1] }");
                without = Set.parse(context, "{ [2] }");
                with.liveWith(outer);
                outer.liveWith(without);
            }
            assertEquals("{ [1] }", with.toString());
            assertEquals("freed isl_set", without.toString());
            assertEquals("{ [0] }", outer.toString());
            assertEquals(2, context.liveObjects());
        }
    }

    @Test
    void freedObjectsAndClosedContextsSaySo() {
        Context context = new Context();
        Set outlived = Set.parse(context, "{ [0] }");
        Set freed;
        try (Scope _ = context.scope()) {
            freed = Set.parse(context, "{ [1] }");
        }
        assertEquals(
                "this isl_set was freed when its isl scope or context closed; promote it if it must live longer",
                assertThrows(IllegalStateException.class, () -> outlived.union(freed))
                        .getMessage());
        context.close();
        assertEquals(
                "this isl context is closed",
                assertThrows(IllegalStateException.class, outlived::isEmpty).getMessage());
    }

    @Test
    void objectsOfDifferentContextsAreNotMixed() {
        try (Context one = new Context();
                Context two = new Context()) {
            Set a = Set.parse(one, "{ [0] }");
            Set b = Set.parse(two, "{ [0] }");
            assertEquals(
                    "isl_set_union: the arguments belong to different isl contexts",
                    assertThrows(IllegalArgumentException.class, () -> a.union(b))
                            .getMessage());
        }
    }

    @Test
    void scopesCloseInnermostFirst() {
        try (Context context = new Context()) {
            Scope outer = context.scope();
            Scope inner = context.scope();
            assertEquals(
                    "isl scopes must be closed once, innermost first",
                    assertThrows(IllegalStateException.class, outer::close).getMessage());
            inner.close();
            outer.close();
        }
    }

    @Test
    void islErrorsCarryTheFunctionAndIslsWords() {
        try (Context context = new Context()) {
            Set one = Set.parse(context, "{ [i] }");
            Set two = Set.parse(context, "{ [i, j] }");
            String message =
                    assertThrows(IslException.class, () -> one.union(two)).getMessage();
            assertEquals("isl_set_union: spaces don't match", message);
            assertEquals("{ [i] }", one.toString());
            String parse = message(IslException.class, () -> Set.parse(context, "{ [i : }"));
            assertTrue(parse.startsWith("isl_set_read_from_str: "), parse);
            assertTrue(parse.endsWith(", given \"{ [i : }\""), parse);
        }
    }

    @Test
    void aTooComplexOperationIsGivenUpAndTheContextStaysUsable() {
        try (Context context = new Context()) {
            Set a = Set.parse(context, "[n] -> { [i,j,k] : 0 <= i,j,k <= n and (i + 2j) mod 7 = k mod 5 }");
            context.setMaxOperations(200);
            String message = message(
                    IslLimitException.class,
                    () -> a.complement().subtract(a.lexmin()).coalesce().isEmpty());
            assertTrue(message.contains("gave up after 200 isl operations"), message);
            assertTrue(message.contains("simplify its bounds or raise the limit"), message);
            context.setMaxOperations(0);
            assertFalse(a.isEmpty());
        }
    }

    @Test
    void everyThreadHasItsOwnContext() throws Exception {
        Callable<String> work = () -> {
            try (Context context = new Context()) {
                Map next = Map.parse(context, "[n] -> { [i] -> [i + 1] : 0 <= i < n }");
                String twice = next.applyRange(next).toString();
                for (int i = 0; i < 200; i++) {
                    try (Scope _ = context.scope()) {
                        assertEquals(twice, next.applyRange(next).toString());
                    }
                }
                return twice;
            }
        };
        try (var pool = Executors.newFixedThreadPool(2)) {
            List<Future<String>> results = pool.invokeAll(List.of(work, work));
            assertEquals(results.get(0).get(), results.get(1).get());
        }
    }

    @Test
    void aContextOfAnotherThreadIsRefused() throws Exception {
        try (Context context = new Context();
                var pool = Executors.newSingleThreadExecutor(r -> new Thread(r, "stranger"))) {
            Set set = Set.parse(context, "{ [0] }");
            String message = pool.submit(() -> message(IllegalStateException.class, set::isEmpty))
                    .get();
            assertTrue(
                    message.endsWith("was used by thread stranger; every thread needs a context of its own"), message);
        }
    }

    @Test
    void aMissingLibrarySaysWhatToInstall(@TempDir Path directory) throws Exception {
        String nowhere = assertThrows(
                        IslUnavailableException.class, () -> Library.open(null, List.of("libnosuchisl.so.9")))
                .getMessage();
        assertEquals(
                "isl was not found as libnosuchisl.so.9. Install the isl library (Debian, Ubuntu: package libisl23), or"
                        + " set TILEWRIGHT_ISL to the path of libisl or of a libLLVM that contains it, or run the"
                        + " tilewright launcher, which fetches one",
                nowhere);
        Path absent = directory.resolve("libisl.so");
        assertConfigurationError("the configured isl library " + absent + " is not a file", absent);
        Path jar = directory.resolve("llvm.jar");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            zip.putNextEntry(new ZipEntry("org/readme.txt"));
        }
        assertConfigurationError("the jar " + jar + " contains no libLLVM", jar);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aLibraryWithoutIslIsRefused() {
        String message = message(IslUnavailableException.class, () -> Library.open(null, List.of("libc.so.6")));
        assertTrue(message.startsWith("the library libc.so.6 does not export isl's functions. Install"), message);
    }

    private static void assertConfigurationError(String expected, Path configured) {
        String message =
                message(IslUnavailableException.class, () -> Library.open(configured.toString(), Library.SYSTEM_NAMES));
        assertTrue(message.startsWith(expected + ". Install the isl library"), message);
    }

    private static String message(Class<? extends Throwable> type, Executable action) {
        return String.valueOf(assertThrows(type, action).getMessage());
    }
}
