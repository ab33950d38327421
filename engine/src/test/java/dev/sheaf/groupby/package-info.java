@NullMarked
package dev.sheaf.groupby;

import org.jspecify.annotations.NullMarked;
