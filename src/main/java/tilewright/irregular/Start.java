package tilewright.irregular;

/**
 * Vertices with a value of their own at the start; all others have the neutral one.
 *
 * @param vertices from 0
 * @param bits of their values
 */
public record Start(int[] vertices, int[] bits) {
    public Start {
        if (vertices.length != bits.length) {
            throw new IllegalArgumentException(vertices.length + " vertices, " + bits.length + " values");
        }
    }
}
