package dev.sheaf.spark.bench;

/// What one run of a query took: time on the clock, processor time of the tasks, and bytes written for a shuffle.
record Cost(double wallMillis, double cpuMillis, long shuffleBytes) {}
