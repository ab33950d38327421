@NullMarked
package dev.sheaf.benchmarks.soak;

import org.jspecify.annotations.NullMarked;
