@NullMarked
package dev.sheaf.benchmarks;

import org.jspecify.annotations.NullMarked;
