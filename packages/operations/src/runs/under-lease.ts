import type { Egress } from '@runnel/drivers'
import type { OperationContext } from '../context.ts'
import type { RunLease } from '../owned-run.ts'

/**
 * The world as one run may touch it: nothing is called, run or written unless this process is sure to have the run. A
 * request is looked at once more when its connection stands, which may take seconds.
 */
export function underLease(context: OperationContext, lease: RunLease): OperationContext {
  const holding = <T>(act: () => Promise<T>): Promise<T> => lease.hold()?.then(act) ?? act()
  const { db, blobs, sandbox, egress } = context
  const fetch: Egress['fetch'] = (input, init, options) =>
    holding(() => egress.fetch(input, init, { ...options, beforeSend: lease.assertSure }))
  return {
    ...context,
    db: { ...db, write: (workspaceId, work) => holding(() => db.write(workspaceId, work)) },
    blobs: { ...blobs, put: (content) => holding(() => blobs.put(content)) },
    sandbox: { ...sandbox, run: (code) => holding(() => sandbox.run(code)) },
    egress: {
      ...egress,
      fetch,
      fetchWith: (fixed) => (input, init) => fetch(input, init, fixed),
      checkHost: (host, port) => holding(() => egress.checkHost(host, port)),
    },
  }
}
