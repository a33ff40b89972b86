package tilewright.tiling.text;

import java.util.Arrays;
import java.util.List;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.text.TextErrors;
import tilewright.kernel.text.Words;
import tilewright.kernel.text.WrittenWords;
import tilewright.model.Affine;
import tilewright.model.Condition;

/** Affine expressions, conditions, names and numbers from their parse trees; nothing is simplified. */
final class AffineBuilder {
    private final TextErrors errors;

    AffineBuilder(TextErrors errors) {
        this.errors = errors;
    }

    static String name(PlanNotationParser.NameContext name) {
        return WrittenWords.unquoted(name.getText());
    }

    static List<String> names(PlanNotationParser.NamesContext names) {
        return names.name().stream().map(AffineBuilder::name).toList();
    }

    static String text(org.antlr.v4.runtime.tree.TerminalNode string) {
        return WrittenWords.unquotedText(string.getText());
    }

    /** The constant of an enumeration with that word. */
    <E extends Enum<E>> E constant(E[] constants, PlanNotationParser.WordContext word) {
        return Arrays.stream(constants)
                .filter(c -> Words.of(c).equals(word.getText()))
                .findFirst()
                .orElseThrow(() -> errors.at(
                        word.getStart(),
                        "'" + word.getText() + "' is unknown here; write one of "
                                + String.join(
                                        ", ",
                                        Arrays.stream(constants).map(Words::of).toList())));
    }

    int number(Token integer) {
        return Math.toIntExact(number(integer, "", Integer.MAX_VALUE));
    }

    List<Integer> numbers(PlanNotationParser.NumbersContext numbers) {
        return numbers.signed().stream().map(this::signed).toList();
    }

    private int signed(PlanNotationParser.SignedContext ctx) {
        int magnitude = number(ctx.INTEGER().getSymbol());
        return ctx.getChildCount() == 1 ? magnitude : -magnitude;
    }

    List<List<Integer>> neighbours(PlanNotationParser.NeighboursContext neighbours) {
        return neighbours.numbers().stream().map(this::numbers).toList();
    }

    private long number(Token integer, String sign, long most) {
        try {
            long value = Long.parseLong(sign + integer.getText());
            if (value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            throw errors.at(integer, tooLarge(integer), e);
        }
        throw errors.at(integer, tooLarge(integer));
    }

    private static String tooLarge(Token integer) {
        return "'" + integer.getText() + "' is too large; write a smaller number";
    }

    Affine of(PlanNotationParser.AffineContext ctx) {
        Affine sum = ctx.minus == null ? positive(ctx.term()) : negative(ctx.term());
        for (PlanNotationParser.MoreContext more : ctx.more()) {
            boolean minus = more.sign.getType() == PlanNotationParser.MINUS;
            sum = new Affine.Sum(sum, minus ? negative(more.term()) : positive(more.term()));
        }
        return sum;
    }

    List<Affine> all(List<PlanNotationParser.AffineContext> affines) {
        return affines.stream().map(this::of).toList();
    }

    private Affine positive(PlanNotationParser.TermContext term) {
        return term.accept(new Terms(""));
    }

    /** A minus before a number or a factor belongs to it. */
    private Affine negative(PlanNotationParser.TermContext term) {
        return term.accept(new Terms("-"));
    }

    private final class Terms extends PlanNotationBaseVisitor<Affine> {
        private final String sign;

        Terms(String sign) {
            this.sign = sign;
        }

        @Override
        public Affine visitConstant(PlanNotationParser.ConstantContext ctx) {
            return new Affine.Constant(number(ctx.INTEGER().getSymbol(), sign, Long.MAX_VALUE));
        }

        @Override
        public Affine visitScaled(PlanNotationParser.ScaledContext ctx) {
            long factor = number(ctx.INTEGER().getSymbol(), sign, Long.MAX_VALUE);
            return new Affine.Scaled(factor, ctx.factor().accept(new Factors()));
        }

        @Override
        public Affine visitQuotient(PlanNotationParser.QuotientContext ctx) {
            long divisor = number(ctx.INTEGER().getSymbol(), "", Long.MAX_VALUE);
            if (divisor == 0) {
                throw errors.at(ctx.INTEGER().getSymbol(), "a divisor must be positive");
            }
            return signed(new Affine.FloorDiv(ctx.factor().accept(new Factors()), divisor));
        }

        @Override
        public Affine visitPlain(PlanNotationParser.PlainContext ctx) {
            return signed(ctx.factor().accept(new Factors()));
        }

        private Affine signed(Affine value) {
            return sign.isEmpty() ? value : new Affine.Scaled(-1, value);
        }
    }

    private final class Factors extends PlanNotationBaseVisitor<Affine> {
        @Override
        public Affine visitVariable(PlanNotationParser.VariableContext ctx) {
            return new Affine.Variable(name(ctx.name()));
        }

        @Override
        public Affine visitNumber(PlanNotationParser.NumberContext ctx) {
            return new Affine.Constant(number(ctx.INTEGER().getSymbol(), "", Long.MAX_VALUE));
        }

        @Override
        public Affine visitMod(PlanNotationParser.ModContext ctx) {
            return new Affine.Mod(of(ctx.affine()), number(ctx.INTEGER().getSymbol(), "", Long.MAX_VALUE));
        }

        @Override
        public Affine visitMin(PlanNotationParser.MinContext ctx) {
            return new Affine.Min(all(ctx.affine()));
        }

        @Override
        public Affine visitMax(PlanNotationParser.MaxContext ctx) {
            return new Affine.Max(all(ctx.affine()));
        }

        @Override
        public Affine visitMerge(PlanNotationParser.MergeContext ctx) {
            return new Affine.Select(of(ctx.condition()), of(ctx.affine(0)), of(ctx.affine(1)));
        }

        @Override
        public Affine visitAffineParenthesis(PlanNotationParser.AffineParenthesisContext ctx) {
            return of(ctx.affine());
        }
    }

    /** The condition, or another one where nothing is written. */
    Condition of(PlanNotationParser.@Nullable ConditionContext condition, Condition otherwise) {
        return condition == null ? otherwise : of(condition);
    }

    Condition of(PlanNotationParser.ConditionContext condition) {
        return condition.accept(new Conditions());
    }

    private final class Conditions extends PlanNotationBaseVisitor<Condition> {
        private List<Condition> truths(List<PlanNotationParser.TruthContext> truths) {
            return truths.stream().map(t -> t.accept(this)).toList();
        }

        @Override
        public Condition visitAnd(PlanNotationParser.AndContext ctx) {
            return new Condition.And(truths(ctx.truth()));
        }

        @Override
        public Condition visitOr(PlanNotationParser.OrContext ctx) {
            return new Condition.Or(truths(ctx.truth()));
        }

        @Override
        public Condition visitTrue(PlanNotationParser.TrueContext ctx) {
            return Condition.TRUE;
        }

        @Override
        public Condition visitFalse(PlanNotationParser.FalseContext ctx) {
            return Condition.FALSE;
        }

        @Override
        public Condition visitCompare(PlanNotationParser.CompareContext ctx) {
            Condition.Relation relation = Arrays.stream(Condition.Relation.values())
                    .filter(r -> r.notation().equals(ctx.sign.getText()))
                    .findFirst()
                    .orElseThrow();
            return new Condition.Compare(AffineBuilder.this.of(ctx.left), relation, AffineBuilder.this.of(ctx.right));
        }

        @Override
        public Condition visitNot(PlanNotationParser.NotContext ctx) {
            return new Condition.Not(ctx.truth().accept(this));
        }

        @Override
        public Condition visitAll(PlanNotationParser.AllContext ctx) {
            return new Condition.And(List.of(AffineBuilder.this.of(ctx.condition())));
        }

        @Override
        public Condition visitAny(PlanNotationParser.AnyContext ctx) {
            return new Condition.Or(List.of(AffineBuilder.this.of(ctx.condition())));
        }

        @Override
        public Condition visitTruthParenthesis(PlanNotationParser.TruthParenthesisContext ctx) {
            return AffineBuilder.this.of(ctx.condition());
        }

        @Override
        public Condition visitSingle(PlanNotationParser.SingleContext ctx) {
            return ctx.truth().accept(this);
        }
    }
}
