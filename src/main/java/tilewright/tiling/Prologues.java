package tilewright.tiling;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tilewright.isl.Context;
import tilewright.isl.Scope;
import tilewright.model.Affine;
import tilewright.model.LoopNest;

/**
 * Launches that only set what blocks of a later launch keep in registers: their statements become the {@link Piece#prologue} of those blocks, which saves
 * the launch, a store and a load of every element.
 *
 * <p>Example: {@code c(i,j) = beta * c(i,j)} before {@code c(i,j) = c(i,j) + a(i,k) * b(k,j)}. Of the sums of atax {@code tmp(i) = 0} goes to the
 * blocks of {@code tmp(i) = tmp(i) + a(i,j) * x(j)} and {@code y(j) = 0} to those of {@code y(j) = y(j) + a(i,j) * tmp(i)}, although the other sum is
 * computed in between, which does not touch y.
 *
 * <p>Needed: one launch of points without loops, which write elements of their own and read, besides these, what no launch up to the later one
 * writes; that launch alone in its part, of blocks that have loops and touch the elements only as registers of the point that owns them; and as many points there as the first launch
 * sets elements. That follows from bounds and guards, by integer sets ({@link PrologueBlocks}).
 */
final class Prologues {
    private final Context context;
    private final LoopNest nest;
    private final List<@Nullable List<HostStep>> parts;

    private Prologues(Context context, LoopNest nest, List<List<HostStep>> parts) {
        this.context = context;
        this.nest = nest;
        this.parts = new ArrayList<>(parts);
    }

    /**
     * @param steps of each part of a program; null for a part whose statements a later part's blocks begin with
     * @param rules what begins with what, in words
     */
    record Joined(List<@Nullable List<HostStep>> steps, List<String> rules) {
        List<List<HostStep>> left() {
            return steps.stream().flatMap(Stream::ofNullable).toList();
        }
    }

    /** @param parts the steps of each part of a program, in order; no loop of the host is around them */
    static Joined of(Context context, LoopNest nest, List<List<HostStep>> parts) {
        try (Scope _ = context.scope()) {
            return new Prologues(context, nest, parts).joined();
        }
    }

    private Joined joined() {
        List<String> rules = new ArrayList<>();
        for (int p = parts.size() - 2; p >= 0; p--) {
            Optional<Piece> setting = only(p).filter(Prologues::sets);
            int part = p;
            int user = setting.map(s -> later(part, s)).orElse(-1);
            if (user < 0) {
                continue;
            }
            Piece keeping = only(user).orElseThrow();
            Optional<Piece> both = new PrologueBlocks(context, nest, setting.get(), keeping).joined();
            if (both.isPresent()) {
                HostStep.Launch launch = (HostStep.Launch) steps(user).getFirst();
                parts.set(user, List.of(launch.with(List.of(both.get()))));
                parts.set(p, null);
                rules.add(0, ids(setting.get()) + " at the start of the blocks of " + ids(keeping));
            }
        }
        return new Joined(parts, rules);
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
    private static boolean sets(Piece piece) {
        return piece.sequential().isEmpty()
                && piece.prologue().isEmpty()
                && piece.points().stream().noneMatch(Piece.PointDimension::lanes)
                && piece.statements().stream()
                        .allMatch(s -> s.access(1).strategy() == Strategy.OWN
                                && s.accesses().stream()
                                        .allMatch(
                                                a -> a.strategy() == Strategy.OWN || a.strategy() == Strategy.DIRECT));
    }

    /** The first later part that touches what a part's blocks write, or writes what they read; -1 where its blocks cannot keep it. */
    private int later(int part, Piece setting) {
        java.util.Set<String> written = arrays(setting, true);
        java.util.Set<String> read = new HashSet<>(arrays(setting, false));
        read.removeAll(written);
        int first = IntStream.range(part + 1, parts.size())
                .filter(q -> blocks(steps(q))
                        .anyMatch(b -> arrays(b, false).stream().anyMatch(written::contains)
                                || arrays(b, true).stream().anyMatch(read::contains)))
                .findFirst()
                .orElse(-1);
        boolean keeps = first >= 0
                && only(first)
                        .filter(b -> arrays(b, true).stream().noneMatch(read::contains))
                        .isPresent();
        return keeps ? first : -1;
    }

    private static Stream<Blocks> blocks(List<HostStep> steps) {
        return steps.stream().flatMap(s -> switch (s) {
            case HostStep.HostLoop l -> blocks(l.body());
            case HostStep.Launch l -> l.blocks().stream().map(b -> (Blocks) b);
            case HostStep.AsWritten _ -> throw new IllegalArgumentException("the nest as written has no parts");
        });
    }

    /** Names of the arrays that blocks write, or touch. */
    private static java.util.Set<String> arrays(Blocks blocks, boolean written) {
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

    /** A setting piece's points in terms of the later one's; empty where tiles do not lie over each other. */
    static Optional<java.util.Map<String, Affine>> points(Piece setting, Piece keeping) {
        java.util.Map<String, Affine> points = new HashMap<>();
        for (Piece.RegisterTile tile : setting.tiles()) {
            Optional<Piece.RegisterTile> kept = kept(keeping, tile.array());
            if (kept.isEmpty()) {
                return Optional.empty();
            }
            for (int d = 0; d < tile.indices().size(); d++) {
                Affine own = tile.indices().get(d);
                Affine other = kept.get().indices().get(d);
                boolean same = own instanceof Affine.Variable v
                        ? other.equals(points.computeIfAbsent(v.name(), _ -> other))
                        : own.equals(other);
                if (!same) {
                    return Optional.empty();
                }
            }
        }
        return setting.points().stream().allMatch(p -> points.containsKey(p.variable()))
                ? Optional.of(points)
                : Optional.empty();
    }

    /** The tile that is all that blocks have of an array. */
    private static Optional<Piece.RegisterTile> kept(Piece keeping, String array) {
        List<Piece.RegisterTile> tiles =
                keeping.tiles().stream().filter(t -> t.array().equals(array)).toList();
        boolean alone = keeping.leaves().stream()
                .flatMap(s -> s.accesses().stream())
                .filter(a -> a.access().array().equals(array))
                .allMatch(a -> a.strategy() == Strategy.OWN);
        return tiles.size() == 1 && alone && tiles.getFirst().loaded()
                ? Optional.of(tiles.getFirst())
                : Optional.empty();
    }
}
