package dev.sheaf.sql.parse;

import dev.sheaf.sql.tree.Clauses.OrderItem;
import dev.sheaf.sql.tree.Expression;
import dev.sheaf.sql.tree.Query;
import dev.sheaf.sql.tree.Relation;
import java.util.List;

/// Where the grammar is recursive: the parts that those who read a construct find inside of it and do not read
/// themselves.
interface PartParser {
    Expression expression();

    /// One or more expressions, with commas between them.
    List<Expression> expressions();

    /// An operand of IN, as tightly bound as one of its sides.
    Expression side();

    /// ORDER BY and its keys.
    List<OrderItem> orderBy();

    /// A whole query.
    Query query();

    /// One SELECT, VALUES or their like, without what may stand behind it.
    Query select();

    /// A query that has been read, with what stands behind it: UNION, EXCEPT, ORDER BY, LIMIT.
    Query behind(Query first, int start);

    /// A relation and the joins behind it.
    Relation joined();
}
