package tilewright.parse.c;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.eclipse.cdt.core.dom.ast.IASTDeclaration;
import org.eclipse.cdt.core.dom.ast.IASTFunctionDefinition;
import org.jspecify.annotations.Nullable;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.ArrayDeclaration.Bounds;
import tilewright.model.Assumption;
import tilewright.model.Initializer;
import tilewright.model.LinearForm;
import tilewright.model.LoopNest;
import tilewright.model.NestName;
import tilewright.model.Node;
import tilewright.model.Refusal;
import tilewright.model.UserError;
import tilewright.parse.Datasets;
import tilewright.parse.Diagnostics;
import tilewright.parse.ExtentInference;
import tilewright.parse.GuardedStatements;
import tilewright.parse.NestParser;
import tilewright.parse.OwnArrays;
import tilewright.parse.SilentAlternatives;
import tilewright.parse.StatementSizes;
import tilewright.parse.StepSizes;
import tilewright.parse.c.affine.CArray;
import tilewright.parse.c.affine.Known;
import tilewright.parse.c.affine.Scope;
import tilewright.parse.c.affine.Tracking;
import tilewright.parse.c.data.DataNote;
import tilewright.parse.c.data.Facts;
import tilewright.parse.c.data.LocalArrays;
import tilewright.parse.c.data.OwnData;
import tilewright.parse.c.data.SizeNames;
import tilewright.parse.c.data.StatedExtents;
import tilewright.parse.c.expression.PointerAliases;
import tilewright.parse.c.expression.Variables;
import tilewright.parse.c.loop.ScopBuilder;
import tilewright.parse.c.unit.COptions;
import tilewright.parse.c.unit.ConstantOverflows;
import tilewright.parse.c.unit.ConstantWrites;
import tilewright.parse.c.unit.EarlierFacts;
import tilewright.parse.c.unit.Effects;
import tilewright.parse.c.unit.Fragments;
import tilewright.parse.c.unit.Missing;
import tilewright.parse.c.unit.PragmaExpression;
import tilewright.parse.c.unit.Redefinitions;
import tilewright.parse.c.unit.Scop;
import tilewright.parse.c.unit.Scops;
import tilewright.parse.c.unit.TranslationUnit;
import tilewright.parse.c.unit.UsedNames;

/** Reads one scop of a C file. */
public final class CParser {
    /**
     * A scop and the sizes of a dataset.
     *
     * @param sizes values of the nest's parameters in the wanted dataset; empty where none was wanted
     * @param renamed parameters that the nest calls otherwise than the file does, by their names in the file: the notation
     *     does not tell {@code T} from {@code t}
     * @param notes what the parser added to the file, and what it doubts, a line for each
     * @param data which arrays have the initial data that the file itself sets, and which do not
     * @param fixed parameters of the file that are no parameters of the nest, because steps of loops depend on them, with the values that
     *     the nest is made for
     */
    public record CProgram(
            LoopNest nest,
            SequencedMap<String, Long> sizes,
            Map<String, String> renamed,
            List<String> notes,
            List<DataNote> data,
            SequencedMap<String, Long> fixed) {}

    private final TranslationUnit unit;
    private final COptions options;
    private final Diagnostics diagnostics;
    private final StepSizes steps;

    private CParser(TranslationUnit unit, COptions options) {
        this.unit = unit;
        this.options = options;
        this.diagnostics = new Diagnostics(unit.file());
        this.steps = new StepSizes(options.sizes());
    }

    /**
     * Parses a file.
     *
     * @throws UserError (bad input) with all faults found, one line {@code file:line:column: error: ..} each
     */
    public static CProgram parse(Path file, COptions options) {
        return parse(file.toString(), NestParser.read(file), options);
    }

    /**
     * Parses text.
     *
     * @param name the file name shown in messages, from which included files are looked for; it names the nest
     * @throws UserError as {@link #parse(Path, COptions)}
     */
    public static CProgram parse(String name, String text, COptions options) {
        try {
            return new CParser(Fragments.parse(name, text, options), options).parse();
        } catch (StackOverflowError e) {
            throw UserError.badInput(name + ": error: the text is nested too deeply; simplify its expressions");
        }
    }

    /**
     * The scops of a file by number, as {@link COptions#scop} takes them.
     *
     * @throws UserError as {@link #parse(Path, COptions)}, for faults outside of scops
     */
    public static List<String> scops(Path file, COptions options) {
        TranslationUnit unit = Fragments.parse(file.toString(), NestParser.read(file), options);
        Diagnostics diagnostics = new Diagnostics(unit.file());
        List<Scop> scops = Scops.of(unit, diagnostics);
        diagnostics.throwIfAny();
        String wanted = options.scop();
        return scops.stream()
                .filter(s -> wanted == null || s.isCalled(wanted))
                .map(s -> Integer.toString(s.number()))
                .toList();
    }

    /**
     * The sizes that a file fixes by macros: those that it, and files of its own that it includes, define as integers, with their values.
     * {@link COptions#redefined} gives them others.
     *
     * @throws UserError as {@link #parse(Path, COptions)}
     */
    public static SequencedMap<String, Long> integerMacros(Path file, COptions options) {
        return Redefinitions.integers(Fragments.parse(file.toString(), NestParser.read(file), options));
    }

    private CProgram parse() {
        Redefinitions.require(unit, options.redefined());
        unit.reportErrorLines(diagnostics);
        List<Scop> scops = Scops.of(unit, diagnostics);
        diagnostics.throwIfAny();
        Scop scop = Scops.choose(unit, scops, options.scop());
        Tracking tracking = new Tracking();
        Attempt attempt = attempt(scop, tracking);
        while (tracking.another() | steps.another(stated(attempt.facts))) {
            attempt = attempt(scop, tracking);
        }
        attempt.diagnostics.throwIfAny();
        Variables variables = attempt.variables;
        Facts facts = attempt.facts;
        List<Node> body = attempt.body;
        List<ArrayDeclaration> arrays = new ArrayList<>();
        variables.arrays().forEach(a -> arrays.add(declaration(a, body)));
        Set<String> given =
                facts.initializers().stream().map(Initializer::array).collect(Collectors.toSet());
        OwnData.Found own = OwnData.of(unit, scop, variables, arrays, given, this::outside);
        List<Initializer> initializers = new ArrayList<>(facts.initializers());
        initializers.addAll(own.initializers());
        List<Assumption> assumptions = new ArrayList<>(facts.assumptions());
        assumptions.addAll(attempt.stated);
        LoopNest nest = SilentAlternatives.in(new LoopNest(
                name(scop, scops),
                variables.parameters(),
                arrays,
                assumptions,
                initializers,
                body,
                facts.associative(),
                facts.indexFacts()));
        StatementSizes.check(nest, diagnostics);
        if (nest.statements().isEmpty()) {
            diagnostics.error(
                    scop.position(),
                    Refusal.NOTHING_TO_RUN,
                    "there is no assignment in this scop; put loops with assignments into it");
        }
        diagnostics.throwIfAny();
        nest = OwnArrays.marked(nest, LocalArrays.of(unit, scop, variables));
        List<String> notes = new ArrayList<>(Missing.notes(unit));
        notes.addAll(unit.notes());
        notes.addAll(variables.data().notes());
        notes.addAll(Effects.notes(unit, scop));
        notes.addAll(steps.notes());
        notes.addAll(PointerAliases.notes(unit, scop, variables));
        return new CProgram(
                nest, sizes(nest, facts), variables.renamedParameters(), notes, own.notes(), steps.values());
    }

    /** What the wanted dataset says of a parameter; gives null where none is wanted, or it says nothing. */
    private Function<String, @Nullable Long> stated(Facts facts) {
        if (options.dataset() == null) {
            return _ -> null;
        }
        Map<String, Long> sizes = facts.datasets().getOrDefault(options.dataset(), new LinkedHashMap<>());
        Map<String, String> macros = unit.macros();
        return name -> sizes.containsKey(name) ? sizes.get(name) : ofMacro(macros, name);
    }

    /** A scop read with some of its integers tracked. */
    private record Attempt(
            List<Node> body, List<Assumption> stated, Variables variables, Facts facts, Diagnostics diagnostics) {}

    /** Statements outside of the scop, read as one. */
    private OwnData.Reading outside(Scop statements) {
        Tracking tracking = new Tracking();
        Attempt attempt = attempt(statements, tracking);
        while (tracking.another()) {
            attempt = attempt(statements, tracking);
        }
        return new OwnData.Reading(attempt.body, attempt.variables, attempt.diagnostics);
    }

    private Attempt attempt(Scop scop, Tracking tracking) {
        Diagnostics faults = new Diagnostics(unit.file());
        Known known = new Known();
        int from = endOfFunctionBefore(scop);
        int to = TranslationUnit.end(scop.function());
        Variables variables =
                new Variables(unit, scop, faults, tracking, known, Facts.fixed(unit.pragmas(), from, to), steps);
        Map<String, List<PragmaExpression>> extents = StatedExtents.of(unit, from, to, faults);
        variables.data().extents(extents, own -> new SizeNames(unit, own, variables, faults));
        ScopBuilder builder = new ScopBuilder(unit, variables, faults, known, tracking);
        Facts facts = new Facts(unit, variables, faults);
        if (builder.reportProblems(scop.statements())) {
            // Names that it hides, and whatever else follows from it, are no faults of their own.
            return new Attempt(List.of(), List.of(), variables, facts, faults);
        }
        ConstantOverflows overflows = new ConstantOverflows(
                (constant, fault) -> faults.error(unit.position(constant), "'" + unit.text(constant) + "'" + fault));
        scop.statements().forEach(s -> s.accept(overflows));
        ConstantWrites writes = new ConstantWrites(
                unit, (written, fault) -> faults.error(unit.position(written), Refusal.INVALID, fault));
        scop.statements().forEach(s -> s.accept(writes));
        List<Node> written = new ArrayList<>();
        scop.declared().forEach(d -> builder.plain().declarator(d, Scope.EMPTY, written));
        written.addAll(builder.nodes(scop.statements(), builder.assuming(EarlierFacts.of(unit, scop, names(extents)))));
        written.addAll(builder.plain().results(tracking.tracked()));
        List<Node> body = GuardedStatements.numbered(written);
        if (scop.number() > 0) {
            facts.read(unit.pragmas(), from, to);
        }
        return new Attempt(body, builder.facts(), variables, facts, faults);
    }

    private static Set<String> names(Map<String, List<PragmaExpression>> extents) {
        return extents.values().stream()
                .flatMap(List::stream)
                .flatMap(e -> UsedNames.plain(e.expression()).stream())
                .collect(Collectors.toSet());
    }

    private int endOfFunctionBefore(Scop scop) {
        int end = 0;
        for (IASTDeclaration declaration : unit.tree().getDeclarations()) {
            if (declaration == scop.function()) {
                return end;
            }
            if (declaration instanceof IASTFunctionDefinition && unit.isInMainFile(declaration)) {
                end = TranslationUnit.end(declaration);
            }
        }
        return end;
    }

    /** The file's name; with several scops also the function's, and the number where that has several. */
    private String name(Scop scop, List<Scop> scops) {
        String file = NestName.of(unit.file());
        if (scops.size() == 1) {
            return file;
        }
        long same = scops.stream()
                .filter(s -> s.functionName().equals(scop.functionName()))
                .count();
        return file + "-" + NestName.harmless(scop.functionName()) + (same > 1 ? "-" + scop.number() : "");
    }

    private ArrayDeclaration declaration(CArray array, List<Node> body) {
        List<Bounds> inferred = array.extents().contains(null) ? inferred(array, body) : List.of();
        List<Bounds> bounds = new ArrayList<>();
        for (int d = 0; d < array.dimensions(); d++) {
            @Nullable Affine extent = array.extents().get(d);
            if (extent == null) {
                bounds.add(inferred.isEmpty() ? new Bounds(Affine.constant(0), Affine.constant(0)) : inferred.get(d));
            } else {
                LinearForm last = LinearForm.of(extent.plus(-1));
                if (last.isConstant() && last.constant() < 0) {
                    diagnostics.error(array.position(), "'" + array.name() + "' has an extent below 1");
                }
                bounds.add(new Bounds(Affine.constant(0), last.toAffine()));
            }
        }
        return new ArrayDeclaration(array.name(), array.type(), bounds, false, array.position());
    }

    private List<Bounds> inferred(CArray array, List<Node> body) {
        try {
            return ExtentInference.bounds(array.name(), array.dimensions(), body);
        } catch (ArithmeticException e) {
            diagnostics.error(
                    array.position(),
                    "the extent of '" + array.name() + "' does not follow from its accesses; declare it with extents");
            return List.of();
        }
    }

    private SequencedMap<String, Long> sizes(LoopNest nest, Facts facts) {
        Map<String, String> macros = unit.macros();
        return Datasets.sizes(options.dataset(), nest, facts.datasets(), p -> ofMacro(macros, p), unit.position(0));
    }

    /** The value of the macro that PolyBench gives the parameter's name in capitals. */
    private static @Nullable Long ofMacro(Map<String, String> macros, String parameter) {
        String macro = macros.getOrDefault(parameter.toUpperCase(Locale.ROOT), "");
        return macro.matches("\\d{1,9}") ? Long.valueOf(macro) : null;
    }
}
