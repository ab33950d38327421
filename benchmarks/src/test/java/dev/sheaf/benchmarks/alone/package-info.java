@NullMarked
package dev.sheaf.benchmarks.alone;

import org.jspecify.annotations.NullMarked;
