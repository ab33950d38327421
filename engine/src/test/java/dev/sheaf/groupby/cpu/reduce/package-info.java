@NullMarked
package dev.sheaf.groupby.cpu.reduce;

import org.jspecify.annotations.NullMarked;
