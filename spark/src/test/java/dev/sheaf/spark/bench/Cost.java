package dev.sheaf.spark.bench;

/// What one run of a query took: time on the clock, processor time of the tasks, bytes written for a shuffle,
/// and how many tasks grouped rows on a GPU.
record Cost(double wallMillis, double cpuMillis, long shuffleBytes, long gpuTasks) {}
