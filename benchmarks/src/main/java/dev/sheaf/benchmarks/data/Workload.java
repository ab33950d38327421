package dev.sheaf.benchmarks.data;

import java.nio.file.Path;
import java.util.List;

/// One table in a Parquet file, and what is asked of it.
///
/// @param table the name by which the questions know the table
/// @param inMemory whether engines load the table before the clock starts; if not, every run reads the file
public record Workload(String table, Path file, long rows, List<Question> questions, boolean inMemory) {}
