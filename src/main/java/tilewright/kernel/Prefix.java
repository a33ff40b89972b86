package tilewright.kernel;

/** Operators before a value, with the meaning that they have in C. */
public enum Prefix {
    NEG("-"),
    NOT("!"),
    COMPLEMENT("~");

    private final String sign;

    Prefix(String sign) {
        this.sign = sign;
    }

    public String sign() {
        return sign;
    }
}
