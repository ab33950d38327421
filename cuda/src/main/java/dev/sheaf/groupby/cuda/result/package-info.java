/// From groups, wherever they are, to the result table of a request.
///
/// In go [dev.sheaf.groupby.cuda.device.FoundGroups], out comes an [Answer]: HAVING and final expressions
/// in a kernel where one can compute them, order, and what only the host can make. Start at [ResultTable].
@NullMarked
package dev.sheaf.groupby.cuda.result;

import org.jspecify.annotations.NullMarked;
