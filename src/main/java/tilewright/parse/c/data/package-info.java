/**
 * What is known of data: arrays that the file itself fills before a scop, and pragmas that speak about data and sizes.
 */
@NullMarked
package tilewright.parse.c.data;

import org.jspecify.annotations.NullMarked;
