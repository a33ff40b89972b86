package tilewright.tune.worker;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tilewright.device.Binary;
import tilewright.device.Code;
import tilewright.device.Growth;
import tilewright.device.GuardedArrays;
import tilewright.device.HostLibrary;
import tilewright.device.ProgramInstance;
import tilewright.model.DataInitializer;
import tilewright.model.LoopNest;
import tilewright.model.UserError;

/**
 * The sequential nest as gcc compiled it, and the data it is run on. Inputs and results of small cases are kept: many
 * candidates share them.
 */
final class Reference implements AutoCloseable {
    private static final long MOST_CACHED_BYTES = 256L << 20;
    private static final long MOST_CACHED_CASE_BYTES = 32L << 20;

    private final LoopNest nest;
    private final HostLibrary library;
    private final Map<Key, Pair> cache = new LinkedHashMap<>();
    private long cachedBytes;

    /** @param binary shared library that exports {@link Code#HOST_FUNCTION} */
    Reference(LoopNest nest, Binary binary) {
        this.nest = nest;
        library = HostLibrary.load(
                binary,
                Code.HOST_FUNCTION,
                nest.passed().size(),
                nest.parameters().size());
    }

    private record Key(ProgramInstance sizesAndArrays, long seed) {
        /** Launches do not matter. */
        static Key of(Case each) {
            ProgramInstance instance = each.instance();
            return new Key(new ProgramInstance(instance.sizes(), instance.arrays(), java.util.List.of()), each.seed());
        }
    }

    /** Input, expected result, and what the nest makes of rounding. */
    private record Pair(GuardedArrays input, GuardedArrays expected, Growth growth) implements AutoCloseable {
        @Override
        public void close() {
            input.close();
            expected.close();
            growth.close();
        }
    }

    /** Work with the input and the expected result of a case. */
    interface Check {
        /**
         * Runs a program on the input and compares.
         *
         * @param input the check's own: it closes it
         * @param expected to be read only
         * @param growth of the nest on this input
         */
        Verification run(GuardedArrays input, GuardedArrays expected, Growth growth);
    }

    /** Runs the check on a case, computing input and result where they are not kept yet. */
    Verification with(Case each, Check check) {
        Key key = Key.of(each);
        Pair kept = cache.get(key);
        if (kept == null && each.instance().bytes() > MOST_CACHED_CASE_BYTES) {
            Pair large = make(each);
            try (GuardedArrays expected = large.expected();
                    Growth growth = large.growth()) {
                // Given away, not copied: there are as few copies as can be, with the one that the program works on.
                return check.run(large.input(), expected, growth);
            }
        }
        if (kept == null) {
            kept = make(each);
            keep(key, kept, each.instance().bytes());
        }
        return check.run(kept.input().copy(), kept.expected(), kept.growth());
    }

    private void keep(Key key, Pair pair, long bytes) {
        if (cachedBytes + bytes > MOST_CACHED_BYTES) {
            cache.values().forEach(Pair::close);
            cache.clear();
            cachedBytes = 0;
        }
        cache.put(key, pair);
        cachedBytes += bytes;
    }

    private Pair make(Case each) {
        GuardedArrays input = input(each);
        GuardedArrays expected = input.copy();
        try {
            run(expected, each.instance());
        } catch (UserError e) {
            input.close();
            expected.close();
            throw e;
        }
        return new Pair(input, expected, growth(input, expected, each.instance()));
    }

    /** Runs the nest again on data that are a little different; where arrays are small the result stays in memory. */
    Growth growth(GuardedArrays input, GuardedArrays expected, ProgramInstance instance) {
        if (input.shapes().stream().noneMatch(shape -> shape.type().isFloating())) {
            return Growth.NONE;
        }
        return Growth.of(expected, time -> changed(input, instance, time));
    }

    private GuardedArrays changed(GuardedArrays input, ProgramInstance instance, int time) {
        GuardedArrays result = input.copy();
        result.perturb(time);
        library.run(result.memories(), instance.parameters());
        return result;
    }

    /** The initial data of a case. */
    GuardedArrays input(Case each) {
        return GuardedArrays.of(
                DataInitializer.fill(nest, each.instance().sizes(), each.seed()),
                each.instance().arrays());
    }

    /**
     * Runs the sequential nest in place.
     *
     * @throws UserError when it writes outside its arrays, or the result is not finite
     */
    void run(GuardedArrays arrays, ProgramInstance instance) {
        library.run(arrays.memories(), instance.parameters());
        Optional<String> damage = arrays.damage();
        if (damage.isPresent()) {
            throw UserError.badInput("nest " + nest.name() + " " + instance.sizes()
                    + ": the sequential run writes outside its arrays: " + damage.get()
                    + "; declare larger arrays, or say which sizes the nest is meant for by a line such as"
                    + " 'assume n >= 3'");
        }
        requireFinite(arrays, instance);
    }

    /**
     * A comparison with something that is not a number says nothing.
     *
     * @throws UserError that asks for initial values
     */
    void requireFinite(GuardedArrays arrays, ProgramInstance instance) {
        arrays.firstNonFinite().ifPresent(where -> {
            throw UserError.badInput("nest " + nest.name() + " " + instance.sizes() + ": the sequential run ends with "
                    + where + "; give the arrays initial values by 'init' lines that keep the computation finite");
        });
    }

    @Override
    public void close() {
        cache.values().forEach(Pair::close);
        cache.clear();
    }
}
