package tilewright.parse;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import tilewright.model.Affine;
import tilewright.model.Condition;
import tilewright.model.LinearForm;
import tilewright.model.Load;
import tilewright.model.Subscript;
import tilewright.parse.NestNotationParser.ComparisonContext;
import tilewright.parse.NestNotationParser.ConjunctionContext;
import tilewright.parse.NestNotationParser.DisjunctionContext;
import tilewright.parse.NestNotationParser.ExprContext;
import tilewright.parse.NestNotationParser.IntegerLiteralContext;
import tilewright.parse.NestNotationParser.LogicalLiteralContext;
import tilewright.parse.NestNotationParser.NegationContext;
import tilewright.parse.NestNotationParser.ParenthesisContext;
import tilewright.parse.NestNotationParser.PowerContext;
import tilewright.parse.NestNotationParser.ProductContext;
import tilewright.parse.NestNotationParser.RealLiteralContext;
import tilewright.parse.NestNotationParser.ReferenceContext;
import tilewright.parse.NestNotationParser.ReferenceValueContext;
import tilewright.parse.NestNotationParser.SignContext;
import tilewright.parse.NestNotationParser.SumContext;
import tilewright.parse.Symbols.ArraySymbol;

/** Builds affine expressions and conditions; what is not affine is reported with the reason. */
final class AffineBuilder {
    /** Where an affine expression stands. */
    enum Place {
        SUBSCRIPT("subscript", true, true),
        BOUND("loop bound", true, true),
        STEP("loop step", false, false),
        EXTENT("array bound", true, false),
        CONDITION("condition", true, false),
        MOD("argument of mod", true, false);

        private final String title;
        private final boolean minMax;
        private final boolean mayLoad;

        Place(String title, boolean minMax, boolean mayLoad) {
            this.title = title;
            this.minMax = minMax;
            this.mayLoad = mayLoad;
        }
    }

    private static final Affine ZERO = Affine.constant(0);

    private final Symbols symbols;
    private final Names names;
    private final Diagnostics diagnostics;
    private boolean failed;
    /** What the expression at hand reads from index arrays. */
    private Set<Load> loads = new LinkedHashSet<>();

    AffineBuilder(Symbols symbols, Names names, Diagnostics diagnostics) {
        this.symbols = symbols;
        this.names = names;
        this.diagnostics = diagnostics;
    }

    /** The affine expression in canonical form; 0 where a fault was reported. */
    Affine build(ExprContext expression, Place place, Set<String> scope) {
        return checked(
                expression, place, e -> LinearForm.of(affine(e, place, scope)).toAffine(), ZERO);
    }

    /** A subscript, affine or loaded; 0 where a fault was reported. */
    Subscript subscript(ExprContext expression, Set<String> scope) {
        Set<Load> around = loads;
        loads = new LinkedHashSet<>();
        Affine form = build(expression, Place.SUBSCRIPT, scope);
        Subscript subscript = Subscript.of(form, List.copyOf(loads));
        loads = around;
        return subscript;
    }

    /** What the bounds built since the last call read from index arrays. */
    List<Load> takeLoads() {
        List<Load> taken = List.copyOf(loads);
        loads = new LinkedHashSet<>();
        return taken;
    }

    /** The condition; true where a fault was reported. */
    Condition condition(ExprContext expression, Set<String> scope) {
        return checked(expression, Place.CONDITION, e -> logical(e, scope), Condition.TRUE);
    }

    private <C extends ParserRuleContext, T> T checked(C expression, Place place, Function<C, T> builder, T faulty) {
        failed = false;
        try {
            return builder.apply(expression);
        } catch (NotAffine e) {
            if (!e.reason().isEmpty()) {
                diagnostics.error(
                        expression, place.title + " '" + Scopes.text(expression) + "' is not affine: " + e.reason());
            }
        } catch (ArithmeticException e) {
            diagnostics.error(
                    expression,
                    place.title + " '" + Scopes.text(expression)
                            + "' has a constant beyond 64 bits; use smaller numbers");
        }
        failed = true;
        return faulty;
    }

    /** Whether the last expression or condition had a fault. */
    boolean failed() {
        return failed;
    }

    /** The value of a call of mod; 0 where a fault was reported. */
    Affine remainder(ReferenceContext call, Set<String> scope) {
        return checked(call, Place.MOD, c -> mod(c, scope, Place.MOD), ZERO);
    }

    private Affine affine(ExprContext expression, Place place, Set<String> scope) {
        return switch (expression) {
            case IntegerLiteralContext l -> Affine.constant(integer(l));
            case ReferenceValueContext r -> reference(r.reference(), place, scope);
            case ParenthesisContext p -> affine(p.inner, place, scope);
            case SignContext s -> {
                Affine operand = affine(s.operand, place, scope);
                yield s.op.getType() == NestNotationParser.MINUS ? operand.times(-1) : operand;
            }
            case SumContext s -> {
                Affine left = affine(s.left, place, scope);
                Affine right = affine(s.right, place, scope);
                yield s.op.getType() == NestNotationParser.MINUS ? left.minus(right) : left.plus(right);
            }
            case ProductContext p -> product(p, place, scope);
            case PowerContext p -> throw new NotAffine("it uses '**'; write the value or a new parameter");
            case RealLiteralContext l ->
                throw new NotAffine("it contains the real number " + l.getText() + "; use integers");
            default -> throw new NotAffine("it contains a logical value; use integers");
        };
    }

    private static long integer(IntegerLiteralContext literal) {
        try {
            return Long.parseLong(literal.getText());
        } catch (NumberFormatException e) {
            throw new ArithmeticException("integer literal");
        }
    }

    private Affine product(ProductContext product, Place place, Set<String> scope) {
        Affine left = affine(product.left, place, scope);
        Affine right = affine(product.right, place, scope);
        LinearForm leftForm = LinearForm.of(left);
        LinearForm rightForm = LinearForm.of(right);
        if (product.op.getType() == NestNotationParser.SLASH) {
            if (!rightForm.isConstant() || rightForm.constant() <= 0) {
                throw new NotAffine("it divides by '" + Scopes.text(product.right)
                        + "'; the divisor must be a positive integer constant");
            }
            return leftForm.toAffine().floorDiv(rightForm.constant());
        }
        if (leftForm.isConstant()) {
            return right.times(leftForm.constant());
        }
        if (rightForm.isConstant()) {
            return left.times(rightForm.constant());
        }
        throw new NotAffine("it multiplies '" + Scopes.text(product.left) + "' by '" + Scopes.text(product.right)
                + "'; one factor must be an integer constant");
    }

    private Affine reference(ReferenceContext reference, Place place, Set<String> scope) {
        if (reference.open == null) {
            return name(reference.name, scope);
        }
        Intrinsic function = Intrinsic.of(reference.name.getText());
        if (function == null && place.mayLoad && isIndexArray(reference)) {
            return load(reference, scope);
        }
        if (function == null) {
            throw new NotAffine("it reads array '" + reference.name.getText() + "'; "
                    + (place == Place.CONDITION
                            ? "a condition on data belongs into the assignment as merge(then, else, condition)"
                            : "an index array must be declared, and integer: write e.g. 'integer "
                                    + reference.name.getText() + "(m)'"));
        }
        if (!names.checkArguments(reference, function)) {
            throw new NotAffine("");
        }
        if (function == Intrinsic.MIN || function == Intrinsic.MAX) {
            return extremum(reference, function, place, scope);
        }
        if (function == Intrinsic.MOD) {
            return mod(reference, scope, place);
        }
        if (function == Intrinsic.MERGE) {
            return select(reference, place, scope);
        }
        throw new NotAffine(
                "it calls " + reference.name.getText() + "; only + - * / mod, min, max and merge are allowed");
    }

    boolean isIndexArray(ReferenceContext reference) {
        ArraySymbol array = symbols.array(reference.name.getText());
        return array != null && array.isDeclared() && array.type().isInteger();
    }

    /** A loaded index; its own subscripts may load again. */
    private Affine load(ReferenceContext reference, Set<String> scope) {
        ArraySymbol array = names.array(reference);
        if (array == null) {
            throw new NotAffine("");
        }
        Set<Load> around = loads;
        List<Subscript> subscripts = new ArrayList<>();
        for (ExprContext argument : reference.arguments) {
            loads = new LinkedHashSet<>();
            Affine form =
                    LinearForm.of(affine(argument, Place.SUBSCRIPT, scope)).toAffine();
            subscripts.add(Subscript.of(form, List.copyOf(loads)));
        }
        loads = around;
        Load load = new Load(array.name(), subscripts);
        loads.add(load);
        return load.variable();
    }

    private Affine name(Token name, Set<String> scope) {
        return switch (names.resolve(name, scope)) {
            case INDEX -> Affine.variable(name.getText());
            case SCALAR ->
                throw new NotAffine("the value of scalar '" + name.getText() + "' is data; declare it as 'param "
                        + name.getText() + "' instead");
            case ARRAY -> throw new NotAffine("'" + name.getText() + "' is an array; use a loop variable or parameter");
            case FAULTY -> throw new NotAffine("");
        };
    }

    private Affine extremum(ReferenceContext reference, Intrinsic function, Place place, Set<String> scope) {
        if (!place.minMax) {
            throw new NotAffine("it calls " + reference.name.getText()
                    + "; min and max are allowed in subscripts, bounds and conditions only");
        }
        List<Affine> operands = reference.arguments.stream()
                .map(argument -> LinearForm.of(affine(argument, place, scope)).toAffine())
                .toList();
        return function == Intrinsic.MIN ? Affine.least(operands) : Affine.greatest(operands);
    }

    private Affine select(ReferenceContext reference, Place place, Set<String> scope) {
        return new Affine.Select(
                logical(reference.arguments.get(2), scope),
                LinearForm.of(affine(reference.arguments.get(0), place, scope)).toAffine(),
                LinearForm.of(affine(reference.arguments.get(1), place, scope)).toAffine());
    }

    private Affine mod(ReferenceContext reference, Set<String> scope, Place place) {
        LinearForm divisor = LinearForm.of(affine(reference.arguments.get(1), place, scope));
        if (!divisor.isConstant() || divisor.constant() <= 0) {
            throw new NotAffine("the second argument of mod is '" + Scopes.text(reference.arguments.get(1))
                    + "'; it must be a positive integer constant");
        }
        Affine dividend =
                LinearForm.of(affine(reference.arguments.get(0), place, scope)).toAffine();
        return dividend instanceof Affine.Constant c
                ? Affine.constant(Math.floorMod(c.value(), divisor.constant()))
                : new Affine.Mod(dividend, divisor.constant());
    }

    private Condition logical(ExprContext expression, Set<String> scope) {
        return switch (expression) {
            case ParenthesisContext p -> logical(p.inner, scope);
            case NegationContext n -> new Condition.Not(logical(n.operand, scope));
            case ConjunctionContext c -> conjunction(c, scope);
            case DisjunctionContext d -> disjunction(d, scope);
            case LogicalLiteralContext l ->
                l.value.getType() == NestNotationParser.TRUE ? Condition.TRUE : Condition.FALSE;
            case ComparisonContext c ->
                new Condition.Compare(side(c.left, scope), relation(c.op), side(c.right, scope));
            default -> throw new NotAffine("it is not a comparison; compare integers by == /= < <= > >=");
        };
    }

    private Condition conjunction(ConjunctionContext conjunction, Set<String> scope) {
        List<Condition> operands = new ArrayList<>();
        for (Condition side : List.of(logical(conjunction.left, scope), logical(conjunction.right, scope))) {
            operands.addAll(side instanceof Condition.And a ? a.operands() : List.of(side));
        }
        return new Condition.And(operands);
    }

    private Condition disjunction(DisjunctionContext disjunction, Set<String> scope) {
        List<Condition> operands = new ArrayList<>();
        for (Condition side : List.of(logical(disjunction.left, scope), logical(disjunction.right, scope))) {
            operands.addAll(side instanceof Condition.Or o ? o.operands() : List.of(side));
        }
        return new Condition.Or(operands);
    }

    private Affine side(ExprContext expression, Set<String> scope) {
        return LinearForm.of(affine(expression, Place.CONDITION, scope)).toAffine();
    }

    private static Condition.Relation relation(Token operator) {
        return switch (operator.getType()) {
            case NestNotationParser.EQ -> Condition.Relation.EQ;
            case NestNotationParser.NE -> Condition.Relation.NE;
            case NestNotationParser.LT -> Condition.Relation.LT;
            case NestNotationParser.LE -> Condition.Relation.LE;
            case NestNotationParser.GT -> Condition.Relation.GT;
            case NestNotationParser.GE -> Condition.Relation.GE;
            default -> throw new IllegalStateException("no relation " + operator.getText());
        };
    }
}
