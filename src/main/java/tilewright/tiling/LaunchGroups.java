package tilewright.tiling;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import tilewright.dependence.Dependences;
import tilewright.model.Node;
import tilewright.model.PlacedStatement;
import tilewright.tiling.space.LoopRole;
import tilewright.tiling.space.ParallelLoops;
import tilewright.tiling.space.StatementGroups;
import tilewright.tiling.strategy.FamilySearch;

/** Groups of statements that run one after another: each is planned, and those that follow one another are one part where one launch runs both. */
final class LaunchGroups {
    private final Distribution parts;
    private final Dependences dependences;
    private final boolean isFixed;

    /**
     * @param parts plans groups
     * @param isFixed whether the order of statements is not the planner's to choose
     */
    LaunchGroups(Distribution parts, Dependences dependences, boolean isFixed) {
        this.parts = parts;
        this.dependences = dependences;
        this.isFixed = isFixed;
    }

    /** What becomes of groups one after another. */
    List<Region> of(List<List<PlacedStatement>> groups, List<Node.Loop> hosts) {
        List<Region> regions = new ArrayList<>();
        List<List<PlacedStatement>> before = new ArrayList<>();
        int limit = groups.size();
        for (int g = 0; g < groups.size(); g++) {
            if (!before.isEmpty()) {
                Ahead ahead = ahead(new Ahead(regions.getLast(), before.getLast(), g, limit), groups, hosts);
                regions.set(regions.size() - 1, ahead.region());
                before.set(before.size() - 1, ahead.statements());
                g = ahead.next();
                limit = ahead.limit();
                if (g == groups.size()) {
                    break;
                }
            }
            Region region = parts.region(groups.get(g), hosts);
            List<PlacedStatement> statements = groups.get(g);
            boolean grown = false;
            while (!regions.isEmpty()) {
                List<PlacedStatement> both = parts.joined(before.getLast(), statements);
                Optional<Region> one =
                        StatementGroups.belongTogether(dependences, before.getLast(), statements, hosts.size())
                                ? inOneLaunch(regions.getLast(), region, both, hosts)
                                : Optional.empty();
                if (one.isEmpty()) {
                    break;
                }
                regions.removeLast();
                before.removeLast();
                region = one.get();
                statements = both;
                grown = true;
            }
            regions.add(region);
            before.add(statements);
            limit = grown ? limit : groups.size();
        }
        return regions;
    }

    /**
     * One part instead of two that follow one another, where a launch runs all of it. In the loops' roles that both have: inside a host loop
     * every launch is waited for as often as the loop has iterations; outside of them points of both find what they share in registers and caches
     * ({@link StatementGroups#share}), and so do threads that each run down a recurrence ({@link #areRecurrences}). Where a point's sequential iterations are written out, as in a convolution: values then make no trip through memory.
     */
    private Optional<Region> inOneLaunch(
            Region first, Region second, List<PlacedStatement> both, List<Node.Loop> hosts) {
        if (isFixed || !(first instanceof Region.Part one) || !(second instanceof Region.Part other)) {
            return Optional.empty();
        }
        if (one.planner().writesOut() || other.planner().writesOut()) {
            Region.Part together = parts.part(both, hosts);
            return together != null && together.planner().writesOut() ? Optional.of(together) : Optional.empty();
        }
        Optional<List<LoopRole>> ofOne = one.planner().rolesOfOneLaunch();
        Optional<List<LoopRole>> ofOther = other.planner().rolesOfOneLaunch();
        Optional<List<LoopRole>> roles = common(ofOne, ofOther);
        boolean alike = ofOne.equals(ofOther);
        if (roles.isEmpty()
                || both.stream().map(PlacedStatement::loops).distinct().count() > 1
                || (hosts.isEmpty() || !alike)
                        && !((areParallel(roles.get()) || areRecurrences(both, roles.get()))
                                && StatementGroups.share(both))) {
            return Optional.empty();
        }
        Region.Part together = parts.part(both, hosts);
        return together != null && together.planner().rolesOfOneLaunch().equals(roles)
                ? Optional.of(together)
                : Optional.empty();
    }

    /**
     * The loops' roles that both have, or a recurrence and what is parallel beside it may have together: its points keep threads busy enough where they lie along several loops. Example: of
     * {@code f(k,j,i) = w(k,j,i) / d(k); c(k,j,i) = c(k-1,j,i) * f(k,j,i)} a thread has a column, and f in a register.
     */
    private static Optional<List<LoopRole>> common(Optional<List<LoopRole>> first, Optional<List<LoopRole>> second) {
        if (first.isEmpty() || second.isEmpty() || first.equals(second)) {
            return first.filter(_ -> second.isPresent());
        }
        List<LoopRole> inOrder = areParallel(first.get()) ? second.get() : first.get();
        boolean apart = !areParallel(first.get()) && !areParallel(second.get())
                || FamilySearch.parallelLoops(inOrder) < ParallelLoops.ENOUGH;
        return apart ? Optional.empty() : Optional.of(inOrder);
    }

    /**
     * Whether each iteration of the loops that run in order inside the kernel writes elements of its own, as in {@code c(k) = w(k) / (b - c(k-1))}: what another recurrence
     * reads beside it is in registers then. Sums have one element for all of these iterations, and are better off each with tiles of its own.
     */
    private static boolean areRecurrences(List<PlacedStatement> statements, List<LoopRole> roles) {
        return statements.stream()
                .allMatch(p -> IntStream.range(0, roles.size())
                        .filter(z -> roles.get(z) == LoopRole.KERNEL)
                        .mapToObj(p.loopVariables()::get)
                        .allMatch(v -> p.statement().target().indices().stream()
                                .anyMatch(i -> i.variables().contains(v))));
    }

    private static boolean areParallel(List<LoopRole> roles) {
        return roles.stream().allMatch(r -> r == LoopRole.PARALLEL);
    }

    /**
     * The region before some groups.
     *
     * @param statements of the region
     * @param next the first group behind it
     * @param limit more groups than those before this one are known not to be one launch with it
     */
    private record Ahead(Region region, List<PlacedStatement> statements, int next, int limit) {}

    /**
     * The region with as many of the groups behind it as are one launch with it: all that are left, or half of them, and so on. A hundred
     * statements of a point, joined one by one, would be planned a hundred times. It is tried where several groups are one launch of
     * parallel points, or of points whose iterations are written out, already.
     */
    private Ahead ahead(Ahead from, List<List<PlacedStatement>> groups, List<Node.Loop> hosts) {
        boolean joins = !isFixed && from.next() > 1 && from.statements().containsAll(groups.get(from.next() - 2));
        Ahead now = from;
        for (int end = from.limit(); joins && end - now.next() > 1; end = (now.next() + now.limit() + 1) / 2) {
            List<PlacedStatement> all = new ArrayList<>(now.statements());
            groups.subList(now.next(), end).forEach(all::addAll);
            Optional<Region> one = inOneLaunch(now, parts.joined(now.statements(), all), hosts);
            now = one.isPresent()
                    ? new Ahead(one.get(), parts.joined(now.statements(), all), end, now.limit())
                    : new Ahead(now.region(), now.statements(), now.next(), end - 1);
        }
        return now;
    }

    /** One part of the statements of a region and of further ones, if one launch runs it in the same way: all of whose loops are parallel, or whose points have iterations that are written out. */
    private Optional<Region> inOneLaunch(Ahead now, List<PlacedStatement> all, List<Node.Loop> hosts) {
        if (!(now.region() instanceof Region.Part part)) {
            return Optional.empty();
        }
        if (part.planner().writesOut()) {
            List<PlacedStatement> others =
                    all.stream().filter(p -> !now.statements().contains(p)).toList();
            Region.Part one = StatementGroups.belongTogether(dependences, now.statements(), others, hosts.size())
                    ? parts.part(all, hosts)
                    : null;
            return one != null && one.planner().writesOut() ? Optional.of(one) : Optional.empty();
        }
        Optional<List<LoopRole>> roles = part.planner().rolesOfOneLaunch();
        if (roles.isEmpty()
                || !areParallel(roles.get())
                || hosts.isEmpty() && !StatementGroups.share(all)
                || all.stream().map(PlacedStatement::loops).distinct().count() > 1) {
            return Optional.empty();
        }
        Region.Part one = parts.part(all, hosts);
        return one != null && one.planner().rolesOfOneLaunch().equals(roles) ? Optional.of(one) : Optional.empty();
    }
}
