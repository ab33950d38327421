@NullMarked
package dev.sheaf.groupby.cpu.key;

import org.jspecify.annotations.NullMarked;
