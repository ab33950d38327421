@NullMarked
package dev.sheaf.benchmarks.engine;

import org.jspecify.annotations.NullMarked;
