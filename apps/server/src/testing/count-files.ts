import type { TestServer } from './test-server.ts'

/** How many files a flow has. */
export async function countFiles({ context }: TestServer, flowId: string): Promise<number> {
  const { db } = context
  const workspaceId = (await db.system.routes.findWorkspaceOfFlow(flowId)) ?? ''
  const page = { ownerKind: 'flow', ownerId: flowId, page: 1, limit: 50 }
  return (await db.read(workspaceId).files.list(page)).rows.length
}
