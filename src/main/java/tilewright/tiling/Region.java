package tilewright.tiling;

import java.util.List;
import java.util.stream.IntStream;
import tilewright.model.LoopNest;
import tilewright.model.Node;

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
    }

    /** The host runs the loop, one iteration at a time. */
    record HostLoop(Node.Loop loop, List<Region> body) implements Region {
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
