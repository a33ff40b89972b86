package tilewright.report.analysis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.commons.math3.fraction.BigFraction;
import org.jspecify.annotations.Nullable;
import tilewright.dependence.Component;
import tilewright.dependence.Dependence;
import tilewright.dependence.InputUse;
import tilewright.locality.AccessMatrix;
import tilewright.locality.Estimate;
import tilewright.locality.Estimate.Order;
import tilewright.locality.ExactCount;
import tilewright.locality.ExactVolumes;
import tilewright.locality.Footprints;
import tilewright.locality.UsedValues;
import tilewright.model.Access;
import tilewright.model.PlacedStatement;
import tilewright.model.UserError;

/** How the figures of one access were found: every step with its theorem and its numbers. */
public final class Explanation {
    private final Analysis analysis;
    private final PlacedStatement placed;
    private final Access access;
    private final List<String> lines = new ArrayList<>();

    private Explanation(Analysis analysis, PlacedStatement placed, Access access) {
        this.analysis = analysis;
        this.placed = placed;
        this.access = access;
    }

    /**
     * The explanation of every access that is named.
     *
     * @param name {@code S1:3} (statement and number), {@code 3} where there is one statement, or the access as written,
     *     {@code a(i,k)}
     * @throws UserError if there is no such access
     */
    public static String of(Analysis analysis, String name) {
        String wanted = name.replace(" ", "");
        List<String> parts = new ArrayList<>();
        List<String> known = new ArrayList<>();
        List<PlacedStatement> statements = analysis.dependences().nest().statements();
        for (PlacedStatement placed : statements) {
            for (Access access : placed.statement().accesses()) {
                String number = placed.statement().id() + ":" + access.index();
                String text = access.toString().replace(" ", "");
                known.add(number + " " + text);
                boolean alone = statements.size() == 1 && wanted.equals(Integer.toString(access.index()));
                if (alone || wanted.equals(number) || wanted.equals(text)) {
                    parts.add(new Explanation(analysis, placed, access).explain());
                }
            }
        }
        if (parts.isEmpty()) {
            throw UserError.badInput("--explain " + name + ": no such access; there are " + String.join(", ", known));
        }
        return String.join("\n", parts);
    }

    private String explain() {
        String id = placed.statement().id();
        lines.add("Access " + access.index() + " of " + id + ", " + access + " (" + access.position() + ")");
        index();
        List<UsedValues> used = analysis.locality().values().stream()
                .filter(v -> v.statement().equals(id) && v.access() == access.index())
                .toList();
        if (used.isEmpty()) {
            lines.add(
                    access.index() == 1
                            ? "  It writes: what it moves is counted where its values are read."
                            : "  It reads nothing: its statement has no iterations.");
        }
        relations(used);
        for (UsedValues values : used) {
            if (values.decides()) {
                values(values);
            }
        }
        cuts();
        return String.join("\n", lines) + "\n";
    }

    private void index() {
        String matrix = AccessMatrix.of(
                        placed, access, analysis.dependences().nest().parameters())
                .map(m ->
                        "F = " + m + ", f = " + m.offset() + " over (" + String.join(",", placed.loopVariables()) + ")")
                .orElse("a subscript is not linear, so there is no matrix F");
        lines.add("  Index function F J + G N + f (section 1): " + matrix);
        if (analysis.footprints() != null) {
            for (Footprints.OfAccess each : analysis.footprints().accesses()) {
                if (each.statement().equals(placed.statement().id()) && each.access() == access.index()) {
                    String along = each.directions().isEmpty()
                            ? "F has full column rank: no direction of reuse"
                            : "F v = 0 for v = "
                                    + each.directions().stream()
                                            .map(d -> d + " (carried by " + d.carrier() + ")")
                                            .collect(Collectors.joining(", "));
                    lines.add("  Reuse: " + along + "; a block touches " + each.elements() + " elements, each "
                            + (each.reuse() instanceof ExactCount.Refused refused
                                    ? refused.reason()
                                    : each.reuse().toString())
                            + " times");
                }
            }
        }
    }

    private void relations(List<UsedValues> used) {
        for (Dependence flow : analysis.dependences().ofKind(Dependence.Kind.FLOW)) {
            if (flow.sink().equals(placed.statement().id()) && flow.access() == access.index()) {
                lines.add("  Value-based flow (the last write before the read): " + flow.relation());
                lines.add("    d = J - I = " + flow.vector() + components(flow)
                        + decides(used, flow.vector().toString()));
            }
        }
        for (InputUse input : analysis.dependences().inputs()) {
            if (input.statement().equals(placed.statement().id()) && input.access() == access.index()) {
                lines.add("  Input data, written by no operation before: " + input.relation() + decides(used, null));
            }
        }
    }

    private String components(Dependence flow) {
        List<String> parts = new ArrayList<>();
        List<Component> components = flow.vector().components();
        for (int z = 0; z < components.size(); z++) {
            parts.add("d_" + (z + 1) + "^max "
                    + (components.get(z).isFar()
                            ? "grows with the sizes"
                            : "= " + components.get(z).max()));
        }
        return parts.isEmpty() ? "" : "; " + String.join(", ", parts);
    }

    private static String decides(List<UsedValues> used, @Nullable String vector) {
        boolean minor = used.stream()
                .anyMatch(v -> !v.decides()
                        && (vector == null
                                ? v.vector() == null
                                : v.vector() != null && v.vector().toString().equals(vector)));
        return minor ? "; in fewer iterations by an order: it never decides" : "";
    }

    private void values(UsedValues values) {
        String kind = values.vector() == null ? "input" : values.vector().toString();
        lines.add("  Exponents for " + kind + ": the number of distinct values is Theta(M^" + values.rho()
                + "), rho^d = " + values.rho());
        for (int z = 0; z < values.rhoFixed().size(); z++) {
            int fixed = values.rhoFixed().get(z);
            lines.add("    with " + placed.loopVariables().get(z) + " fixed it is Theta(M^" + (fixed - 1)
                    + "), so rho^{d," + (z + 1) + "} = " + fixed
                    + (fixed == values.rho() ? " = rho^d" : " = rho^d + 1: repeated use"));
        }
        for (Estimate estimate : analysis.locality().estimates()) {
            if (estimate.statement().equals(values.statement())
                    && estimate.access() == values.access()
                    && java.util.Objects.equals(estimate.vector(), values.vector())) {
                int z = placed.loopVariables().indexOf(estimate.loop()) + 1;
                lines.add("    Theorem 1, cut of " + estimate.loop() + ": " + row(estimate, z) + ": reads "
                        + order(estimate.reads(), z) + ", writes " + order(estimate.writes(), z));
            }
        }
    }

    private static String row(Estimate estimate, int z) {
        return switch (estimate.theoremCase()) {
            case NEAR -> "0 < |d_" + z + "^max| < r_" + z + ", values cross each border once";
            case FAR_REPEATED -> "d_" + z + "^max >= r_" + z + " and rho^{d," + z + "} != rho^d";
            case FAR_ONCE -> "d_" + z + "^max >= r_" + z + " and rho^{d," + z + "} = rho^d";
            case NONE -> "d_" + z + "^max = 0";
            case INPUT_REPEATED -> "input, or source outside of the loop, and rho^{d," + z + "} != rho^d";
            case INPUT_ONCE -> "input, or source outside of the loop, and rho^{d," + z + "} = rho^d";
        };
    }

    private static String order(@Nullable Order order, int z) {
        if (order == null) {
            return "none";
        }
        return "O(" + (order.parts() == 0 ? "" : "Q_" + z + " ") + "M^" + order.power() + ")";
    }

    private void cuts() {
        if (analysis.exact() == null) {
            return;
        }
        for (ExactVolumes.Cut cut : analysis.exact().cuts()) {
            if (cut.statement().equals(placed.statement().id()) && cut.access() == access.index()) {
                lines.add("  Exactly, with " + cut.loop()
                        + " alone cut (counted and interpolated, theory.md section 5):");
                exactly("reads", cut.reads());
                exactly("writes", cut.writes());
                inParts(cut.inParts());
            }
        }
    }

    private void inParts(ExactVolumes.InParts cut) {
        if (cut.reads() instanceof ExactCount.Known reads) {
            lines.add("    for all sizes, " + cut.definition() + ": reads " + reads + ", valid for "
                    + String.join(", ", reads.conditions()));
        }
        if (cut.writes() instanceof ExactCount.Known writes) {
            lines.add("    for all sizes, " + cut.definition() + ": writes " + writes + ", valid for "
                    + String.join(", ", writes.conditions()));
        }
    }

    private void exactly(String what, ExactCount count) {
        switch (count) {
            case ExactCount.Refused refused -> lines.add("    " + what + " not known: " + refused.reason());
            case ExactCount.Known known -> {
                lines.add("    " + what + " " + known + ", valid for " + String.join(", ", known.conditions()));
                String example = example(known);
                if (!example.isEmpty()) {
                    lines.add("      " + example);
                }
            }
        }
    }

    /** The formula at the given sizes with the least block size that divides them all. */
    private String example(ExactCount.Known known) {
        Map<String, Long> values = new HashMap<>(analysis.sizes());
        if (!known.equalities().isEmpty() && new HashSet<>(values.values()).size() > 1) {
            return "";
        }
        if (known.value().variables().stream().anyMatch(v -> !v.matches("r+\\d*") && !values.containsKey(v))) {
            return "";
        }
        for (long r = 4; r <= 256; r++) {
            long size = r;
            if (analysis.sizes().values().stream().allMatch(n -> n % size == 0)) {
                known.value().variables().stream()
                        .filter(v -> v.matches("r+\\d*"))
                        .forEach(v -> values.put(v, size));
                BigFraction value = known.value().evaluate(values);
                return "e.g. " + analysis.sizes() + " and blocks of " + size + ": " + value;
            }
        }
        return "";
    }
}
