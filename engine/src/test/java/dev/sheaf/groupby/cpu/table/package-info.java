@NullMarked
package dev.sheaf.groupby.cpu.table;

import org.jspecify.annotations.NullMarked;
