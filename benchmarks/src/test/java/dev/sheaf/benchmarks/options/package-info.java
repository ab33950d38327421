@NullMarked
package dev.sheaf.benchmarks.options;

import org.jspecify.annotations.NullMarked;
