package dev.sheaf.expr.list;

import dev.sheaf.column.ColumnComparator;

/// Sorts the elements of one list after the other; equal ones keep their order.
final class ListSort {
    private static final int INSERTION = 16;

    private final ColumnComparator order;
    private int[] numbers = new int[INSERTION];
    private int[] scratch = new int[INSERTION];

    ListSort(ColumnComparator order) {
        this.order = order;
    }

    /// The numbers from `from` to `to` in the order of their elements, at the start of an array that the
    /// next call uses again.
    int[] sorted(int from, int to) {
        int size = to - from;
        if (numbers.length < size) {
            numbers = new int[Math.max(size, 2 * numbers.length)];
            scratch = new int[numbers.length];
        }
        for (int i = 0; i < size; i++) {
            numbers[i] = from + i;
        }
        sort(0, size);
        return numbers;
    }

    private void sort(int from, int to) {
        if (to - from <= INSERTION) {
            insert(from, to);
            return;
        }
        int middle = (from + to) >>> 1;
        sort(from, middle);
        sort(middle, to);
        if (order.compare(numbers[middle - 1], numbers[middle]) > 0) {
            merge(from, middle, to);
        }
    }

    private void insert(int from, int to) {
        for (int i = from + 1; i < to; i++) {
            int number = numbers[i];
            int at = i;
            while (at > from && order.compare(numbers[at - 1], number) > 0) {
                numbers[at] = numbers[at - 1];
                at--;
            }
            numbers[at] = number;
        }
    }

    private void merge(int from, int middle, int to) {
        System.arraycopy(numbers, from, scratch, from, middle - from);
        int left = from;
        int right = middle;
        int at = from;
        while (left < middle) {
            boolean takeRight = right < to && order.compare(scratch[left], numbers[right]) > 0;
            numbers[at++] = takeRight ? numbers[right++] : scratch[left++];
        }
    }
}
