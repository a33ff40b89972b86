package tilewright.kernel.emulate;

/**
 * A launch that has begun.
 *
 * @param number how many were before
 * @param stream that it belongs to
 * @param meets how often all streams have waited for each other
 * @param ordered whether its blocks may wait for each other, or tell each other how far they are
 * @param together whether all of its blocks are on the device at the same time; else they come in the order of their numbers
 */
record Launch(
        int number, String kernel, int blocks, int threads, int stream, int meets, boolean ordered, boolean together) {}
