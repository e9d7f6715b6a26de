import type { OperationContext } from '../context.ts'

/** Takes away what hangs on a deleted flow, slice by slice, so that nobody waits for it. */
export async function eraseFlow({ db }: OperationContext, flowId: string): Promise<void> {
  while (await db.system.deletions.eraseFlow(flowId)) {
    // Each slice is a write of its own; others get their turn in between.
  }
}
