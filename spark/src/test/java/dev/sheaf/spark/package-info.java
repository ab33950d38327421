/// Tests within Spark, which runs in the process of the tests.
package dev.sheaf.spark;
