package dev.sheaf.groupby.cuda.request;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.sheaf.column.DataType;
import dev.sheaf.cuda.driver.Scratch;
import dev.sheaf.cuda.kernel.KernelFile;
import dev.sheaf.cuda.kernel.Specialization;
import dev.sheaf.expr.bind.BoundExpr;
import dev.sheaf.groupby.cuda.device.DeviceColumn;
import dev.sheaf.groupby.cuda.device.DeviceRun;
import dev.sheaf.groupby.cuda.text.TextIds;
import dev.sheaf.memory.Buffer;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/// Computes the operands of a plan from its inputs. See `row_values.cu` and `project.cu`.
public final class Projection {
    private static final Specialization SHOWN = Specialization.of(KernelFile.ROW_VALUES);
    private static final int INPUT_BYTES = 24;
    private static final int OUTPUT_BYTES = 16;

    private final DeviceRun run;
    private final GeneralPlan plan;
    private final Map<Integer, TextIds> texts;

    public Projection(DeviceRun run, GeneralPlan plan, Map<Integer, TextIds> texts) {
        this.run = run;
        this.plan = plan;
        this.texts = texts;
    }

    /// A row has no result on the device; the CPU knows why.
    public static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public Refused() {
            super("an expression has no result for a row", null, false, false);
        }
    }

    /// The values of each operand for some rows, to be closed by the caller. Texts that have no numbers are not there.
    ///
    /// @param keep gets 1 for the rows that fulfil the condition, else 0; null if there is none
    /// @throws Refused if a row has no result
    public List<RowValues> compute(RowBlock rows, @Nullable Buffer keep) {
        List<RowValues> operands = new ArrayList<>();
        try {
            for (Operand operand : plan.operands()) {
                RowValues direct = direct(operand, rows);
                operands.add(direct != null ? direct : room(operand, rows.count()));
            }
            for (int operand = 0; operand < operands.size(); operand++) {
                if (!plan.operands().get(operand).isText()) {
                    show(operand, rows, operands, null);
                }
            }
            if (keep != null) {
                keepRows(rows, operands.get(plan.where()), keep);
            }
            if (plan.projection().isPresent()) {
                project(plan.projection().orElseThrow(), rows, operands, keep);
            }
            for (int operand : plan.textOperands()) {
                show(operand, rows, operands, keep);
                if (texts.containsKey(operand)) {
                    number(operand, rows, operands);
                }
            }
            return operands;
        } catch (RuntimeException | Error failure) {
            operands.forEach(RowValues::close);
            throw failure;
        }
    }

    /// The values of a column that has no nulls and lies as kernels want it, without a copy.
    private @Nullable RowValues direct(Operand operand, RowBlock rows) {
        if (!(operand.expr() instanceof BoundExpr.Column)
                || operand.isText()
                || operand.type().equals(DataType.BOOL)) {
            return null;
        }
        DeviceColumn column = rows.inputs().get(plan.inputOf(operand));
        int width = operand.cudaType().byteWidth();
        return column.validity() != null
                ? null
                : new RowValues(column.values().slice(rows.first() * width, (long) rows.count() * width), null);
    }

    /// Texts get their numbers, and so their data, later.
    private RowValues room(Operand operand, int rows) {
        long bytes = operand.isText() ? 0 : (long) rows * operand.cudaType().byteWidth();
        Buffer data = run.allocate(bytes, "row values");
        try {
            return new RowValues(data, run.allocate(rows, "row validity"));
        } catch (RuntimeException | Error failure) {
            data.close();
            throw failure;
        }
    }

    /// Makes room for values to what an input shows, unless it lies as kernels want it.
    private void show(int number, RowBlock rows, List<RowValues> operands, @Nullable Buffer keep) {
        Operand operand = plan.operands().get(number);
        RowValues values = operands.get(number);
        OptionalInt input = plan.shownBy(operand);
        if (values.valid() == null || input.isEmpty()) {
            return;
        }
        DeviceColumn column = rows.inputs().get(input.getAsInt());
        run.each(
                SHOWN,
                "row_values",
                rows.count(),
                column.values().address(),
                column.validityAddress(),
                column.firstBit(),
                rows.first(),
                rows.count(),
                keep == null ? 0 : keep.address(),
                bits(operand),
                values.data().address(),
                values.validAddress());
    }

    /// As `row_values.cu` has them. Texts get their numbers later.
    private static int bits(Operand operand) {
        if (operand.isText()) {
            return 0;
        }
        return operand.type().equals(DataType.BOOL)
                ? 1
                : Byte.SIZE * operand.cudaType().byteWidth();
    }

    /// A condition that is not shown is computed with the other operands.
    private void keepRows(RowBlock rows, RowValues where, Buffer keep) {
        if (plan.shownBy(plan.operands().get(plan.where())).isPresent()) {
            run.each(
                    SHOWN,
                    "keep_rows",
                    rows.count(),
                    where.data().address(),
                    where.validAddress(),
                    rows.count(),
                    keep.address());
        }
    }

    private void project(Specialization kernel, RowBlock rows, List<RowValues> operands, @Nullable Buffer keep) {
        try (Buffer inputs = inputs(rows.inputs());
                Buffer literals = literals();
                Buffer outputs = outputs(operands);
                Buffer fault = run.filled(Integer.BYTES, 0, "faults")) {
            run.each(
                    kernel,
                    "project",
                    rows.count(),
                    inputs.address(),
                    literals.address(),
                    outputs.address(),
                    rows.first(),
                    rows.count(),
                    keep == null ? 0 : keep.address(),
                    fault.address());
            if (plan.canFault()) {
                checkFault(fault);
            }
        }
    }

    private void checkFault(Buffer fault) {
        MemorySegment word = Scratch.block(Integer.BYTES);
        run.fetch(fault, word);
        if (word.get(JAVA_INT, 0) != 0) {
            throw new Refused();
        }
    }

    private void number(int operand, RowBlock rows, List<RowValues> operands) {
        RowValues values = operands.get(operand);
        try (DeviceColumn column =
                rows.inputs().get(plan.inputOf(plan.operands().get(operand))).texts(rows.first(), rows.count())) {
            Buffer numbers = Objects.requireNonNull(texts.get(operand)).number(column, values.valid());
            values.data().close();
            operands.set(operand, new RowValues(numbers, values.valid()));
        }
    }

    private Buffer literals() {
        List<Long> words = plan.literals();
        MemorySegment all = Scratch.block(Math.max(1, words.size()) * (long) Long.BYTES);
        for (int i = 0; i < words.size(); i++) {
            all.setAtIndex(JAVA_LONG, i, words.get(i));
        }
        return run.small(all, "literals");
    }

    private Buffer inputs(List<DeviceColumn> columns) {
        MemorySegment all = Scratch.block(Math.max(1, columns.size()) * (long) INPUT_BYTES);
        for (int i = 0; i < columns.size(); i++) {
            DeviceColumn column = columns.get(i);
            long at = (long) i * INPUT_BYTES;
            all.set(JAVA_LONG, at, column.values().address());
            all.set(JAVA_LONG, at + 8, column.validityAddress());
            all.set(JAVA_LONG, at + 16, column.firstBit());
        }
        return run.small(all, "input columns");
    }

    private Buffer outputs(List<RowValues> operands) {
        MemorySegment all = Scratch.block(Math.max(1, operands.size()) * (long) OUTPUT_BYTES);
        for (int i = 0; i < operands.size(); i++) {
            long at = (long) i * OUTPUT_BYTES;
            boolean isWanted = operands.get(i).valid() != null;
            all.set(JAVA_LONG, at, isWanted ? operands.get(i).data().address() : 0);
            all.set(JAVA_LONG, at + 8, operands.get(i).validAddress());
        }
        return run.small(all, "output columns");
    }
}
