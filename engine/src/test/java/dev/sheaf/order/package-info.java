/// Tests of sorting, merging, first rows and ranks.
@NullMarked
package dev.sheaf.order;

import org.jspecify.annotations.NullMarked;
