package dev.sheaf.groupby.cuda.fast;

import dev.sheaf.column.DataType;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.memory.Buffer;
import java.util.List;
import java.util.function.Function;

/// How a column of the kept rows is made.
///
/// @param sources what is gathered for it
/// @param made makes it of what was gathered, which it takes over
record KeptColumn(List<DeviceColumn> sources, Function<List<DeviceColumn>, DeviceColumn> made) {
    /// A column as it is, of which nothing is gathered.
    static KeptColumn ofNothing(DeviceColumn column) {
        return new KeptColumn(List.of(), _ -> column.retain());
    }

    /// The codes of a dictionary are copied, and not its texts.
    static KeptColumn of(DeviceColumn column) {
        DeviceColumn dictionary = column.dictionary();
        if (dictionary == null) {
            return new KeptColumn(List.of(column), List::getFirst);
        }
        DeviceColumn codes = new DeviceColumn(
                DataType.INT32, column.length(), column.values(), column.validity(), column.firstBit());
        return new KeptColumn(List.of(codes), copy -> {
            DeviceColumn all = copy.getFirst();
            Buffer validity = all.validity();
            return new DeviceColumn(column.type(), all.length(), all.values(), validity, 0, null, dictionary.retain());
        });
    }

    /// Texts stay where they lie, as a dictionary of which `numbers` are the codes.
    static KeptColumn ofKey(DeviceColumn column, long count, Buffer numbers) {
        Buffer offsets = column.offsets();
        if (offsets == null) {
            return of(column);
        }
        Buffer bits = column.validity();
        List<DeviceColumn> sources = bits == null
                ? List.of()
                : List.of(new DeviceColumn(DataType.BOOL, column.length(), bits, null, column.firstBit()));
        return new KeptColumn(sources, valid -> {
            Buffer values = column.values().retain();
            DeviceColumn texts = new DeviceColumn(column.type(), column.length(), values, null, 0, offsets.retain());
            DataType type = new DataType.DictionaryType(column.type());
            Buffer validity = valid.isEmpty() ? null : valid.getFirst().values();
            return new DeviceColumn(type, count, numbers.retain(), validity, 0, null, texts);
        });
    }
}
