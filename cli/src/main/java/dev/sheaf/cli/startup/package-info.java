/// What is done once to the jars of the launcher, so that a process starts sooner: [JarRewriter] goes through
/// jars, [ClassRewriter] through a class.
///
/// The start-up cache of JDK 25 leaves out two things that cost a process of half a second a good part of it.
/// Switches over patterns, and the methods `equals` and `hashCode` of records, are call sites whose code is
/// spun when they are first reached, some 100 classes for a query; here they become methods of their class. And
/// classes of before Java 6, which picocli's are, are read and verified anew each time; here they become ones
/// that the cache takes. Nothing else changes, and published jars are as the compiler made them.
@NullMarked
package dev.sheaf.cli.startup;

import org.jspecify.annotations.NullMarked;
