/** Measures schedules of irregular nests on a device, each checked before its time counts. */
@NullMarked
package tilewright.tune.irregular;

import org.jspecify.annotations.NullMarked;
