package dev.sheaf.io.parquet.meta;

import dev.sheaf.column.DataType;
import dev.sheaf.column.TimeUnit;
import java.util.Objects;
import java.util.Optional;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.IntType;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.SchemaElement;
import org.jspecify.annotations.Nullable;

/// Which of our types the values of a leaf of a file's schema are.
///
/// The logical type decides; where there is none, the older converted type; where there is none of both, or one
/// that says nothing about the physical type at hand, the physical type. Timestamps of the converted types count
/// in UTC, as the format says; INT96 is a local timestamp. Where the digits of a decimal or the kind of an integer
/// stand in both forms and differ, one of them is damaged, and the column is not read.
final class ValueTypes {
    private static final int INTERVAL_WIDTH = 12;
    private static final int UUID_WIDTH = 16;
    private static final int FLOAT16_WIDTH = 2;

    private ValueTypes() {}

    /// The type, or why there is none.
    record Mapped(DataType type, Optional<String> unsupported) {
        static Mapped to(DataType type) {
            return new Mapped(type, Optional.empty());
        }
    }

    static Mapped of(SchemaElement element) {
        LogicalType logical = Objects.requireNonNullElseGet(element.getLogicalType(), LogicalType::new);
        if (contradicts(element, logical)) {
            return unsupported("a column whose type and older type differ");
        }
        if (logical.isSetDECIMAL() || isConverted(element, ConvertedType.DECIMAL)) {
            return decimal(element, logical);
        }
        if (logical.isSetUNKNOWN() && !element.isSetConverted_type()) { // parquet-java's intervals have both
            return Mapped.to(DataType.NULL);
        }
        return Mapped.to(
                switch (Objects.requireNonNull(element.getType())) {
                    case BOOLEAN -> DataType.BOOL;
                    case INT32 -> int32(element, logical);
                    case INT64 -> int64(element, logical);
                    case INT96 -> DataType.TIMESTAMP;
                    case FLOAT -> DataType.FLOAT32;
                    case DOUBLE -> DataType.FLOAT64;
                    case BYTE_ARRAY -> isText(element, logical) ? DataType.STRING : DataType.BINARY;
                    case FIXED_LEN_BYTE_ARRAY -> fixed(element, logical);
                });
    }

    private static boolean contradicts(SchemaElement element, LogicalType logical) {
        if (logical.isSetDECIMAL()) {
            return (element.isSetPrecision()
                            && element.getPrecision() != logical.getDECIMAL().getPrecision())
                    || (element.isSetScale()
                            && element.getScale() != logical.getDECIMAL().getScale());
        }
        return logical.isSetINTEGER()
                && element.isSetConverted_type()
                && element.getConverted_type() != integer(logical.getINTEGER());
    }

    private static @Nullable ConvertedType integer(IntType type) {
        return switch (type.getBitWidth()) {
            case 8 -> type.isIsSigned() ? ConvertedType.INT_8 : ConvertedType.UINT_8;
            case 16 -> type.isIsSigned() ? ConvertedType.INT_16 : ConvertedType.UINT_16;
            case 32 -> type.isIsSigned() ? ConvertedType.INT_32 : ConvertedType.UINT_32;
            case 64 -> type.isIsSigned() ? ConvertedType.INT_64 : ConvertedType.UINT_64;
            default -> null;
        };
    }

    private static boolean isConverted(SchemaElement element, ConvertedType type) {
        return element.isSetConverted_type() && element.getConverted_type() == type;
    }

    private static Mapped decimal(SchemaElement element, LogicalType logical) {
        boolean named = logical.isSetDECIMAL();
        int precision = named ? logical.getDECIMAL().getPrecision() : element.getPrecision();
        int scale = named ? logical.getDECIMAL().getScale() : element.getScale();
        if (precision < 1 || precision > DataType.DecimalType.MAX_PRECISION || scale < 0 || scale > precision) {
            return unsupported("decimal(" + precision + ", " + scale + ")");
        }
        return switch (Objects.requireNonNull(element.getType())) {
            case INT32, INT64, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> Mapped.to(DataType.decimal(precision, scale));
            case BOOLEAN, INT96, FLOAT, DOUBLE -> unsupported("a decimal stored as " + element.getType());
        };
    }

    private static Mapped unsupported(String what) {
        return new Mapped(DataType.BINARY, Optional.of(what + " is not supported"));
    }

    private static DataType int32(SchemaElement element, LogicalType logical) {
        if (logical.isSetINTEGER()) {
            int bits = logical.getINTEGER().getBitWidth();
            boolean signed = logical.getINTEGER().isIsSigned();
            return new DataType.IntType(bits == 8 || bits == 16 ? bits : 32, signed);
        }
        if (logical.isSetDATE() || isConverted(element, ConvertedType.DATE)) {
            return DataType.DATE;
        }
        if (logical.isSetTIME() || isConverted(element, ConvertedType.TIME_MILLIS)) {
            return new DataType.TimeType(TimeUnit.MILLI);
        }
        return switch (element.getConverted_type()) {
            case UINT_8 -> DataType.UINT8;
            case UINT_16 -> DataType.UINT16;
            case UINT_32 -> DataType.UINT32;
            case INT_8 -> DataType.INT8;
            case INT_16 -> DataType.INT16;
            case null, default -> DataType.INT32;
        };
    }

    private static DataType int64(SchemaElement element, LogicalType logical) {
        if (logical.isSetINTEGER()) {
            return logical.getINTEGER().isIsSigned() ? DataType.INT64 : DataType.UINT64;
        }
        if (logical.isSetTIMESTAMP()) {
            return timestamp(
                    unit(Objects.requireNonNull(logical.getTIMESTAMP().getUnit())),
                    logical.getTIMESTAMP().isIsAdjustedToUTC());
        }
        if (logical.isSetTIME()) {
            return new DataType.TimeType(
                    unit(Objects.requireNonNull(logical.getTIME().getUnit())));
        }
        return switch (element.getConverted_type()) {
            case UINT_64 -> DataType.UINT64;
            case TIME_MICROS -> new DataType.TimeType(TimeUnit.MICRO);
            case TIMESTAMP_MILLIS -> timestamp(TimeUnit.MILLI, true);
            case TIMESTAMP_MICROS -> timestamp(TimeUnit.MICRO, true);
            case null, default -> DataType.INT64;
        };
    }

    private static DataType timestamp(TimeUnit unit, boolean utc) {
        return new DataType.TimestampType(unit, utc ? Optional.of("UTC") : Optional.empty());
    }

    private static TimeUnit unit(org.apache.parquet.format.TimeUnit unit) {
        return unit.isSetMILLIS() ? TimeUnit.MILLI : unit.isSetNANOS() ? TimeUnit.NANO : TimeUnit.MICRO;
    }

    private static boolean isText(SchemaElement element, LogicalType logical) {
        return logical.isSetSTRING()
                || logical.isSetENUM()
                || logical.isSetJSON()
                || isConverted(element, ConvertedType.UTF8)
                || isConverted(element, ConvertedType.ENUM)
                || isConverted(element, ConvertedType.JSON);
    }

    private static DataType fixed(SchemaElement element, LogicalType logical) {
        if (logical.isSetUUID() && element.getType_length() == UUID_WIDTH) {
            return DataType.STRING;
        }
        if (isConverted(element, ConvertedType.INTERVAL) && element.getType_length() == INTERVAL_WIDTH) {
            return DataType.INTERVAL;
        }
        return logical.isSetFLOAT16() && element.getType_length() == FLOAT16_WIDTH ? DataType.FLOAT32 : DataType.BINARY;
    }
}
