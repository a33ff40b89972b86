package tilewright.codegen.ir;

/**
 * How threads share the copying of a buffer. Work is cut into groups of {@code vector} neighbours along one
 * direction; groups are numbered so that {@code lanes} of them along the direction come first, then all places
 * across it, then the next lanes.
 *
 * @param alongSequence whether the direction is the sequence (the copy transposes); else it is the last axis
 * @param vector elements of a group: one access of up to 16 bytes where global memory is contiguous and aligned
 * @param lanes groups along the direction that neighbouring threads take; it divides the number of groups there
 */
public record StagingOrder(boolean alongSequence, int vector, int lanes) {}
