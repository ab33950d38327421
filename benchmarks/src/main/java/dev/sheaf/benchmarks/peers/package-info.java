/// What Sheaf and its peers take for chosen questions, a command for each table: start at [GroupByBench].
/// [PeerReport] loads the table, runs the contest and publishes the report.
@NullMarked
package dev.sheaf.benchmarks.peers;

import org.jspecify.annotations.NullMarked;
