package tilewright.tiling.strategy;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tilewright.isl.Context;
import tilewright.isl.Scope;
import tilewright.model.LoopNest;
import tilewright.tiling.plan.Blocks;
import tilewright.tiling.plan.HostStep;
import tilewright.tiling.plan.Piece;
import tilewright.tiling.plan.Strategy;

/**
 * Launches of points whose statements blocks of another launch run as well, where these keep the elements in registers: that saves the launch, a store and a
 * load of every element. A launch that only sets what later blocks keep is their {@link Piece#prologue}; one that only finishes what earlier blocks keep
 * is their {@link Piece#epilogue}.
 *
 * <p>Examples: {@code c(i,j) = beta * c(i,j)} before {@code c(i,j) = c(i,j) + a(i,k) * b(k,j)}; {@code mean(j) = mean(j) / n} after {@code mean(j) =
 * mean(j) + data(i,j)}, and so is {@code cov(j,i) = cov(i,j)} after the sums of {@code cov(i,j)}. Of the sums of atax {@code tmp(i) = 0} goes to the
 * blocks of {@code tmp(i) = tmp(i) + a(i,j) * x(j)} and {@code y(j) = 0} to those of {@code y(j) = y(j) + a(i,j) * tmp(i)}, although the other sum is
 * computed in between, which does not touch y.
 *
 * <p>Needed: one launch of points without loops, which write elements of their own; no launch between it and the other one that touches these, or writes
 * what it reads; the other one alone in its part, of blocks that have the elements only as registers of the point that owns them; and as many points there as
 * the launch has. That follows from bounds and guards, by integer sets ({@link PointsInBlocks}). An epilogue behind loops loads no matrix: blocks would wait for it.
 */
public final class PointLaunches {
    private final Context context;
    private final LoopNest nest;
    private final List<@Nullable List<HostStep>> parts;

    private PointLaunches(Context context, LoopNest nest, List<List<HostStep>> parts) {
        this.context = context;
        this.nest = nest;
        this.parts = new ArrayList<>(parts);
    }

    /**
     * @param steps of each part of a program; null for a part whose statements another part's blocks run
     * @param rules what begins or ends with what, in words
     */
    public record Joined(List<@Nullable List<HostStep>> steps, List<String> rules) {
        public List<List<HostStep>> left() {
            return steps.stream().flatMap(Stream::ofNullable).toList();
        }
    }

    /** @param parts the steps of each part of a program, in order; no loop of the host is around them */
    public static Joined of(Context context, LoopNest nest, List<List<HostStep>> parts) {
        try (Scope _ = context.scope()) {
            return new PointLaunches(context, nest, parts).joined();
        }
    }

    private Joined joined() {
        List<String> rules = new ArrayList<>();
        for (int p = parts.size() - 2; p >= 0; p--) {
            join(p, Blocks.Phase.PROLOGUE).ifPresent(rule -> rules.add(0, rule));
        }
        for (int p = 1; p < parts.size(); p++) {
            join(p, Blocks.Phase.EPILOGUE).ifPresent(rules::add);
        }
        return new Joined(parts, rules);
    }

    /** Lets blocks of another part run a part's statements; in words, where they can. */
    private Optional<String> join(int part, Blocks.Phase phase) {
        Optional<Piece> points = only(part).filter(PointLaunches::isOfPoints);
        int user = points.map(s -> phase == Blocks.Phase.PROLOGUE ? later(part, s) : earlier(part, s))
                .orElse(-1);
        if (user < 0) {
            return Optional.empty();
        }
        Piece keeping = only(user).orElseThrow();
        Optional<Piece> both = new PointsInBlocks(context, nest, points.orElseThrow(), keeping, phase).joined();
        if (both.isEmpty()) {
            return Optional.empty();
        }
        HostStep.Launch launch = (HostStep.Launch) steps(user).getFirst();
        parts.set(user, List.of(launch.with(List.of(both.get()))));
        parts.set(part, null);
        String where =
                phase == Blocks.Phase.PROLOGUE ? " at the start of the blocks of " : " at the end of the blocks of ";
        return Optional.of(ids(points.get()) + where + ids(keeping));
    }

    private static String ids(Piece piece) {
        return String.join(
                ", ", piece.statements().stream().map(s -> s.statement().id()).toList());
    }

    private List<HostStep> steps(int part) {
        List<HostStep> steps = parts.get(part);
        return steps == null ? List.of() : steps;
    }

    /** The blocks of a part that is one launch of one kind of blocks, which waits for all before it. */
    private Optional<Piece> only(int part) {
        return steps(part).size() == 1
                        && steps(part).getFirst() instanceof HostStep.Launch l
                        && l.lane().equals(HostStep.Lane.MAIN)
                        && l.blocks().size() == 1
                ? l.pieces().stream().findFirst()
                : Optional.empty();
    }

    /** Whether points write elements of their own, once. */
    private static boolean isOfPoints(Piece piece) {
        return piece.sequential().isEmpty()
                && piece.prologue().isEmpty()
                && piece.epilogue().isEmpty()
                && piece.points().stream().noneMatch(Piece.PointDimension::lanes)
                && piece.statements().stream()
                        .allMatch(s -> s.access(1).strategy() == Strategy.OWN
                                && s.accesses().stream()
                                        .allMatch(
                                                a -> a.strategy() == Strategy.OWN || a.strategy() == Strategy.DIRECT));
    }

    /** The first later part without which a part's blocks could not run later still; -1 where its blocks write what these only read. */
    private int later(int part, Piece points) {
        int first = IntStream.range(part + 1, parts.size())
                .filter(q -> meet(q, points))
                .findFirst()
                .orElse(-1);
        java.util.Set<String> read = new HashSet<>(arrays(points, false));
        read.removeAll(arrays(points, true));
        boolean keeps = first >= 0
                && only(first)
                        .filter(b -> arrays(b, true).stream().noneMatch(read::contains))
                        .isPresent();
        return keeps ? first : -1;
    }

    /** The last part before one without which its blocks could not run earlier still; -1 where it is not one kind of blocks. */
    private int earlier(int part, Piece points) {
        return IntStream.iterate(part - 1, q -> q >= 0, q -> q - 1)
                .filter(q -> meet(q, points))
                .limit(1)
                .filter(q -> only(q).isPresent())
                .findFirst()
                .orElse(-1);
    }

    /** Whether a part touches what blocks write, or writes what they read. */
    private boolean meet(int part, Piece points) {
        java.util.Set<String> written = arrays(points, true);
        java.util.Set<String> touched = arrays(points, false);
        return blocks(steps(part))
                .anyMatch(b -> arrays(b, false).stream().anyMatch(written::contains)
                        || arrays(b, true).stream().anyMatch(touched::contains));
    }

    private static Stream<Blocks> blocks(List<HostStep> steps) {
        return steps.stream().flatMap(s -> switch (s) {
            case HostStep.HostLoop l -> blocks(l.body());
            case HostStep.Launch l -> l.blocks().stream().map(b -> (Blocks) b);
            case HostStep.AsWritten _ -> throw new IllegalArgumentException("the nest as written has no parts");
        });
    }

    /** Names of the arrays that blocks write, or touch. */
    static java.util.Set<String> arrays(Blocks blocks, boolean written) {
        java.util.Set<String> names = new LinkedHashSet<>();
        for (Blocks.Leaf leaf : blocks.leaves()) {
            leaf.statement().accesses().stream()
                    .filter(a -> !written || a.index() == 1)
                    .forEach(a -> names.add(a.array()));
            if (!written && leaf instanceof Piece.PlannedStatement s) {
                s.accesses().forEach(a -> names.add(a.access().array()));
            }
        }
        return names;
    }
}
