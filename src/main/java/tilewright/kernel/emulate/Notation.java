package tilewright.kernel.emulate;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.Expression;
import tilewright.kernel.MatrixShape;
import tilewright.kernel.Place;
import tilewright.kernel.ScalarType;
import tilewright.kernel.Statement;
import tilewright.kernel.Variable;
import tilewright.kernel.print.Dialect;

/** Statements in messages: C, with the words of kernel programs for what C has none. */
enum Notation implements Dialect {
    PLAIN;

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static String call(String name, String... operands) {
        return name + "(" + String.join(", ", operands) + ")";
    }

    @Override
    public String aligned(int bytes) {
        return "aligned(" + bytes + ")";
    }

    @Override
    public String own(Expression.Coordinate coordinate) {
        return word(coordinate);
    }

    @Override
    public String call(Expression.Call call, List<String> operands) {
        return call(word(call.function()), operands.toArray(String[]::new));
    }

    @Override
    public String bits(ScalarType to, ScalarType from, String value) {
        return call("bits_" + to.notation(), value);
    }

    @Override
    public String infinity(ScalarType type) {
        return "infinity";
    }

    @Override
    public String shuffle(Expression.Lane lane, String value, String which, int width) {
        return call("shuffle_" + word(lane), value, which, Integer.toString(width));
    }

    @Override
    public String vote(Expression.Vote vote, String condition) {
        return call(word(vote), condition);
    }

    @Override
    public String reduce(Expression.Update update, ScalarType type, String value) {
        return call("warp_" + word(update), value);
    }

    @Override
    public String atomic(Expression.Atomic update, String address, String operand) {
        String name = (update.ordered() ? "ordered_" : "atomic_") + word(update.update());
        return call(name, address, operand);
    }

    @Override
    public String load(Place.Access access, ScalarType type, String address) {
        return call("load_" + word(access), address);
    }

    @Override
    public String store(Place.Access access, ScalarType type, String address, String value) {
        return call("store_" + word(access), address, value) + ";";
    }

    @Override
    public String loadShared(ScalarType type, String address) {
        return call("relaxed", address);
    }

    @Override
    public String pair(String first) {
        return call("pair", first);
    }

    @Override
    public String view(ScalarType type, String address) {
        return call("as_" + type.notation(), address);
    }

    @Override
    public String copy(Statement.Way way, int width, ScalarType type, String to, String from) {
        return call("copy" + width + "_" + word(way), to, from) + ";";
    }

    @Override
    public String multiply(MatrixShape shape, List<String> sums, List<String> left, List<String> right) {
        return "multiply " + shape.word() + " (" + String.join(", ", sums) + ") += (" + String.join(", ", left)
                + ") * (" + String.join(", ", right) + ");";
    }

    @Override
    public String awaitCopies(int later) {
        return later == 0 ? "await copies;" : "await copies but the last " + later + ";";
    }

    @Override
    public String barrier() {
        return "barrier;";
    }

    @Override
    public String barrierOr(String condition) {
        return call("barrier_or", condition);
    }

    @Override
    public String gridBarrier() {
        return "grid barrier;";
    }

    @Override
    public String hide(List<Variable> variables) {
        return "hide " + variables.stream().map(Variable::name).collect(Collectors.joining(", ")) + ";";
    }

    @Override
    public @Nullable String unroll(int iterations) {
        return null;
    }

    @Override
    public String parallel(tilewright.kernel.Statement.ParallelFor loop, String when) {
        return "parallel if (" + when + ")";
    }
}
