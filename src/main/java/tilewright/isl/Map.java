package tilewright.isl;

/** An integer relation; the binding replaces this declaration. */
public final class Map {}
