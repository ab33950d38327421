package dev.sheaf.groupby.cpu.table;

import dev.sheaf.column.DataType;
import dev.sheaf.column.Layout;
import dev.sheaf.groupby.NullKeys;
import dev.sheaf.groupby.cpu.chunk.CpuSettings;
import dev.sheaf.groupby.cpu.group.Grouper;
import dev.sheaf.groupby.cpu.group.SingleGroup;
import dev.sheaf.groupby.cpu.group.TextGrouper;
import dev.sheaf.groupby.cpu.group.WordGrouper;
import dev.sheaf.groupby.cpu.plan.GroupByPlan;
import dev.sheaf.memory.MemoryPool;
import java.util.List;

/// Chooses the key class. The first that holds:
///
/// | keys | grouper | because |
/// |---|---|---|
/// | none | [SingleGroup] | there is one group |
/// | one text or binary column | [TextGrouper] | the number of the text is the id: no second table |
/// | anything else | [WordGrouper] | packed keys are compared by word, and index a table if they take few bits |
public final class Groupers {
    private Groupers() {}

    public static Grouper of(GroupByPlan plan, CpuSettings settings, MemoryPool pool) {
        List<DataType> types = plan.keyTypes();
        boolean keepNulls = plan.options().nullKeys() == NullKeys.INCLUDE;
        if (types.isEmpty()) {
            return new SingleGroup();
        }
        if (isSingleText(types) && allowsText(settings.grouper())) {
            return new TextGrouper(types.getFirst(), keepNulls, settings, pool);
        }
        return new WordGrouper(types, keepNulls, settings, pool);
    }

    private static boolean isSingleText(List<DataType> types) {
        return types.size() == 1 && types.getFirst().layout() == Layout.VARIABLE;
    }

    private static boolean allowsText(CpuSettings.KeyClass forced) {
        return switch (forced) {
            case AUTO, STRING -> true;
            case DIRECT, PACKED64, PACKED128, ROWS -> false;
        };
    }
}
