/** How fast the tool itself is: {@code mvn -Dquick -Pbench verify}. */
@NullMarked
package tilewright.bench;

import org.jspecify.annotations.NullMarked;
