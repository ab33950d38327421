@NullMarked
package dev.sheaf.benchmarks.shapes.grammar;

import org.jspecify.annotations.NullMarked;
