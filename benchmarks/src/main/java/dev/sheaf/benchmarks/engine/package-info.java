/// Who answers: [Engine] and its implementations. [AnswerCheck] compares answers before anything is measured.
@NullMarked
package dev.sheaf.benchmarks.engine;

import org.jspecify.annotations.NullMarked;
