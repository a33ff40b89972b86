package tilewright.parse;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;
import tilewright.model.DataType;
import tilewright.model.SourcePosition;
import tilewright.parse.NestNotationParser.DeclaratorContext;

/** What each name of a file stands for. */
final class Symbols {
    /** A declared or used array: its type, where it was first seen and how many subscripts it takes. */
    record ArraySymbol(
            String name,
            DataType type,
            int dimensions,
            SourcePosition position,
            @Nullable DeclaratorContext declarator) {
        boolean isDeclared() {
            return declarator != null;
        }
    }

    private final Diagnostics diagnostics;
    private final Set<String> parameters = new LinkedHashSet<>();
    private final Map<String, ArraySymbol> arrays = new LinkedHashMap<>();
    private final Set<String> loopVariables = new HashSet<>();
    private final Map<String, SourcePosition> declared = new HashMap<>();
    private final Map<String, String> spellings = new HashMap<>();
    private boolean explicitParameters;

    Symbols(Diagnostics diagnostics) {
        this.diagnostics = diagnostics;
    }

    /** Parameters in order of declaration or first use. */
    List<String> parameters() {
        return List.copyOf(parameters);
    }

    /** Whether a {@code param} line exists: then every symbol must be declared. */
    boolean hasExplicitParameters() {
        return explicitParameters;
    }

    boolean isParameter(String name) {
        return parameters.contains(name);
    }

    boolean isLoopVariable(String name) {
        return loopVariables.contains(name);
    }

    @Nullable
    ArraySymbol array(String name) {
        return arrays.get(name);
    }

    /** Arrays and scalars: declared, then undeclared scalars, then arrays with inferred extents. */
    List<ArraySymbol> arrays() {
        List<ArraySymbol> ordered = new ArrayList<>();
        arrays.values().stream().filter(ArraySymbol::isDeclared).forEach(ordered::add);
        arrays.values().stream()
                .filter(a -> !a.isDeclared() && a.dimensions == 0)
                .forEach(ordered::add);
        arrays.values().stream()
                .filter(a -> !a.isDeclared() && a.dimensions > 0)
                .forEach(ordered::add);
        return ordered;
    }

    void declareParameter(Token name) {
        explicitParameters = true;
        if (declareOnce(name)) {
            parameters.add(name.getText());
        }
    }

    void declareArray(DeclaratorContext declarator, DataType type) {
        Token name = declarator.name;
        if (declareOnce(name)) {
            arrays.put(
                    name.getText(),
                    new ArraySymbol(
                            name.getText(), type, declarator.extent().size(), diagnostics.position(name), declarator));
        }
    }

    void addLoopVariable(Token name) {
        if (checkSpelling(name)) {
            loopVariables.add(name.getText());
        }
    }

    /** A free symbol of a bound or subscript becomes a parameter, unless parameters are declared. */
    void addFreeSymbol(Token name) {
        if (!explicitParameters && checkSpelling(name)) {
            parameters.add(name.getText());
        }
    }

    /** An array or scalar that is used without a declaration: real. */
    void addUndeclaredArray(Token name, int dimensions) {
        if (checkSpelling(name)) {
            arrays.putIfAbsent(
                    name.getText(),
                    new ArraySymbol(name.getText(), DataType.REAL, dimensions, diagnostics.position(name), null));
        }
    }

    /** Adds a logical scalar that the file does not mention, and gives its name. */
    String addLogical(String wanted, SourcePosition position) {
        String name = wanted;
        for (int copy = 2; spellings.putIfAbsent(name.toLowerCase(Locale.ROOT), name) != null; copy++) {
            name = wanted + "_" + copy;
        }
        arrays.put(name, new ArraySymbol(name, DataType.LOGICAL, 0, position, null));
        return name;
    }

    private boolean declareOnce(Token name) {
        SourcePosition earlier = declared.putIfAbsent(name.getText(), diagnostics.position(name));
        if (earlier != null) {
            diagnostics.error(
                    name,
                    "'" + name.getText() + "' is declared twice, first in line " + earlier.line()
                            + "; remove one declaration");
            return false;
        }
        return checkSpelling(name);
    }

    /** Names that differ only in case, or that mean something in C, CUDA or set notation, are refused. */
    private boolean checkSpelling(Token token) {
        String name = token.getText();
        String known = spellings.putIfAbsent(name.toLowerCase(Locale.ROOT), name);
        if (known != null && !known.equals(name)) {
            diagnostics.error(token, "'" + name + "' and '" + known + "' differ only in case; write the name one way");
            return false;
        }
        if (known == null && (ReservedNames.contains(name) || Intrinsic.of(name) != null)) {
            diagnostics.error(token, "'" + name + "' is a reserved name; choose another one");
        }
        return true;
    }
}
