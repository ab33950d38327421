@NullMarked
package dev.sheaf.benchmarks.shapes.table;

import org.jspecify.annotations.NullMarked;
