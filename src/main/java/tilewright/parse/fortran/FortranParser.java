package tilewright.parse.fortran;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.ArrayDeclaration.Bounds;
import tilewright.model.LinearForm;
import tilewright.model.LoopNest;
import tilewright.model.NestName;
import tilewright.model.Node;
import tilewright.model.SourcePosition;
import tilewright.model.UserError;
import tilewright.parse.Datasets;
import tilewright.parse.Diagnostics;
import tilewright.parse.ExtentInference;
import tilewright.parse.NestParser;
import tilewright.parse.OwnArrays;
import tilewright.parse.SilentAlternatives;
import tilewright.parse.StatementSizes;
import tilewright.parse.StepSizes;
import tilewright.parse.fortran.FortranArray.Dimension;

/** Reads one scop of a Fortran file. */
public final class FortranParser {
    private static final Pattern ENDINGS =
            Pattern.compile("\\.(f|for|ftn|f77|f90|f95|f03|f08|f18)$", Pattern.CASE_INSENSITIVE);

    /**
     * A scop and the sizes of a dataset.
     *
     * @param sizes values of the nest's parameters in the wanted dataset; empty where none was wanted
     * @param notes what the user should know of it, a line for each
     * @param fixed parameters of the file that are no parameters of the nest, because steps of loops depend on them, with the values that
     *     the nest is made for
     */
    public record FortranProgram(
            LoopNest nest, SequencedMap<String, Long> sizes, List<String> notes, SequencedMap<String, Long> fixed) {}

    private final String file;
    private final FortranOptions options;
    private final Diagnostics diagnostics;
    private final Syntax syntax;
    private final StepSizes steps;
    private @Nullable Facts facts;

    private FortranParser(String file, FortranOptions options, StepSizes steps) {
        this.file = file;
        this.options = options;
        this.diagnostics = new Diagnostics(file);
        this.syntax = new Syntax(diagnostics);
        this.steps = steps;
    }

    /** Whether a file's ending says that it holds Fortran. */
    public static boolean reads(String file) {
        return ENDINGS.matcher(file).find();
    }

    /**
     * Parses a file.
     *
     * @throws UserError (bad input) with all faults found, one line {@code file:line:column: error: ..} each
     */
    public static FortranProgram parse(Path file, FortranOptions options) {
        return parse(file.toString(), NestParser.read(file), options);
    }

    /**
     * Parses text.
     *
     * @param name the file name shown in messages, whose ending says fixed or free form, and from which included files are looked for; it
     *     names the nest
     * @throws UserError as {@link #parse(Path, FortranOptions)}
     */
    public static FortranProgram parse(String name, String text, FortranOptions options) {
        try {
            return parse(name, text, options, new StepSizes(options.sizes()));
        } catch (StackOverflowError e) {
            throw UserError.badInput(name + ": error: the text is nested too deeply; simplify its expressions");
        }
    }

    /** Reads the file again whenever the value of another parameter on which a step depends has been found. */
    private static FortranProgram parse(String name, String text, FortranOptions options, StepSizes steps) {
        while (true) {
            FortranParser parser = new FortranParser(name, options, steps);
            try {
                return parser.parse(text);
            } catch (UserError e) {
                if (!steps.another(parser::stated)) {
                    throw e;
                }
            }
        }
    }

    /** What the file says of a parameter: an assumption, or the wanted dataset; null where it says nothing. */
    private @Nullable Long stated(String parameter) {
        if (facts == null) {
            return null;
        }
        Long assumed = facts.fixed().get(parameter);
        return assumed != null || options.dataset() == null
                ? assumed
                : facts.datasets()
                        .getOrDefault(options.dataset(), new LinkedHashMap<>())
                        .get(parameter);
    }

    /**
     * The scops of a file by number, as {@link FortranOptions#scop} takes them.
     *
     * @throws UserError as {@link #parse(Path, FortranOptions)}, for faults outside of scops
     */
    public static List<String> scops(Path file, FortranOptions options) {
        FortranParser parser = new FortranParser(file.toString(), options, new StepSizes(Map.of()));
        SourceReader reader = new SourceReader(parser.file, options, parser.diagnostics);
        ProgramUnits units = ProgramUnits.of(reader.read(parser.file, NestParser.read(file)));
        String wanted = options.scop();
        return parser.scops(units).stream()
                .filter(s -> wanted == null || s.isCalled(wanted))
                .map(s -> Integer.toString(s.number()))
                .toList();
    }

    private List<Scop> scops(ProgramUnits units) {
        List<Scop> scops = Scops.of(units, diagnostics);
        diagnostics.throwIfAny();
        return scops;
    }

    private FortranProgram parse(String text) {
        SourceReader reader = new SourceReader(file, options, diagnostics);
        ProgramUnits units = ProgramUnits.of(reader.read(file, text));
        List<Scop> scops = scops(units);
        Scop scop = Scops.choose(file, scops, options.scop());
        Declarations declarations = Declarations.of(scop.unit(), units, syntax);
        List<Block> blocks = BlockReader.read(scop, syntax, diagnostics);
        Variables variables =
                new Variables(syntax, scop.unit(), declarations, options, ScopNames.of(blocks), reader.advice(), steps);
        List<Node> body = new ScopBuilder(syntax, variables).nodes(blocks);
        Facts facts = new Facts(syntax, variables, scop.unit(), diagnostics);
        this.facts = facts;
        facts.read();
        diagnostics.throwIfAny();
        List<ArrayDeclaration> arrays = new ArrayList<>();
        variables.arrays().forEach(a -> arrays.add(declaration(a, body)));
        LoopNest nest = SilentAlternatives.in(new LoopNest(
                name(scop, scops),
                variables.parameters(),
                arrays,
                facts.assumptions(),
                facts.initializers(),
                body,
                facts.associative()));
        StatementSizes.check(nest, diagnostics);
        if (nest.statements().isEmpty()) {
            diagnostics.error(
                    scop.position(), "there is no assignment in this scop; put loops with assignments into it");
        }
        diagnostics.throwIfAny();
        Set<String> own = variables.own(LocalNames.of(scop, units, declarations));
        return new FortranProgram(
                OwnArrays.marked(nest, own),
                Datasets.sizes(options.dataset(), nest, facts.datasets(), _ -> null, new SourcePosition(file, 1, 1)),
                steps.notes(),
                steps.values());
    }

    /** The file's name; with several scops also the unit's, and the number where that has several. */
    private String name(Scop scop, List<Scop> scops) {
        String plain = NestName.of(file);
        if (scops.size() == 1) {
            return plain;
        }
        long same = scops.stream().filter(s -> s.unit() == scop.unit()).count();
        return plain + "-" + NestName.harmless(scop.unit().name()) + (same > 1 ? "-" + scop.number() : "");
    }

    private ArrayDeclaration declaration(FortranArray array, List<Node> body) {
        boolean open = array.dimensions().stream().anyMatch(d -> d.lower() == null || d.upper() == null);
        List<Bounds> inferred = open ? inferred(array, body) : List.of();
        List<Bounds> bounds = new ArrayList<>();
        for (int d = array.rank() - 1; d >= 0; d--) {
            Dimension dimension = array.dimensions().get(d);
            int position = array.rank() - 1 - d;
            Bounds found = position < inferred.size()
                    ? inferred.get(position)
                    : new Bounds(Affine.constant(1), Affine.constant(1));
            Affine lower = dimension.lower() == null ? found.lower() : dimension.lower();
            Affine upper = dimension.upper() == null ? found.upper() : dimension.upper();
            LinearForm size = LinearForm.of(upper.minus(lower).plus(1));
            if (size.isConstant() && size.constant() < 1) {
                diagnostics.error(array.position(), "'" + array.name() + "' has a dimension without elements");
            }
            bounds.add(new Bounds(
                    LinearForm.of(lower).toAffine(), LinearForm.of(upper).toAffine()));
        }
        return new ArrayDeclaration(array.name(), array.type(), bounds, false, array.position());
    }

    private List<Bounds> inferred(FortranArray array, List<Node> body) {
        try {
            return ExtentInference.bounds(array.name(), array.rank(), body);
        } catch (ArithmeticException e) {
            diagnostics.error(
                    array.position(),
                    "the extent of '" + array.name() + "' does not follow from its accesses; declare it with bounds");
            return List.of();
        }
    }
}
