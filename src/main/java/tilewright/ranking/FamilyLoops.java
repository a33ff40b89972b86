package tilewright.ranking;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.PlacedStatement;
import tilewright.tiling.Family;
import tilewright.tiling.LoopRole;

/** Loops of a nest by the roles that a family gives them, and indices by these loops; sets of loops are masks. */
record FamilyLoops(Problem problem, Family family) {
    /** Those whose values are shared out among blocks and threads. */
    int parallel() {
        int mask = 0;
        for (int z = 0; z < family.roles().size(); z++) {
            mask |= family.roles().get(z) == LoopRole.PARALLEL ? 1 << z : 0;
        }
        return mask;
    }

    /** Whether a block runs its iterations one after the other. */
    boolean isSequential(int loop) {
        return family.roles().get(loop).runsInside();
    }

    /** The names of a statement's own loops in those of the nest. */
    Map<String, Affine> names(PlacedStatement placed) {
        Map<String, Affine> names = new HashMap<>();
        for (int d = 0; d < placed.depth(); d++) {
            names.put(
                    placed.loopVariables().get(d),
                    Affine.variable(problem.loops().get(d)));
        }
        return names;
    }

    /** An access's indices by the loops of the nest. */
    List<Affine> indices(PlacedStatement placed, Access access) {
        Map<String, Affine> names = names(placed);
        return access.indices().stream().map(i -> i.substitute(names)).toList();
    }

    /** The loops on which indices depend. */
    int of(List<Affine> indices) {
        int mask = 0;
        for (Affine index : indices) {
            for (String variable : index.variables()) {
                int loop = problem.loops().indexOf(variable);
                mask |= loop < 0 ? 0 : 1 << loop;
            }
        }
        return mask;
    }

    /** The loops along which the last index goes by one. */
    int contiguous(List<Affine> indices) {
        if (indices.isEmpty()) {
            return 0;
        }
        int mask = 0;
        for (int z = 0; z < problem.loops().size(); z++) {
            if (Math.abs(coefficient(indices.getLast(), z)) == 1) {
                mask |= 1 << z;
            }
        }
        return mask;
    }

    /** Accesses that differ by constants only touch, block by block, nearly the same elements. */
    String linearParts(List<Affine> indices, boolean own) {
        if (own) {
            return "";
        }
        StringBuilder key = new StringBuilder();
        for (Affine index : indices) {
            for (int z = 0; z < problem.loops().size(); z++) {
                key.append(coefficient(index, z)).append(' ');
            }
        }
        return key.toString();
    }

    private long coefficient(Affine index, int loop) {
        String name = problem.loops().get(loop);
        long at1 = index.evaluate(v -> v.equals(name) ? 1 : 0);
        return at1 - index.evaluate(v -> 0);
    }
}
