package tilewright.report.chart;

/** Text that must fit into a figure. */
final class Text {
    private Text() {}

    /** At most {@code length} characters; what is cut from the end is replaced by one ellipsis. */
    static String shortened(String text, int length) {
        return text.length() <= length ? text : text.substring(0, length - 1) + "…";
    }
}
