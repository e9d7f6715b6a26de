import { costOf, type ExecutionStep } from '@runnel/contract'

/** What the calls of a run cost, in US dollars, as far as their prices are known. */
export interface RunCosts {
  /** Absent where no price is known. */
  known?: number
  /** How many calls used tokens whose price is unknown. */
  unpriced: number
}

/** True for a record that used tokens and tells no cost of them. */
export function isUnpriced({ usage }: Pick<ExecutionStep, 'usage'>): boolean {
  return usage !== null && usage.totalTokens > 0 && costOf(usage) === undefined
}

/** Adds up the calls of a run; steps repeat what their calls used. */
export function sumCosts(steps: readonly Pick<ExecutionStep, 'kind' | 'usage'>[]): RunCosts {
  const calls = steps.filter(({ kind }) => kind !== 'step')
  const costs = calls.flatMap(({ usage }) => (usage === null ? [] : (costOf(usage) ?? [])))
  return {
    ...(costs.length > 0 && { known: costs.reduce((sum, cost) => sum + cost, 0) }),
    unpriced: calls.filter(isUnpriced).length,
  }
}
