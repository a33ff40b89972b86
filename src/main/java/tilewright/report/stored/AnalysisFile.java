package tilewright.report.stored;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads {@code analysis.json}, schema {@code tilewright/analysis/1}. */
final class AnalysisFile {
    private AnalysisFile() {}

    static Analysis read(Path file) {
        Fields root = new Fields(file + ": error", ResultsReader.tree(file));
        Schema.ANALYSIS.check(root);
        return new Analysis(
                nest(root.object("nest")),
                root.objects("statements").stream().map(AnalysisFile::statement).toList(),
                root.objects("dependences").stream()
                        .map(AnalysisFile::dependence)
                        .toList(),
                root.objects("silent").stream().map(AnalysisFile::silent).toList(),
                root.objects("semirings").stream().map(AnalysisFile::semiring).toList(),
                root.objects("bands").stream().map(AnalysisFile::band).toList(),
                root.objects("estimates").stream().map(AnalysisFile::estimate).toList(),
                root.groups("blockRanking"),
                root.objects("threadSizes").stream()
                        .map(AnalysisFile::threadSize)
                        .toList(),
                root.objects("locality").stream().map(AnalysisFile::locality).toList(),
                volumes(root.optionalObject("volumes")));
    }

    private static Analysis.Nest nest(Fields nest) {
        return new Analysis.Nest(nest.texts("loops"), nest.texts("assumptions"));
    }

    private static Analysis.Statement statement(Fields statement) {
        List<Analysis.Access> accesses = statement.objects("accesses").stream()
                .map(a -> new Analysis.Access(a.integer("index"), a.text("text")))
                .toList();
        return new Analysis.Statement(statement.text("id"), accesses);
    }

    private static Analysis.Dependence dependence(Fields dependence) {
        return new Analysis.Dependence(
                dependence.text("kind"),
                dependence.text("array"),
                dependence.text("source"),
                dependence.text("sink"),
                dependence.integer("access"),
                dependence.text("relation"),
                dependence.texts("vector"),
                dependence.texts("max"));
    }

    private static Analysis.Silent silent(Fields silent) {
        return new Analysis.Silent(
                silent.text("statement"), silent.text("iterations"), silent.text("rule"), silent.flag("removed"));
    }

    private static Analysis.Semiring semiring(Fields semiring) {
        return new Analysis.Semiring(
                semiring.text("statement"), semiring.texts("loops"), semiring.text("rule"), semiring.texts("needs"));
    }

    private static Analysis.Band band(Fields band) {
        return new Analysis.Band(
                band.texts("statements"),
                band.texts("loops"),
                band.flag("permutable"),
                band.texts("parallel"),
                band.text("rule"));
    }

    private static Analysis.Estimate estimate(Fields estimate) {
        return new Analysis.Estimate(
                estimate.text("statement"),
                estimate.integer("access"),
                estimate.text("loop"),
                estimate.optionalText("vector"),
                estimate.integer("rho"),
                estimate.integer("rhoFixed"),
                estimate.text("case"),
                order(estimate.optionalObject("reads")),
                order(estimate.optionalObject("writes")));
    }

    private static Analysis.@Nullable Order order(@Nullable Fields order) {
        return order == null ? null : new Analysis.Order(order.integer("parts"), order.integer("power"));
    }

    private static Analysis.ThreadSize threadSize(Fields size) {
        return new Analysis.ThreadSize(
                size.text("loop"), size.text("size"), size.optionalText("or"), size.text("because"));
    }

    private static Analysis.Locality locality(Fields locality) {
        return new Analysis.Locality(
                locality.text("statement"),
                locality.integer("access"),
                locality.texts("broadcast"),
                locality.texts("spatial"));
    }

    private static Analysis.@Nullable Volumes volumes(@Nullable Fields volumes) {
        return volumes == null
                ? null
                : new Analysis.Volumes(volumes.integers("block"), volumes.number("reads"), volumes.number("writes"));
    }
}
