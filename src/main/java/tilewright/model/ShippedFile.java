package tilewright.model;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** JSON files that are packed with the tool. */
public final class ShippedFile {
    /** Nothing may be missing from a file, unknown or there twice. */
    public static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            .enable(DeserializationFeature.FAIL_ON_MISSING_CREATOR_PROPERTIES)
            .build();

    private ShippedFile() {}

    /**
     * What a file holds.
     *
     * @param beside a class in whose package it lies
     * @throws IllegalStateException where it is missing from the build
     */
    public static <T> T read(Class<?> beside, String name, Class<T> as) {
        return JSON.readValue(
                text(beside, name).orElseThrow(() -> new IllegalStateException(name + " is missing from the build")),
                as);
    }

    /**
     * The figures of a file in the package of their record.
     *
     * @throws IllegalStateException where it is missing from the build, or of another form
     */
    public static <T extends SourcedFigures> T figures(Class<T> as, String name, String schema) {
        T figures = read(as, name, as);
        if (!figures.schema().equals(schema)) {
            throw new IllegalStateException(name + ": schema must be " + schema + ", found " + figures.schema());
        }
        return figures;
    }

    /** Its text; empty where there is no such file. */
    public static Optional<String> text(Class<?> beside, String name) {
        try (InputStream in = beside.getResourceAsStream(name)) {
            return in == null ? Optional.empty() : Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
