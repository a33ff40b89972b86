package tilewright.dependence;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import tilewright.isl.Context;
import tilewright.model.LoopNest;

/**
 * The result of dependence analysis. Its isl relations live as long as the isl context it was computed in.
 *
 * @param silentRemoved whether silent iterations were left out before the analysis
 * @param loops names of the common loop space, outermost first
 * @param domains iteration domain of every statement, in textual order, silent iterations included
 */
public record Dependences(
        LoopNest nest,
        boolean silentRemoved,
        List<String> loops,
        List<Domain> domains,
        List<Dependence> dependences,
        List<InputUse> inputs,
        List<SilentWrites> silent,
        List<ClosedSemiring> semirings,
        List<Embedding> embeddings,
        List<Band> bands) {
    /** Iteration domain V_b of a statement. */
    public record Domain(String statement, tilewright.isl.Set iterations) {}

    public Dependences {
        loops = List.copyOf(loops);
        domains = List.copyOf(domains);
        dependences = List.copyOf(dependences);
        inputs = List.copyOf(inputs);
        silent = List.copyOf(silent);
        semirings = List.copyOf(semirings);
        embeddings = List.copyOf(embeddings);
        bands = List.copyOf(bands);
    }

    /** Where its sets and relations live. */
    public Context context() {
        return domains.getFirst().iterations().context();
    }

    /** The dependences of that kind. */
    public List<Dependence> ofKind(Dependence.Kind kind) {
        return dependences.stream().filter(d -> d.kind() == kind).toList();
    }

    public tilewright.isl.Set domain(String statement) {
        return domains.stream()
                .filter(d -> d.statement().equals(statement))
                .findFirst()
                .orElseThrow()
                .iterations();
    }

    public Embedding embedding(String statement) {
        return embeddings.stream()
                .filter(e -> e.statement().equals(statement))
                .findFirst()
                .orElseThrow();
    }

    public Optional<ClosedSemiring> semiring(String statement) {
        return semirings.stream().filter(s -> s.statement().equals(statement)).findFirst();
    }

    /** The same with the closed semirings of some statements alone. */
    public Dependences withSemirings(Set<String> statements) {
        List<ClosedSemiring> kept = semirings.stream()
                .filter(s -> statements.contains(s.statement()))
                .toList();
        return kept.size() == semirings.size()
                ? this
                : new Dependences(
                        nest, silentRemoved, loops, domains, dependences, inputs, silent, kept, embeddings, bands);
    }
}
