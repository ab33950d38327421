/// From a seed to queries: start at [Grammar], the frozen page of weights. [ShapeDrawer] draws a [Shape] with them, its
/// expressions from [Expressions], its conditions from [Conditions] and its aggregates from [AggregateKind].
@NullMarked
package dev.sheaf.benchmarks.shapes.grammar;

import org.jspecify.annotations.NullMarked;
