package tilewright.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class GenerationLimitsTest {
    private static final Pattern FILE = Pattern.compile("\\b(?:reports|docs)/[\\w./-]*\\w");
    private static final GenerationLimits SHIPPED = GenerationLimits.shipped();

    @Test
    void everyFigureSaysWhereItComesFrom() throws ReflectiveOperationException {
        for (RecordComponent component : GenerationLimits.class.getRecordComponents()) {
            if (component.getType() == int.class) {
                String source = SHIPPED.sources().getOrDefault(component.getName(), "");
                assertFalse(source.isBlank(), component.getName());
                assertTrue((int) component.getAccessor().invoke(SHIPPED) > 0, component.getName());
            }
        }
        assertEquals(
                Arrays.stream(GenerationLimits.class.getRecordComponents())
                        .filter(c -> c.getType() == int.class)
                        .map(RecordComponent::getName)
                        .collect(Collectors.toSet()),
                SHIPPED.sources().keySet());
    }

    @Test
    void namedExperimentsAreStored() {
        for (String source : SHIPPED.sources().values()) {
            Matcher file = FILE.matcher(source);
            while (file.find()) {
                assertTrue(Files.exists(Path.of(file.group())), source);
            }
        }
    }
}
