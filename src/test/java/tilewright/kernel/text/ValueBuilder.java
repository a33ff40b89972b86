package tilewright.kernel.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.jspecify.annotations.Nullable;
import tilewright.kernel.Expression;
import tilewright.kernel.Infix;
import tilewright.kernel.Intrinsic;
import tilewright.kernel.Memory;
import tilewright.kernel.Place;
import tilewright.kernel.Prefix;
import tilewright.kernel.ScalarType;
import tilewright.model.MathFunction;

/** Values and places from their parse trees. */
final class ValueBuilder extends KernelNotationBaseVisitor<Expression> {
    private final Scopes scopes;
    private final TextErrors errors;

    ValueBuilder(Scopes scopes, TextErrors errors) {
        this.scopes = scopes;
        this.errors = errors;
    }

    Expression of(KernelNotationParser.ValueContext value) {
        return value.accept(this);
    }

    List<Expression> all(List<KernelNotationParser.ValueContext> values) {
        return values.stream().map(this::of).toList();
    }

    static String name(KernelNotationParser.NameContext name) {
        return WrittenWords.unquoted(name.getText());
    }

    static ScalarType type(KernelNotationParser.TypeContext type) {
        return typed(type.getText());
    }

    private static ScalarType typed(String notation) {
        return Arrays.stream(ScalarType.values())
                .filter(t -> t.notation().equals(notation))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(notation));
    }

    /** A number of Java's int, as sizes are. */
    int number(Token integer) {
        try {
            return Integer.parseInt(integer.getText());
        } catch (NumberFormatException e) {
            throw errors.at(integer, "'" + integer.getText() + "' is not a whole number below 2^31; write one", e);
        }
    }

    @Override
    public Expression visitLiteral(KernelNotationParser.LiteralContext ctx) {
        return ctx.number().accept(this);
    }

    @Override
    public Expression visitInteger(KernelNotationParser.IntegerContext ctx) {
        String text = ctx.INTEGER().getText();
        int digits = typeStart(text);
        ScalarType type = digits == text.length() ? ScalarType.I32 : typed(text.substring(digits));
        String value = (ctx.minus == null ? "" : "-") + text.substring(0, digits);
        try {
            long parsed = type == ScalarType.U64 ? Long.parseUnsignedLong(value) : Long.parseLong(value);
            return new Expression.IntegerLiteral(type, parsed);
        } catch (NumberFormatException e) {
            throw errors.at(ctx.getStart(), "'" + value + "' is no number of 64 bits; write a smaller one", e);
        }
    }

    /** Where the type begins that ends a literal. */
    private static int typeStart(String literal) {
        int end = 0;
        while (end < literal.length() && "uif".indexOf(literal.charAt(end)) < 0) {
            end++;
        }
        return end;
    }

    @Override
    public Expression visitReal(KernelNotationParser.RealContext ctx) {
        String text = ctx.REAL().getText();
        int digits = typeStart(text);
        String sign = ctx.minus == null ? "" : "-";
        return new Expression.RealLiteral(typed(text.substring(digits)), sign + text.substring(0, digits));
    }

    @Override
    public Expression visitInfinity(KernelNotationParser.InfinityContext ctx) {
        return new Expression.RealLiteral(type(ctx.type()), (ctx.minus == null ? "" : "-") + "INFINITY");
    }

    @Override
    public Expression visitCoordinate(KernelNotationParser.CoordinateContext ctx) {
        String word = ctx.getText().substring(ValueText.COORDINATE.length());
        return new Expression.Own(constant(Expression.Coordinate.values(), word, ctx));
    }

    @Override
    public Expression visitRead(KernelNotationParser.ReadContext ctx) {
        return new Expression.Read(place(ctx.place()));
    }

    @Override
    public Expression visitConvert(KernelNotationParser.ConvertContext ctx) {
        return new Expression.Convert(type(ctx.type()), of(ctx.value()));
    }

    @Override
    public Expression visitBits(KernelNotationParser.BitsContext ctx) {
        return made(ctx, () -> new Expression.Bits(type(ctx.type()), of(ctx.value())));
    }

    @Override
    public Expression visitIntrinsic(KernelNotationParser.IntrinsicContext ctx) {
        List<Expression> operands = all(ctx.value());
        ScalarType type = ctx.type() == null ? operands.getFirst().type() : type(ctx.type());
        MathFunction mathematical = MathFunction.of(name(ctx.name()));
        if (mathematical != null) {
            return made(ctx, () -> new Expression.Mathematical(mathematical, type, operands));
        }
        Intrinsic function = constant(Intrinsic.values(), name(ctx.name()), ctx);
        return made(ctx, () -> new Expression.Call(function, type, operands));
    }

    @Override
    public Expression visitShuffle(KernelNotationParser.ShuffleContext ctx) {
        Expression.Lane lane = constant(Expression.Lane.values(), ctx.word().getText(), ctx);
        int width =
                ctx.INTEGER() == null ? ValueText.WARP : number(ctx.INTEGER().getSymbol());
        return new Expression.Shuffle(lane, of(ctx.value(0)), of(ctx.which), width);
    }

    @Override
    public Expression visitVote(KernelNotationParser.VoteContext ctx) {
        Expression.Vote vote = constant(Expression.Vote.values(), ctx.word().getText(), ctx);
        return new Expression.Voted(vote, of(ctx.value()));
    }

    @Override
    public Expression visitReduce(KernelNotationParser.ReduceContext ctx) {
        Expression.Update update =
                constant(Expression.Update.values(), ctx.word().getText(), ctx);
        return new Expression.Reduced(update, of(ctx.value()));
    }

    @Override
    public Expression visitCountedValue(KernelNotationParser.CountedValueContext ctx) {
        return new Expression.Counted(number(ctx.INTEGER().getSymbol()), of(ctx.value()));
    }

    @Override
    public Expression visitAtomic(KernelNotationParser.AtomicContext ctx) {
        Expression.Update update =
                constant(Expression.Update.values(), ctx.word().getText(), ctx);
        return new Expression.Atomic(update, place(ctx.place()), of(ctx.value()), ctx.ordered != null);
    }

    @Override
    public Expression visitParenthesis(KernelNotationParser.ParenthesisContext ctx) {
        return of(ctx.value());
    }

    @Override
    public Expression visitUnary(KernelNotationParser.UnaryContext ctx) {
        Prefix operator = Arrays.stream(Prefix.values())
                .filter(p -> p.sign().equals(ctx.sign.getText()))
                .findFirst()
                .orElseThrow();
        return new Expression.Unary(operator, of(ctx.value()));
    }

    @Override
    public Expression visitBinary(KernelNotationParser.BinaryContext ctx) {
        Infix operator = Arrays.stream(Infix.values())
                .filter(i -> i.sign().equals(ctx.sign.getText()))
                .findFirst()
                .orElseThrow();
        return new Expression.Binary(operator, of(ctx.value(0)), of(ctx.value(1)));
    }

    @Override
    public Expression visitConditional(KernelNotationParser.ConditionalContext ctx) {
        return new Expression.Conditional(of(ctx.value(0)), of(ctx.value(1)), of(ctx.value(2)));
    }

    Place place(KernelNotationParser.PlaceContext place) {
        return place.accept(new Places());
    }

    private final class Places extends KernelNotationBaseVisitor<Place> {
        @Override
        public Place visitPair(KernelNotationParser.PairContext ctx) {
            return new Place.Pair(place(ctx.place()));
        }

        @Override
        public Place visitSharedElement(KernelNotationParser.SharedElementContext ctx) {
            Memory.Shared array = scopes.shared(name(ctx.name()), ctx);
            List<Expression> indices = indices(ctx.index(), array.shape().size(), ctx);
            return made(ctx, () -> new Place.Shared(array, indices, access(ctx.access())));
        }

        @Override
        public Place visitNamed(KernelNotationParser.NamedContext ctx) {
            Scopes.Named named = scopes.named(name(ctx.name()), ctx);
            boolean plain = ctx.type() == null && ctx.access() == null;
            if (!plain && !(named instanceof Scopes.Named.OfGlobal)) {
                throw errors.at(ctx.getStart(), "'" + ctx.getText() + "': only global memory has kinds of access");
            }
            return switch (named) {
                case Scopes.Named.OfVariable v -> {
                    indices(ctx.index(), 0, ctx);
                    yield new Place.Scalar(v.variable());
                }
                case Scopes.Named.OfRegister r ->
                    new Place.Register(
                            r.array(), indices(ctx.index(), r.array().shape().size(), ctx));
                case Scopes.Named.OfGlobal g -> global(g.array(), ctx);
            };
        }
    }

    private Place global(Memory.Global array, KernelNotationParser.NamedContext ctx) {
        ScalarType as = ctx.type() == null ? array.type() : type(ctx.type());
        Expression offset = indices(ctx.index(), 1, ctx).getFirst();
        return made(ctx, () -> new Place.Global(array, as, offset, access(ctx.access())));
    }

    private Place.Access access(KernelNotationParser.@Nullable AccessContext access) {
        return access == null ? Place.Access.PLAIN : constant(Place.Access.values(), access.getText(), access);
    }

    private List<Expression> indices(
            List<KernelNotationParser.IndexContext> indices, int wanted, ParserRuleContext at) {
        if (indices.size() != wanted) {
            throw errors.at(
                    at.getStart(), "'" + at.getText() + "' has " + indices.size() + " indices; write " + wanted);
        }
        List<Expression> values = new ArrayList<>();
        indices.forEach(i -> values.add(of(i.value())));
        return values;
    }

    /** The constant of an enumeration with that word. */
    private <E extends Enum<E>> E constant(E[] constants, String word, ParserRuleContext at) {
        return Arrays.stream(constants)
                .filter(c -> Words.of(c).equals(word.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> errors.at(
                        at.getStart(),
                        "'" + word + "' is unknown here; write one of "
                                + Arrays.stream(constants).map(Words::of).collect(Collectors.joining(", "))));
    }

    /** What a record's own check refuses is a fault of the text. */
    private <T> T made(ParserRuleContext at, Supplier<T> maker) {
        try {
            return maker.get();
        } catch (IllegalArgumentException e) {
            throw errors.at(at.getStart(), String.valueOf(e.getMessage()), e);
        }
    }
}
