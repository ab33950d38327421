/// Functions of lists and structs over whole columns: start at [ColumnFunction].
///
/// Most of them choose elements: [ElementReferences] collects the numbers of elements, list by list, and gathers them
/// at the end. Nothing is boxed; functions given as lambdas are computed for the elements of all lists at
/// once, see [Lambdas].
@NullMarked
package dev.sheaf.expr.list;

import org.jspecify.annotations.NullMarked;
