package tilewright.report.chart;

/** One entry of a figure's legend. */
public record Legend(String text, Colour colour) {}
