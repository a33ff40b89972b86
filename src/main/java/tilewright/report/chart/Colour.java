package tilewright.report.chart;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A colour on a light and on a dark page.
 *
 * @param light {@code #rrggbb}
 * @param dark {@code #rrggbb}
 */
public record Colour(String light, String dark) {
    /** Viridis (van der Walt and Smith, 2015) at 0, 1/8 .. 1: even in lightness, readable with any colour vision. */
    private static final int[] VIRIDIS = {
        0x440154, 0x472d7b, 0x3b528b, 0x2c728e, 0x21918c, 0x28ae80, 0x5ec962, 0xaddc30, 0xfde725
    };

    /** Okabe and Ito (2008), told apart with any colour vision; the second of each pair is for dark pages. */
    private static final List<Colour> CATEGORIES = List.of(
            new Colour("#0072b2", "#4aa8e0"),
            new Colour("#d55e00", "#ff8a3d"),
            new Colour("#009e73", "#2cc79b"),
            new Colour("#b5528f", "#e39bc7"),
            new Colour("#b07d00", "#f0b93a"),
            new Colour("#5a5a9e", "#a9a9ec"));

    /** How many categories have a colour of their own. */
    public static final int CATEGORY_COUNT = CATEGORIES.size();

    /** The colour of the {@code index}-th category. */
    public static Colour category(int index) {
        return CATEGORIES.get(index);
    }

    /**
     * Ordered colours for ordered classes, from dark to bright. The end that would vanish into the page is left
     * out: the brightest yellow on light pages, the darkest violet on dark ones.
     */
    public static List<Colour> ordered(int count) {
        List<Colour> colours = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            double share = count == 1 ? 0.4 : (double) i / (count - 1);
            colours.add(new Colour(viridis(0.02 + 0.83 * share), viridis(0.36 + 0.64 * share)));
        }
        return colours;
    }

    /** Viridis at a share of 0 to 1, as {@code #rrggbb}. */
    static String viridis(double share) {
        return String.format(Locale.ROOT, "#%06x", viridisRgb(share));
    }

    /** Whether dark letters can be read on viridis at that share. */
    static boolean isBright(double share) {
        int rgb = viridisRgb(share);
        double luminance = 0.2126 * linear(rgb >> 16) + 0.7152 * linear(rgb >> 8) + 0.0722 * linear(rgb);
        return luminance > 0.18;
    }

    private static int viridisRgb(double share) {
        double scaled = Math.clamp(share, 0, 1) * (VIRIDIS.length - 1);
        int below = Math.min((int) scaled, VIRIDIS.length - 2);
        double weight = scaled - below;
        int mixed = 0;
        for (int shift = 16; shift >= 0; shift -= 8) {
            int a = VIRIDIS[below] >> shift & 0xff;
            int b = VIRIDIS[below + 1] >> shift & 0xff;
            mixed |= (int) Math.round(a + weight * (b - a)) << shift;
        }
        return mixed;
    }

    /** Relative luminance of one sRGB channel (WCAG 2). */
    private static double linear(int channel) {
        double c = (channel & 0xff) / 255.0;
        return c <= 0.04045 ? c / 12.92 : Math.pow((c + 0.055) / 1.055, 2.4);
    }
}
