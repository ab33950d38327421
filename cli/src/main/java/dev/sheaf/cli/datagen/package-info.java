/// Tables of any size made from a seed: rows and a seed go in, a dataset comes out. Start at [OrdersDataset];
/// [LineitemDataset], [GroupByDataset] and [HitsDataset] are made alike.
///
/// Every value depends on seed, column and row number alone ([Draws]), so a table is the same whichever columns
/// are asked for, in whatever batches, on however many threads. A dataset makes its batches while it is scanned
/// and holds no rows.
@NullMarked
package dev.sheaf.cli.datagen;

import org.jspecify.annotations.NullMarked;
