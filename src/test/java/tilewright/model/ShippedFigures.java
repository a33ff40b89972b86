package tilewright.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What holds for all records of figures that are packed with the tool. */
public final class ShippedFigures {
    private static final Pattern FILE = Pattern.compile("\\b(?:reports|docs)/[\\w./-]*\\w");

    private ShippedFigures() {}

    /** Each figure is positive, each list has some, all say where they come from, and the files that they name are stored. */
    public static void check(SourcedFigures figures) {
        Map<String, String> sources = figures.sources();
        List<RecordComponent> components = Arrays.stream(figures.getClass().getRecordComponents())
                .filter(c -> !Set.of("schema", "sources").contains(c.getName()))
                .toList();
        for (RecordComponent component : components) {
            assertFalse(sources.getOrDefault(component.getName(), "").isBlank(), component.getName());
            boolean some = switch (value(component.getAccessor(), figures)) {
                case Number n -> n.doubleValue() > 0;
                case List<?> l -> !l.isEmpty();
                default -> false;
            };
            assertTrue(some, component.getName());
        }
        assertEquals(components.stream().map(RecordComponent::getName).collect(Collectors.toSet()), sources.keySet());
        for (String source : sources.values()) {
            Matcher file = FILE.matcher(source);
            while (file.find()) {
                assertTrue(Files.exists(Path.of(file.group())), source);
            }
        }
    }

    private static Object value(Method accessor, SourcedFigures figures) {
        try {
            accessor.setAccessible(true);
            return accessor.invoke(figures);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
