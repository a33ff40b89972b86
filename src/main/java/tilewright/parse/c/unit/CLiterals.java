package tilewright.parse.c.unit;

import java.util.Locale;
import java.util.regex.Pattern;
import org.eclipse.cdt.core.dom.ast.IASTExpression;
import org.eclipse.cdt.core.dom.ast.IASTLiteralExpression;
import org.jspecify.annotations.Nullable;
import tilewright.model.DataType;

/** Numbers of C code. */
public final class CLiterals {
    private static final Pattern FLOATING = Pattern.compile("(\\d+\\.?\\d*|\\.\\d+)(e[+-]?\\d+)?f?");

    private CLiterals() {}

    /** The value of an integer or character; null for any other literal, and for one beyond 64 bits. */
    public static @Nullable Long integer(IASTLiteralExpression literal) {
        String text = literal.toString();
        return switch (literal.getKind()) {
            case IASTLiteralExpression.lk_integer_constant -> parse(text);
            case IASTLiteralExpression.lk_char_constant -> text.length() == 3 ? (long) text.charAt(1) : null;
            case IASTLiteralExpression.lk_true -> 1L;
            case IASTLiteralExpression.lk_false -> 0L;
            default -> null;
        };
    }

    /** Whether it is the number 0, in brackets or not. */
    public static boolean isZero(IASTExpression expression) {
        return ForParts.plain(expression) instanceof IASTLiteralExpression l
                && integer(l) instanceof Long value
                && value == 0;
    }

    /** The type of an integer or character by its value, suffix and base (C11, 6.4.4.1). */
    public static DataType integerType(IASTLiteralExpression literal, long value) {
        String text = literal.toString().toLowerCase(Locale.ROOT);
        if (literal.getKind() != IASTLiteralExpression.lk_integer_constant) {
            return DataType.INTEGER;
        }
        boolean decimal = text.charAt(0) != '0';
        boolean unsigned = text.contains("u");
        boolean wide = text.contains("l") || value >>> Integer.SIZE != 0;
        boolean top = wide ? value < 0 : value > Integer.MAX_VALUE;
        if (unsigned || top && !decimal) {
            return wide ? DataType.UNSIGNED_LONG : DataType.UNSIGNED;
        }
        return wide || top ? DataType.LONG : DataType.INTEGER;
    }

    private static @Nullable Long parse(String text) {
        String digits = text.toLowerCase(Locale.ROOT).replaceAll("[ul]+$", "");
        try {
            if (digits.startsWith("0b")) {
                return Long.parseUnsignedLong(digits.substring(2), 2);
            }
            if (digits.startsWith("0x")) {
                return Long.parseUnsignedLong(digits.substring(2), 16);
            }
            return Long.decode(digits);
        } catch (NumberFormatException e) {
            return null;
        }
    }

    /** The type of a floating-point literal; null where it has none in the model. */
    public static @Nullable DataType floating(IASTLiteralExpression literal) {
        String text = literal.toString().toLowerCase(Locale.ROOT);
        if (literal.getKind() != IASTLiteralExpression.lk_float_constant
                || !FLOATING.matcher(text).matches()) {
            return null;
        }
        return text.endsWith("f") ? DataType.REAL : DataType.DOUBLE;
    }

    /** The digits of a floating-point literal, without what says its type. */
    public static String digits(IASTLiteralExpression literal) {
        return literal.toString().toLowerCase(Locale.ROOT).replaceAll("f$", "");
    }
}
