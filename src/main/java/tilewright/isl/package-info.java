/**
 * Integer sets and relations: a binding of the isl library by the Foreign Function and Memory API.
 *
 * <p>Every isl type has a class of the same name, every isl function a method whose name is isl's without the
 * type prefix ({@code isl_map_apply_range} is {@link tilewright.isl.Map#applyRange}). Objects are immutable values:
 * ownership ({@code __isl_take}, {@code __isl_keep}) is handled here and nowhere else. Objects live in a
 * {@link tilewright.isl.Context}; a {@link tilewright.isl.Scope} frees temporaries early. isl's manual describes what
 * each operation computes.
 */
@NullMarked
package tilewright.isl;

import org.jspecify.annotations.NullMarked;
