package tilewright.graph;

/**
 * What is changed of a graph before anything runs on it; nothing unless asked for.
 *
 * @param symmetric every tuple stands for both directions
 * @param dedupe of arcs with the same ends one stays, with the least weight
 * @param noLoops arcs from a vertex to itself go
 * @param dropIsolated vertices without arcs go, and the others are renumbered in order
 */
public record Preprocessing(boolean symmetric, boolean dedupe, boolean noLoops, boolean dropIsolated) {}
