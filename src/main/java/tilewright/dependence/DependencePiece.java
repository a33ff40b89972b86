package tilewright.dependence;

import tilewright.isl.Map;

/** A part of a dependence relation over which one vector holds. */
record DependencePiece(Map relation, DependenceVector vector) {}
