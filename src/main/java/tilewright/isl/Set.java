package tilewright.isl;

/** An integer set; the binding replaces this declaration. */
public final class Set {}
