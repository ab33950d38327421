/// Spark alone and with the plugin by turns. Start at `SparkBench`.
package dev.sheaf.spark.bench;
