package dev.sheaf.groupby.cpu.key;

import dev.sheaf.column.Column;

/// Values that get numbers from 0 on as they appear.
sealed interface NumberedKeys extends KeyReader permits NumberedTexts, NumberedNested {
    /// Makes room for so many different values.
    void reserve(int count);

    /// The values behind the numbers in their order, to be closed by the caller.
    Column numbered();
}
