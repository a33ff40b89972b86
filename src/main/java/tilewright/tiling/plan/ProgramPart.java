package tilewright.tiling.plan;

import java.util.List;
import java.util.Map;
import java.util.Set;
import tilewright.dependence.Dependences;
import tilewright.tiling.space.Candidate;

/**
 * One part of a program that is cut in a given way, and how often the host runs it.
 *
 * @param isMain whether the candidate's sizes are meant for it
 * @param joined whether blocks of another part's launch run it ({@link tilewright.tiling.strategy.PointLaunches PointLaunches}), so that it has no launch of its own
 * @param dependences of its statements alone
 * @param own arrays that the program has for itself and no other part accesses
 * @param families all that it has
 * @param family the one it is planned in
 * @param candidate its sizes: those of the main part where the shape is the same, else such as suit its own
 * @param sizes values of its parameters, with one from the middle of its range for every loop of the host around it
 * @param runs iterations of those loops, as if all ranges were as long as in the middle
 */
public record ProgramPart(
        boolean isMain,
        boolean joined,
        Dependences dependences,
        Set<String> own,
        List<Family> families,
        Family family,
        Candidate candidate,
        Map<String, Long> sizes,
        double runs) {
    public ProgramPart {
        own = Set.copyOf(own);
        families = List.copyOf(families);
        sizes = Map.copyOf(sizes);
    }
}
