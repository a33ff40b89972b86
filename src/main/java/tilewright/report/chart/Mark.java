package tilewright.report.chart;

import org.jspecify.annotations.Nullable;

/**
 * A dot of a figure.
 *
 * @param colour null for the neutral colour of the page
 * @param key what it stands for; marks and table rows with the same key light up together
 * @param tip text shown on hovering
 * @param emphasis drawn larger and ringed
 */
public record Mark(double x, double y, @Nullable Colour colour, int key, String tip, boolean emphasis) {}
