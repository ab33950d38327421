/// Sheaf alone. Start at [StreamBench], for rows that come as a stream; [CancelBench] cancels queries, and
/// [QuestionsProfile] says where the time of ten questions goes.
@NullMarked
package dev.sheaf.benchmarks.alone;

import org.jspecify.annotations.NullMarked;
