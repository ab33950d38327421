package dev.sheaf.expr.value;

import dev.sheaf.column.DataType;
import dev.sheaf.column.DataType.DateType;
import dev.sheaf.column.DataType.DecimalType;
import dev.sheaf.column.DataType.DurationType;
import dev.sheaf.column.DataType.FloatType;
import dev.sheaf.column.DataType.IntType;
import dev.sheaf.column.DataType.IntervalType;
import dev.sheaf.column.DataType.TimeType;
import dev.sheaf.column.DataType.TimestampType;
import dev.sheaf.column.Field;
import dev.sheaf.column.TimeUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The type that values of two types are converted to where they meet: compared, or as results of one CASE.
///
/// The rules are DuckDB's, with two differences: bool is no number, and int64 meets uint64 as decimal(20, 0)
/// where DuckDB has a 128-bit integer.
public final class CommonType {
    private CommonType() {}

    /// The common type, or empty if there is none without an explicit cast.
    public static Optional<DataType> of(DataType left, DataType right) {
        DataType a = left.decoded();
        DataType b = right.decoded();
        if (a.equals(b) || b.equals(DataType.NULL)) {
            return Optional.of(a);
        }
        if (a.equals(DataType.NULL)) {
            return Optional.of(b);
        }
        if (a instanceof DataType.CategoryType || b instanceof DataType.CategoryType) {
            return of(values(a), values(b));
        }
        if (a.isNumeric() && b.isNumeric()) {
            return Optional.of(numeric(a, b));
        }
        if (a instanceof DataType.ListType(DataType left1) && b instanceof DataType.ListType(DataType right1)) {
            return of(left1, right1).map(DataType.ListType::new);
        }
        if (a instanceof DataType.StructType structA && b instanceof DataType.StructType structB) {
            return struct(structA, structB);
        }
        return a.isTemporal() && b.isTemporal() ? temporal(a, b) : Optional.empty();
    }

    /// Different categories meet in their values.
    private static DataType values(DataType type) {
        return type instanceof DataType.CategoryType category ? category.values() : type;
    }

    /// Structs of the same fields in the same order.
    private static Optional<DataType> struct(DataType.StructType a, DataType.StructType b) {
        if (a.fields().size() != b.fields().size()) {
            return Optional.empty();
        }
        List<Field> fields = new ArrayList<>();
        for (int i = 0; i < a.fields().size(); i++) {
            Field field = a.fields().get(i);
            Optional<DataType> type = of(field.type(), b.fields().get(i).type());
            if (type.isEmpty()
                    || !field.name().equalsIgnoreCase(b.fields().get(i).name())) {
                return Optional.empty();
            }
            fields.add(new Field(field.name(), type.get()));
        }
        return Optional.of(new DataType.StructType(fields));
    }

    /// The common type of two numeric types.
    static DataType numeric(DataType a, DataType b) {
        if (a instanceof FloatType(int bitsA)) {
            return b instanceof FloatType(int bitsB) && bitsB > bitsA ? b : a;
        }
        if (b instanceof FloatType) {
            return b;
        }
        if (a instanceof IntType intA && b instanceof IntType intB) {
            return integer(intA, intB);
        }
        return decimal(asDecimal(a), asDecimal(b));
    }

    private static DataType integer(IntType a, IntType b) {
        if (a.signed() == b.signed()) {
            return a.bits() >= b.bits() ? a : b;
        }
        IntType signed = a.signed() ? a : b;
        IntType unsigned = a.signed() ? b : a;
        if (signed.bits() > unsigned.bits()) {
            return signed;
        }
        return unsigned.bits() < 64 ? new IntType(2 * unsigned.bits(), true) : asDecimal(unsigned);
    }

    private static DecimalType decimal(DecimalType a, DecimalType b) {
        int scale = Math.max(a.scale(), b.scale());
        int whole = Math.max(a.precision() - a.scale(), b.precision() - b.scale());
        return DataType.decimal(Math.min(DecimalType.MAX_PRECISION, whole + scale), scale);
    }

    /// The decimal type that holds every value of an integer type; a decimal type itself.
    public static DecimalType asDecimal(DataType type) {
        return switch (type) {
            case DecimalType decimal -> decimal;
            case IntType(int bits, boolean signed) -> DataType.decimal(digits(bits, signed), 0);
            default -> throw new IllegalArgumentException(type + " is not exact");
        };
    }

    private static int digits(int bits, boolean signed) {
        return switch (bits) {
            case 8 -> 3;
            case 16 -> 5;
            case 32 -> 10;
            default -> signed ? 19 : 20;
        };
    }

    private static Optional<DataType> temporal(DataType a, DataType b) {
        return switch (a) {
            case DateType() -> b instanceof TimestampType ? Optional.of(b) : Optional.empty();
            case TimestampType timestamp -> timestamp(timestamp, b);
            case TimeType(TimeUnit unit) ->
                b instanceof TimeType(TimeUnit other)
                        ? Optional.of(new TimeType(finer(unit, other)))
                        : Optional.empty();
            case DurationType(TimeUnit unit) ->
                switch (b) {
                    case DurationType(TimeUnit other) -> Optional.of(new DurationType(finer(unit, other)));
                    case IntervalType() -> Optional.of(b);
                    default -> Optional.empty();
                };
            case IntervalType() -> b instanceof DurationType ? Optional.of(a) : Optional.empty();
            default -> Optional.empty();
        };
    }

    private static Optional<DataType> timestamp(TimestampType a, DataType b) {
        return switch (b) {
            case DateType() -> Optional.of(a);
            case TimestampType(TimeUnit unit, Optional<String> zone) ->
                Optional.of(new TimestampType(finer(a.unit(), unit), a.zone().or(() -> zone)));
            default -> Optional.empty();
        };
    }

    public static TimeUnit finer(TimeUnit a, TimeUnit b) {
        return a.perSecond() >= b.perSecond() ? a : b;
    }
}
