package tilewright.ranking.cost;

import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import tilewright.kernel.Argument;
import tilewright.kernel.Function;
import tilewright.kernel.HostStep;
import tilewright.kernel.HostValues;
import tilewright.kernel.Program;
import tilewright.kernel.Statement;
import tilewright.kernel.Statements;
import tilewright.kernel.count.BlockPath;
import tilewright.ranking.description.GpuDescription;
import tilewright.tiling.plan.ProgramPart;
import tilewright.tiling.space.LoopRole;

/**
 * Loops of the host that one launch runs in place of the host's launches, read off the final kernel program (docs/equations.md, "Loops in one launch"): the host has a loop that has no iteration at these
 * sizes, and a launch whose kernel has a loop over the same variable.
 *
 * @param variables of those loops
 * @param seconds of the launches that run them
 * @param together whether all blocks of those start together: they have copies of their own of what they read, whatever parts of it launches copy
 */
public record LoopsInLaunches(Set<String> variables, double seconds, boolean together) {
    public static final LoopsInLaunches NONE = new LoopsInLaunches(Set.of(), 0, false);

    /** Blocks whose ways stand for all of a launch whose blocks wait for each other. */
    private static final int SAMPLED = 3;

    public LoopsInLaunches {
        variables = Set.copyOf(variables);
    }

    /** Whether the host's launches for a part are among those that are run in one. */
    public boolean run(ProgramPart part) {
        return part.sizes().keySet().stream().anyMatch(variables::contains)
                || ofHost(part).stream().anyMatch(variables::contains);
    }

    /** The loops that the host runs around a part's launches because its family says so, by their variables. */
    public static Set<String> ofHost(ProgramPart part) {
        List<LoopRole> roles = part.family().roles();
        Set<String> variables = new HashSet<>();
        for (int z = 0; z < roles.size(); z++) {
            if (roles.get(z) == LoopRole.HOST) {
                variables.add(part.dependences().loops().get(z));
            }
        }
        return variables;
    }

    /** Whether some launch of a program may run a loop of the host, at some sizes. */
    public static boolean mayRun(Program program) {
        Set<String> loops = new HashSet<>();
        for (HostStep step : program.host()) {
            if (step instanceof HostStep.Loop l) {
                loops.add(l.variable().name());
            }
        }
        return program.host().stream()
                .anyMatch(step -> step instanceof HostStep.Launch l
                        && !Collections.disjoint(loops, loops(program.function(l.function()))));
    }

    /** @param sizes of the program */
    public static LoopsInLaunches of(Program program, Map<String, Long> sizes, GpuDescription device) {
        ToLongFunction<String> known = name -> {
            Long value = sizes.get(name);
            if (value == null) {
                throw new IllegalArgumentException("no size " + name);
            }
            return value;
        };
        Set<String> run = new HashSet<>();
        Set<String> left = new HashSet<>();
        for (HostStep step : program.host()) {
            if (step instanceof HostStep.Loop l) {
                boolean some = HostValues.of(l.first(), known) <= HostValues.of(l.last(), known);
                (some ? run : left).add(l.variable().name());
            }
        }
        left.removeAll(run);
        Set<String> found = new HashSet<>();
        double seconds = 0;
        boolean together = true;
        for (HostStep step : program.host()) {
            if (step instanceof HostStep.Launch l) {
                Set<String> loops = loops(program.function(l.function()));
                loops.retainAll(left);
                long blocks = HostValues.of(l.blocks(), known);
                if (!loops.isEmpty() && blocks > 0) {
                    found.addAll(loops);
                    together &= program.function(l.function()).starts(Function.Start.TOGETHER);
                    seconds += launch(program, l, blocks, known, device);
                }
            }
        }
        return found.isEmpty() ? NONE : new LoopsInLaunches(found, seconds, together);
    }

    private static Set<String> loops(Function kernel) {
        Set<String> variables = new HashSet<>();
        Statements.visit(kernel.body(), s -> {
            if (s instanceof Statement.For f) {
                variables.add(f.variable().name());
            }
        });
        return variables;
    }

    private static double launch(
            Program program, HostStep.Launch launch, long blocks, ToLongFunction<String> known, GpuDescription device) {
        Map<String, Long> arguments = arguments(program.function(launch.function()), launch, known);
        GpuDescription.Latency latency = device.latency();
        int sampled = (int) Math.min(SAMPLED, blocks);
        long resident = resident(launch, blocks, device);
        // Ways only read the program.
        NavigableMap<Long, Way> ways = IntStream.range(0, sampled)
                .mapToObj(s -> sampled == 1 ? 0 : s * (blocks - 1) / (sampled - 1))
                .parallel()
                .collect(Collectors.toMap(
                        block -> block,
                        block -> Way.of(program, launch, block, blocks, resident, arguments, device),
                        (one, _) -> one,
                        TreeMap::new));
        double moved = ways.values().stream().mapToDouble(Way::bytes).average().orElse(0)
                * blocks
                / device.memory().cacheBytesPerSecond();
        double end = Math.max(chain(ways, blocks, resident * device.processors(), latency), moved);
        return latency.graphLaunch() + latency.block() + end + latency.drain();
    }

    /** Blocks that share a multiprocessor. */
    private static long resident(HostStep.Launch launch, long blocks, GpuDescription device) {
        GpuDescription.Limits limits = device.limits();
        long byMemory = limits.sharedBytesPerProcessor() / (launch.sharedBytes() + limits.sharedBytesReserved());
        long byThreads = limits.threadsPerProcessor() / launch.threads();
        long all = Math.min(limits.blocksPerProcessor(), Math.ceilDiv(blocks, device.processors()));
        return Math.max(1, Math.min(all, Math.min(byMemory, byThreads)));
    }

    /**
     * Seconds until the last block ends: one that waits goes on when the one before it has told what it waits for, and begins when there is room.
     *
     * @param atOnce blocks that the device holds
     */
    private static double chain(
            NavigableMap<Long, Way> ways, long blocks, long atOnce, GpuDescription.Latency latency) {
        if (ways.values().stream().noneMatch(Way::waits)) {
            double each =
                    ways.values().stream().mapToDouble(Way::seconds).average().orElse(0);
            return Math.ceilDiv(blocks, atOnce) * (each + latency.block()) - latency.block();
        }
        double[] ends = new double[Math.toIntExact(blocks)];
        double end = 0;
        double told = 0;
        for (int b = 0; b < ends.length; b++) {
            Map.Entry<Long, Way> low = ways.floorEntry((long) b);
            Map.Entry<Long, Way> high = ways.ceilingEntry((long) b);
            double part = low.getKey().equals(high.getKey())
                    ? 0
                    : (double) (b - low.getKey()) / (high.getKey() - low.getKey());
            Way way = low.getValue().towards(high.getValue(), part);
            double start = b < atOnce ? 0 : ends[(int) (b - atOnce)] + latency.block();
            double last = way.waits && b > 0 ? told + latency.gridSync() + way.behind : 0;
            ends[b] = Math.max(start + way.seconds, last);
            told = ends[b] - way.behind + way.telling;
            end = Math.max(end, ends[b]);
        }
        return end;
    }

    private static Map<String, Long> arguments(Function kernel, HostStep.Launch launch, ToLongFunction<String> known) {
        Map<String, Long> arguments = new HashMap<>();
        for (int p = 0; p < kernel.parameters().size(); p++) {
            if (launch.arguments().get(p) instanceof Argument.Value(var value)) {
                arguments.put(kernel.parameters().get(p).name(), HostValues.of(value, known));
            }
        }
        return arguments;
    }

    /**
     * @param seconds of a block that never waits for others
     * @param behind seconds from when it has been told for the last time to its end
     * @param telling seconds of them until it tells others something for the last time
     * @param waits whether it waits for others at all
     * @param bytes that it loads from and stores to global memory
     */
    private record Way(double seconds, double behind, double telling, boolean waits, double bytes) {
        /** Between two blocks. Example: half way between 2 and 4 ms are 3. */
        Way towards(Way other, double part) {
            return new Way(
                    seconds + (other.seconds - seconds) * part,
                    behind + (other.behind - behind) * part,
                    telling + (other.telling - telling) * part,
                    waits || other.waits,
                    bytes + (other.bytes - bytes) * part);
        }

        public static Way of(
                Program program,
                HostStep.Launch launch,
                long block,
                long blocks,
                long resident,
                Map<String, Long> arguments,
                GpuDescription device) {
            boolean others = awaits(program.function(launch.function()));
            List<BlockPath.Phase> phases = BlockPath.of(
                    program,
                    launch.function(),
                    launch.threads(),
                    device.limits().schedulers(),
                    block,
                    blocks,
                    arguments,
                    new KernelPathCosts(device, others));
            double shared = device.memory().sharedBytesPerSecond() / device.processors();
            double path = Math.min(
                    device.memory().pathBytesPerSecond(),
                    device.memory().cacheBytesPerSecond() / (others ? device.processors() : 1));
            // Blocks of fewer warps than there are schedulers share them out.
            double besides = (double) resident
                    * Math.min(
                            device.limits().schedulers(),
                            Math.ceilDiv(launch.threads(), device.limits().warp()))
                    / device.limits().schedulers();
            double seconds = 0;
            double behind = 0;
            double telling = 0;
            double waited = 0;
            double bytes = 0;
            boolean waits = false;
            for (BlockPath.Phase phase : phases) {
                double carried = (phase.sharedBytes() + phase.globalBytes()) / shared;
                double busy = Math.max(phase.busy(), carried);
                double ofAll = Math.max(Math.max(1, besides) * phase.busy(), resident * carried);
                double barrier = phase.meets()
                        ? device.latency().gridSync()
                        : device.latency().barrier(launch.threads());
                double moving = others ? resident * phase.globalBytes() / path : 0;
                double alone = Queueing.overlapped(phase.seconds() + moving, busy, device.overlap()) + barrier;
                seconds += phase.times()
                        * (Queueing.overlapped(phase.seconds() + moving, ofAll, device.overlap()) + barrier);
                if (phase.tells() >= 0) {
                    telling = behind + phase.tells();
                }
                waits |= phase.waits();
                bytes += phase.times() * phase.globalBytes();
                // Of an iteration that stands for others, what follows its wait comes once.
                double times = phase.times() == waited ? 1 : phase.times();
                waited = phase.waits() ? phase.times() : waited;
                behind = phase.waits() ? phase.behind() + barrier : behind + times * alone;
            }
            return new Way(seconds, behind, telling, waits, bytes);
        }

        private static boolean awaits(Function kernel) {
            boolean[] found = {false};
            Statements.visit(
                    kernel.body(), s -> found[0] |= s instanceof Statement.Await || s instanceof Statement.GridBarrier);
            return found[0];
        }
    }
}
