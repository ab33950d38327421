package dev.sheaf.groupby.cpu.chunk;

import dev.sheaf.query.Settings;
import java.util.HashMap;
import java.util.Map;

/// Settings under which rare paths run: chunks of three rows, tables of four slots.
public final class TestSettings {
    private TestSettings() {}

    public static CpuSettings tiny(String... namesAndValues) {
        Map<String, String> values = new HashMap<>(Map.of(
                "cpu.chunk.rows",
                "3",
                "cpu.table.initialSlots",
                "4",
                "cpu.table.checkFromGroups",
                "5",
                "cpu.keptRows.max",
                "4"));
        for (int i = 0; i < namesAndValues.length; i += 2) {
            values.put(namesAndValues[i], namesAndValues[i + 1]);
        }
        return CpuSettings.of(new Settings(values));
    }
}
