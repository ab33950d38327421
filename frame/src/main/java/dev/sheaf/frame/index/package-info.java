/// What the rows of a frame are called: start at [Index].
@NullMarked
package dev.sheaf.frame.index;

import org.jspecify.annotations.NullMarked;
