/// Measures shapes: start at [ShapesBench]. [Sides] holds both engines and loads a table into them,
/// [ShapeCheck] compares answers, [ShapeRun] measures one shape, [FirstRun] does so in a fresh process,
/// [Progress] keeps what was measured, and [ShapesReport] says what it comes to; [ShapesComparison] lays
/// two reports beside each other. [WaysBench] asks for each special [Way] of the group-by what it is worth.
@NullMarked
package dev.sheaf.benchmarks.shapes.run;

import org.jspecify.annotations.NullMarked;
