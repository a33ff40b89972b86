package tilewright.isl;

import java.util.HashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * What was found out in a context, with the isl objects of it, which outlive the scopes that they are made in. Planning analyses many
 * nests that differ in a statement, or in how they are written, and asks the same of the others again.
 */
final class Answers {
    private final Context context;
    private final java.util.Map<Object, Answer> known = new HashMap<>();

    /** @param objects those of the value */
    private record Answer(Object value, Scope objects) {}

    Answers(Context context) {
        this.context = context;
    }

    /** See {@link Context#known}. */
    @SuppressWarnings("unchecked")
    <T> T of(Object question, Supplier<T> answer, Function<T, Stream<? extends IslObject>> objects) {
        Answer found = known.get(question);
        if (found == null) {
            found = found(answer, objects);
            known.put(question, found);
        }
        return (T) found.value;
    }

    private <T> Answer found(Supplier<T> answer, Function<T, Stream<? extends IslObject>> objects) {
        try (Scope asked = context.scope()) {
            T value = answer.get();
            Scope kept = new Scope(context, null);
            objects.apply(value).distinct().forEach(object -> {
                if (object.scope() != asked) {
                    throw new IllegalArgumentException("an answer holds what was there before the question: copy it");
                }
                object.moveTo(kept);
                kept.add(object);
                context.uncount();
            });
            return new Answer(value, kept);
        }
    }

    int size() {
        return known.size();
    }

    /** Frees what is kept. */
    void close() {
        known.values().forEach(a -> a.objects.free());
        known.clear();
    }
}
