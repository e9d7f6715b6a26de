import { type Principal, workspaceOf } from '@runnel/access'
import type { FlowUse, ShownUsage } from '@runnel/contract'
import type { OperationContext } from './context.ts'
import { mayOnFlows } from './flow-rights.ts'

/** What a list tells of its rows. */
export interface UsageWish {
  /** `full` tells which flows use each row. */
  view?: 'summary' | 'full' | undefined
  /** Leaves out the rows that no flow uses, or that some flow does. */
  usage?: 'used' | 'unused' | undefined
}

/**
 * Which flows use each of the rows of a list, in one statement for all of them. Of those that the caller may not see only
 * the number is told.
 */
export async function listUsage(
  context: OperationContext,
  principal: Principal,
  { view, kind, targets }: Pick<UsageWish, 'view'> & { kind: FlowUse['kind']; targets: readonly string[] },
): Promise<(target: string) => { usedBy?: ShownUsage }> {
  if (view !== 'full') return () => ({})
  const usage = await context.db.read(workspaceOf(principal)).flows.findUsage(kind, targets)
  return (target) => {
    const { flows, total } = usage.get(target) ?? { flows: [], total: 0 }
    return { usedBy: { flows: flows.filter(({ type }) => mayOnFlows(principal, type, 'view')), total } }
  }
}
