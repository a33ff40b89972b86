package tilewright.kernel.emulate;

/**
 * A launch that has begun.
 *
 * @param number how many were before
 * @param ahead whether it belongs to the stream that runs ahead of the main one
 * @param meets how often both streams have waited for each other
 * @param ordered whether its blocks may wait for each other, or tell each other how far they are
 */
record Launch(int number, String kernel, int blocks, int threads, boolean ahead, int meets, boolean ordered) {}
