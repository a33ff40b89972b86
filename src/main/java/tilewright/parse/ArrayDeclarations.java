package tilewright.parse;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tilewright.model.Access;
import tilewright.model.Affine;
import tilewright.model.ArrayDeclaration;
import tilewright.model.ArrayDeclaration.Bounds;
import tilewright.model.LinearForm;
import tilewright.model.Node;
import tilewright.parse.NestNotationParser.DeclarationLineContext;
import tilewright.parse.NestNotationParser.DeclaratorContext;
import tilewright.parse.NestNotationParser.ExtentContext;
import tilewright.parse.Symbols.ArraySymbol;

/** Bounds of all arrays: as declared, or inferred from the accesses. */
final class ArrayDeclarations {
    private final Symbols symbols;
    private final AffineBuilder affines;
    private final Diagnostics diagnostics;

    ArrayDeclarations(Symbols symbols, AffineBuilder affines, Diagnostics diagnostics) {
        this.symbols = symbols;
        this.affines = affines;
        this.diagnostics = diagnostics;
    }

    List<ArrayDeclaration> build(List<Node> body) {
        List<ArrayDeclaration> arrays = new ArrayList<>();
        for (ArraySymbol array : symbols.arrays()) {
            DeclaratorContext declarator = array.declarator();
            boolean inferred = declarator == null && array.dimensions() > 0;
            if (!inferred) {
                ArrayDeclaration written = new ArrayDeclaration(
                        array.name(),
                        array.type(),
                        declarator == null ? List.of() : declared(declarator),
                        false,
                        array.position());
                arrays.add(isLocal(declarator) ? local(written, body) : written);
            } else if (diagnostics.isEmpty()) {
                arrays.add(inferred(array, body));
            }
        }
        return arrays;
    }

    private static boolean isLocal(@Nullable DeclaratorContext declarator) {
        return declarator != null && declarator.getParent() instanceof DeclarationLineContext line && line.own != null;
    }

    private ArrayDeclaration local(ArrayDeclaration written, List<Node> body) {
        Access unset = FirstReads.unset(written, body);
        if (unset != null) {
            diagnostics.error(
                    unset.position(),
                    "'" + written.name() + "' is local and may be read here before it is set; set it first, or leave"
                            + " out 'local' where its value comes from outside");
        }
        return written.asLocal();
    }

    private List<Bounds> declared(DeclaratorContext declarator) {
        List<Bounds> bounds = new ArrayList<>();
        for (ExtentContext extent : declarator.extent()) {
            Affine lower = extent.lower == null
                    ? Affine.constant(1)
                    : affines.build(extent.lower, AffineBuilder.Place.EXTENT, Set.of());
            Affine upper = affines.build(extent.upper, AffineBuilder.Place.EXTENT, Set.of());
            LinearForm size = LinearForm.of(upper.minus(lower).plus(1));
            if (size.isConstant() && size.constant() < 1) {
                diagnostics.error(
                        extent,
                        "dimension '" + Scopes.text(extent) + "' of '" + declarator.name.getText()
                                + "' has no elements; write lower:upper with lower <= upper");
            }
            bounds.add(new Bounds(lower, upper));
        }
        return bounds;
    }

    private ArrayDeclaration inferred(ArraySymbol array, List<Node> body) {
        List<Bounds> bounds = List.of();
        try {
            bounds = ExtentInference.bounds(array.name(), array.dimensions(), body);
        } catch (ArithmeticException e) {
            diagnostics.error(
                    array.position(),
                    "the extents of array '" + array.name()
                            + "' cannot be inferred from its accesses; declare it, e.g. 'real " + array.name()
                            + "(lower:upper" + ", lower:upper".repeat(array.dimensions() - 1) + ")'");
        }
        return new ArrayDeclaration(array.name(), array.type(), bounds, true, array.position());
    }
}
