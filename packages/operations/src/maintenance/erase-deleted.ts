import type { OperationContext } from '../context.ts'

/** Deleted flows that one round goes through at most. */
const FLOWS_AT_ONCE = 100

/** Takes away what hangs on a deleted flow, slice by slice, so that nobody waits for it. */
export async function eraseFlow({ db }: OperationContext, flowId: string): Promise<void> {
  while (await db.system.deletions.eraseFlow(flowId)) {
    // Each slice is a write of its own; others get their turn in between.
  }
}

/** Goes on with deletions that were cut off. */
export async function eraseDeleted(context: OperationContext): Promise<void> {
  for (const flowId of await context.db.system.deletions.flows(FLOWS_AT_ONCE))
    await eraseFlow(context, flowId)
}
