package tilewright.codegen;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import tilewright.model.ArrayData;

/** C code as people write it, compiled by gcc: what a front end's reading of it is compared with. */
public final class CompiledC {
    private final HostCode.Library library;

    private CompiledC(HostCode.Library library) {
        this.library = library;
    }

    public static CompiledC of(Path folder, String source) throws IOException, InterruptedException {
        Path file = Files.writeString(folder.resolve("written.c"), source);
        return new CompiledC(HostCode.library(folder, "written", List.of(file), "-O1"));
    }

    /** Calls {@code void function(T *array.., int size..)}, which changes the arrays. */
    public void call(String function, List<ArrayData> arrays, List<Integer> sizes) {
        try (Arena arena = Arena.ofConfined()) {
            List<MemorySegment> memories = new ArrayList<>();
            for (ArrayData array : arrays) {
                MemorySegment memory = arena.allocate(
                        (long) array.size() * array.declaration().type().bytes(), Long.BYTES);
                memory.copyFrom(heap(array.elements()));
                memories.add(memory);
            }
            library.function(function, arrays.size(), sizes.size()).call(memories, sizes);
            for (int a = 0; a < arrays.size(); a++) {
                heap(arrays.get(a).elements()).copyFrom(memories.get(a));
            }
        }
    }

    private static MemorySegment heap(Object elements) {
        return switch (elements) {
            case byte[] b -> MemorySegment.ofArray(b);
            case short[] s -> MemorySegment.ofArray(s);
            case int[] i -> MemorySegment.ofArray(i);
            case long[] l -> MemorySegment.ofArray(l);
            case float[] f -> MemorySegment.ofArray(f);
            case double[] d -> MemorySegment.ofArray(d);
            default -> throw new IllegalArgumentException(elements.getClass().getName());
        };
    }
}
