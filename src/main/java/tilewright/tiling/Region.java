package tilewright.tiling;

import java.util.List;
import java.util.stream.IntStream;
import tilewright.model.Affine;
import tilewright.model.LoopNest;
import tilewright.model.Node;
import tilewright.tiling.rewrite.Rewriting;
import tilewright.tiling.space.ConstantLoops;

/** How a program is taken apart: parts that are planned on their own, in order, inside loops that the host runs. */
sealed interface Region {
    /** Planned as a whole. */
    record Part(PartPlanner planner, List<Node.Loop> hostLoops) implements Region {
        /** Loops of its deepest statement, the host's included. */
        int depth() {
            return hostLoops.size() + planner.dependences().loops().size();
        }

        /** Those of them whose bounds are no numbers: the degree in which its work grows. */
        int degree() {
            ConstantLoops constant = new ConstantLoops(planner.dependences());
            return hostLoops.size()
                    + (int) IntStream.range(0, planner.dependences().loops().size())
                            .filter(z -> constant.range(z).isEmpty())
                            .count();
        }

        /** By what its loops' ends divide sizes: loops over shares of shares are shorter than those over shares. */
        long divisor() {
            return planner.dependences().nest().statements().stream()
                    .flatMap(s -> s.loops().stream())
                    .mapToLong(l -> divisor(l.upper()))
                    .max()
                    .orElse(1);
        }

        private static long divisor(Affine end) {
            return switch (end) {
                case Affine.FloorDiv d -> Math.multiplyExact(d.divisor(), divisor(d.dividend()));
                case Affine.Sum s -> Math.max(divisor(s.left()), divisor(s.right()));
                case Affine.Scaled s -> divisor(s.operand());
                case Affine.Constant _, Affine.Variable _, Affine.Mod _, Affine.Extreme _, Affine.Select _ -> 1;
            };
        }
    }

    /**
     * The host runs the loop, one iteration at a time.
     *
     * @param apart whether its iterations do without each other
     */
    record HostLoop(Node.Loop loop, List<Region> body, boolean apart) implements Region {
        public HostLoop {
            body = List.copyOf(body);
        }
    }

    /** Run in another form; the regions speak of that form's variables. */
    record Rewritten(Rewriting form, LoopNest before, List<Region> body) implements Region {
        public Rewritten {
            body = List.copyOf(body);
        }
    }

    /** Whether regions are one part, in whatever form, and the host runs no loop around it. */
    static boolean isOnePart(List<Region> regions) {
        return regions.size() == 1
                && switch (regions.getFirst()) {
                    case Part _ -> true;
                    case HostLoop _ -> false;
                    case Rewritten w -> isOnePart(w.body());
                };
    }

    /** The parts of regions, in order. */
    static List<Part> parts(List<Region> regions) {
        return regions.stream()
                .flatMap(r -> switch (r) {
                    case Part p -> List.of(p).stream();
                    case HostLoop h -> parts(h.body()).stream();
                    case Rewritten w -> parts(w.body()).stream();
                })
                .toList();
    }
}
