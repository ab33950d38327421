@NullMarked
package dev.sheaf.groupby.cpu.direct;

import org.jspecify.annotations.NullMarked;
