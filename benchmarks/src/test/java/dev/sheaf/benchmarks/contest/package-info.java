@NullMarked
package dev.sheaf.benchmarks.contest;

import org.jspecify.annotations.NullMarked;
