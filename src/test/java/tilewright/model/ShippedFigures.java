package tilewright.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What holds for all records of figures that are packed with the tool. */
public final class ShippedFigures {
    private static final Pattern FILE = Pattern.compile("\\b(?:reports|docs)/[\\w./-]*\\w");

    private ShippedFigures() {}

    /** Each figure is positive and says where it comes from, and the files that it names are stored. */
    public static void check(Record figures, Map<String, String> sources) {
        for (RecordComponent component : figures.getClass().getRecordComponents()) {
            if (component.getType() == int.class) {
                assertFalse(sources.getOrDefault(component.getName(), "").isBlank(), component.getName());
                assertTrue(value(component.getAccessor(), figures) > 0, component.getName());
            }
        }
        assertEquals(
                Arrays.stream(figures.getClass().getRecordComponents())
                        .filter(c -> c.getType() == int.class)
                        .map(RecordComponent::getName)
                        .collect(Collectors.toSet()),
                sources.keySet());
        for (String source : sources.values()) {
            Matcher file = FILE.matcher(source);
            while (file.find()) {
                assertTrue(Files.exists(Path.of(file.group())), source);
            }
        }
    }

    private static int value(Method accessor, Record figures) {
        try {
            accessor.setAccessible(true);
            return (int) accessor.invoke(figures);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
