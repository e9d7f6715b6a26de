import type { BenchContext } from '../bench-context.ts'
import type { Figure, Measured, RowSpec } from '../figures/figure.ts'
import { GROUPS, type RowGroup } from './groups.ts'
import { ROWS, type RowName } from './rows.ts'
import { selectRows } from './select-rows.ts'

type Found = Partial<Record<RowName, Measured | { failure: string }>>

/** Measures the rows that were asked for. A group that breaks fails its rows and no others. */
export async function measureRows(bench: BenchContext): Promise<Figure[]> {
  const wanted = selectRows(bench.options.rows, ROWS, GROUPS)
  const found: Found = {}
  for (const group of GROUPS)
    if (group.rows.some((row) => wanted.has(row))) Object.assign(found, await measureGroup(bench, group))
  return Object.entries<RowSpec>(ROWS)
    .filter(([name]) => wanted.has(name))
    .map(([name, spec]) => ({ ...spec, samples: [], ...found[name as RowName] }))
}

async function measureGroup(bench: BenchContext, { name, rows, measure }: RowGroup): Promise<Found> {
  console.error(`Measuring ${name} …`)
  try {
    return await measure(bench)
  } catch (error) {
    console.error(error)
    const failure = error instanceof Error ? error.message : String(error)
    return Object.fromEntries(rows.map((row) => [row, { failure }]))
  }
}
