package tilewright.oracle;

import java.util.List;
import java.util.Random;

/**
 * Assignments to arrays of every type, among them scalars: sums, differences, products, minima, choices, comparisons,
 * conversions, loop numbers. Values stay small, so that no integer overflows and few reals do.
 */
final class TypedStatements implements RandomStatements {
    /** Room around the indices that loops up to {@code n} have, so that most subscripts lie inside. */
    private static final String EXTENT = "-n-m-8:2*n+2*m+12";

    private static final String NARROW = "-20:50";

    private enum Type {
        REAL,
        DOUBLE,
        INTEGER,
        SHORT,
        BYTE,
        UNSIGNED,
        LONG,
        LOGICAL
    }

    private final Draw draw;
    private final boolean associative;
    private final boolean shallow;
    private final boolean reals;

    TypedStatements(Random random) {
        this.draw = new Draw(random);
        this.associative = draw.chance(15);
        this.shallow = draw.chance(40);
        this.reals = draw.chance(30);
    }

    @Override
    public String size() {
        return draw.chance(80) ? "n" : "m";
    }

    @Override
    public String declarations(String loops) {
        StringBuilder lines = new StringBuilder("param n, m\n");
        String extent = draw.chance(85) ? EXTENT : NARROW;
        declare(lines, loops, "double precision", "d", 1, extent);
        declare(lines, loops, "double precision", "e", 2, extent);
        declare(lines, loops, "integer", "p", 1, extent);
        declare(lines, loops, "integer", "q", 2, extent);
        declare(lines, loops, "integer*2", "h", 1, extent);
        declare(lines, loops, "signed*1", "g", 1, extent);
        declare(lines, loops, "unsigned", "u", 1, extent);
        declare(lines, loops, "integer*8", "l", 1, extent);
        declare(lines, loops, "logical", "f", 1, extent);
        lines.append("real s\nlogical t\ninteger c\n");
        return lines + (associative ? "assume associative(+)\n" : "");
    }

    private static void declare(StringBuilder lines, String loops, String type, String name, int rank, String extent) {
        if (loops.contains(name + "(")) {
            lines.append(type).append(' ').append(name).append('(').append(extent);
            lines.append(rank == 2 ? ", " + extent : "").append(")\n");
        }
    }

    @Override
    public String statement(List<String> scope) {
        Type type = type();
        String target = element(type, scope);
        String old = draw.chance(60) ? target : element(type, scope);
        String value = switch (type) {
            case REAL, DOUBLE -> floating(type, old, scope);
            case INTEGER, SHORT, BYTE -> integer(type, old, scope);
            case UNSIGNED, LONG -> draw.chance(30) ? integer(type, old, scope) : bits(type, old, scope);
            case LOGICAL -> logical(old, scope);
        };
        return target + " = " + value;
    }

    private Type type() {
        if (reals || draw.chance(50)) {
            return Type.REAL;
        }
        return draw.pick(List.of(
                Type.REAL,
                Type.DOUBLE,
                Type.DOUBLE,
                Type.INTEGER,
                Type.INTEGER,
                Type.SHORT,
                Type.BYTE,
                Type.UNSIGNED,
                Type.LONG,
                Type.LOGICAL));
    }

    private String floating(Type type, String old, List<String> scope) {
        return switch (draw.number(11)) {
            case 0, 1 -> old + " + " + operand(type, scope) + " * " + operand(type, scope);
            case 2 -> old + " - " + operand(type, scope) + " * " + operand(type, scope);
            case 3 -> "0.5 * (" + old + " + " + operand(type, scope) + ")";
            case 4 -> "min(" + old + ", " + operand(type, scope) + " + " + operand(type, scope) + ")";
            case 5 -> old + " / (1.0 + abs(" + operand(type, scope) + "))";
            case 6 -> "merge(" + old + ", " + operand(type, scope) + ", " + truth(scope) + ")";
            case 7 -> "0.1 * " + function(type, operand(type, scope), operand(type, scope)) + " + " + old;
            case 8 -> "merge(" + operand(type, scope) + ", " + old + ", " + element(type, scope) + " < " + old + ")";
            case 9 -> "0.25 * (" + operand(type, scope) + " + " + operand(type, scope) + " + " + old + ")";
            default -> operand(type, scope) + " + " + old;
        };
    }

    private String function(Type type, String x, String y) {
        return switch (draw.number(8)) {
            case 0 -> "sin(" + x + ")";
            case 1 -> "floor(4.0 * " + x + ")";
            case 2 -> "tanh(" + x + ")";
            case 3 -> "log(1.5 + abs(" + x + "))";
            case 4 -> "atan2(" + x + ", 1.0 + abs(" + y + "))";
            case 5 -> "copysign(" + x + ", " + y + ")";
            case 6 -> "rint(2.0 * " + x + ")";
            default -> "hypot(" + x + ", " + y + ")";
        };
    }

    /** Bit by bit, and modulo powers of two: nothing here is undefined in C. */
    private String bits(Type type, String old, List<String> scope) {
        String wide = type == Type.LONG ? "int8(" : "uint(";
        return switch (draw.number(8)) {
            case 0 -> "iand(" + old + ", " + operand(type, scope) + ")";
            case 1 -> "ior(" + old + ", " + operand(type, scope) + ")";
            case 2 -> "ieor(" + old + ", not(" + operand(type, scope) + "))";
            case 3 -> "shifta(" + old + ", " + draw.number(9) + ")";
            case 4 -> "iand(shiftl(iand(" + old + ", 65535), " + draw.number(9) + "), 16777215)";
            case 5 -> "mod(" + old + ", " + (1 + draw.number(9)) + ")";
            case 6 -> "min(" + old + ", " + wide + operand(type, scope) + "))";
            default -> "merge(" + old + ", " + operand(type, scope) + ", " + old + " > " + operand(type, scope) + ")";
        };
    }

    private String integer(Type type, String old, List<String> scope) {
        return switch (draw.number(6)) {
            case 0, 1 -> "min(" + old + " + " + operand(type, scope) + ", 999)";
            case 2 -> "max(" + old + " - " + operand(type, scope) + ", -999)";
            case 3 -> "merge(" + old + ", " + operand(type, scope) + ", " + truth(scope) + ")";
            case 4 -> "max(" + old + ", min(" + operand(type, scope) + ", " + operand(type, scope) + "))";
            default -> "abs(" + operand(type, scope) + ") / 2";
        };
    }

    private String logical(String old, List<String> scope) {
        return switch (draw.number(3)) {
            case 0 -> old + " .or. " + truth(scope);
            case 1 -> old + " .and. " + element(Type.LOGICAL, scope);
            default -> ".not. " + old;
        };
    }

    private String truth(List<String> scope) {
        if (draw.chance(40) && !scope.isEmpty()) {
            return draw.pick(scope) + draw.pick(List.of(" < ", " == ", " >= ")) + draw.pick(scope) + draw.offset();
        }
        return draw.chance(50) ? element(Type.LOGICAL, scope) : operand(Type.REAL, scope) + " < 0.5";
    }

    /** An element, most often of the type that is computed, or a loop's number. */
    private String operand(Type type, List<String> scope) {
        boolean floating = type == Type.REAL || type == Type.DOUBLE;
        if (draw.chance(12) && !scope.isEmpty()) {
            String number = draw.pick(scope) + draw.offset();
            return floating ? (draw.chance(80) ? "float(" : "dble(") + number + ")" : "(" + number + ")";
        }
        if (draw.chance(6)) {
            return floating ? "0.75" : "3";
        }
        return element(draw.chance(85) ? type : floating ? Type.INTEGER : type, scope);
    }

    private String element(Type type, List<String> scope) {
        String size = size();
        String first = draw.subscript(scope, size);
        String both = first + "," + draw.subscript(scope, size);
        boolean matrix = !shallow && draw.chance(60);
        return switch (type) {
            case REAL -> draw.chance(10) ? "s" : matrix ? "b(" + both + ")" : "a(" + first + ")";
            case DOUBLE -> matrix ? "e(" + both + ")" : "d(" + first + ")";
            case INTEGER -> draw.chance(10) ? "c" : matrix ? "q(" + both + ")" : "p(" + first + ")";
            case SHORT -> "h(" + first + ")";
            case BYTE -> "g(" + first + ")";
            case UNSIGNED -> "u(" + first + ")";
            case LONG -> "l(" + first + ")";
            case LOGICAL -> draw.chance(10) ? "t" : "f(" + first + ")";
        };
    }
}
