@NullMarked
package dev.sheaf.groupby.cpu;

import org.jspecify.annotations.NullMarked;
