/**
 * What users say: options and arguments that several commands have, as mixins of picocli, and what they mean (sources, sizes, devices,
 * blocks, data, graphs).
 */
@NullMarked
package tilewright.cli.argument;

import org.jspecify.annotations.NullMarked;
