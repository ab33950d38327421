/// Sheaf alone: rows that come as a stream ([StreamBench]), queries that are cancelled ([CancelBench]), and
/// where the time of ten questions goes ([QuestionsProfile]).
@NullMarked
package dev.sheaf.benchmarks.alone;

import org.jspecify.annotations.NullMarked;
