/// Who answers. Start at [Engine]; [AnswerCheck] compares the answers of its implementations before anything is
/// measured.
@NullMarked
package dev.sheaf.benchmarks.engine;

import org.jspecify.annotations.NullMarked;
