/// Several engines asked the same question by turns: [Contest].
@NullMarked
package dev.sheaf.benchmarks.contest;

import org.jspecify.annotations.NullMarked;
