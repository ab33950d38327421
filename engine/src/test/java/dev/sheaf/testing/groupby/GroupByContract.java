package dev.sheaf.testing.groupby;

import dev.sheaf.memory.MemoryPool;
import dev.sheaf.testing.PoolCheck;
import dev.sheaf.testing.RandomCases;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// One meaning on every backend: the rules of the package documentation of `dev.sheaf.groupby`, case by case.
///
/// A backend's test extends this class and says which backend, and in which variants (forced strategies,
/// thread counts, tables so small that they overflow) all cases run. Each case also pins the reference that the
/// random requests are compared with.
///
/// The cases lie by theme in [KeyCases], [SumCases], [OrderCases], [SpreadCases] and [FilterCases]; here are those
/// drawn at random, and what happens to runs.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith(PoolCheck.class)
public abstract class GroupByContract implements KeyCases, SumCases, OrderCases, SpreadCases, FilterCases {
    @ParameterizedTest
    @MethodSource("variants")
    void randomRequestsGiveWhatTheReferenceGives(Variant variant, MemoryPool pool) {
        new RandomComparison(backend(), variant, pool).exact();
    }

    @ParameterizedTest
    @MethodSource("variants")
    void randomFloatingResultsAreThoseOfTheReferenceButForRounding(Variant variant, MemoryPool pool) {
        new RandomComparison(backend(), variant, pool).rounded();
    }

    @ParameterizedTest
    @MethodSource("variants")
    void manyGroupsAreKeptApart(Variant variant, MemoryPool pool) {
        new GroupByStress(backend(), variant, pool).manyGroups();
    }

    @ParameterizedTest
    @MethodSource("variants")
    void aMemoryLimitIsKeptOrReported(Variant variant, MemoryPool pool) {
        new GroupByStress(backend(), variant, pool).memoryLimits();
    }

    @ParameterizedTest
    @MethodSource("variants")
    void aCancelledRunStopsAndGivesItsMemoryBack(Variant variant, MemoryPool pool) {
        new GroupByStress(backend(), variant, pool).cancellation();
    }

    @ParameterizedTest
    @MethodSource("variants")
    void aFailingSourceFailsTheRunWithItsOwnError(Variant variant, MemoryPool pool) {
        new GroupByStress(backend(), variant, pool).failingSource();
    }

    /// Every cell of [ContractCells], in full.
    protected final void cells(MemoryPool pool) {
        RandomCases.run(
                20_000, random -> RandomComparison.cells(ContractCells.MANY, backend(), variants(), pool, random));
    }

    /// Some of them, for backends that take long.
    protected final void someCells(MemoryPool pool) {
        RandomCases.run(
                1_000, 20, random -> RandomComparison.cells(ContractCells.FEW, backend(), variants(), pool, random));
    }
}
