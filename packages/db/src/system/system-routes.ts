import type { SystemScope } from './system-scope.ts'

/** Public routes name a thing, not a workspace: these find the workspace. Undefined when there is no such thing. */
export interface SystemRoutes {
  findWorkspaceOfFlow(flowId: string): Promise<string | undefined>
  findWorkspaceOfRun(runId: string): Promise<string | undefined>
  /** All workspaces, for maintenance that goes through them one by one. */
  listWorkspaceIds(): Promise<string[]>
}

/** Makes the resolvers of public routes. */
export function createSystemRoutes({ reader }: SystemScope): SystemRoutes {
  async function findWorkspace(table: 'flows' | 'runs', id: string): Promise<string | undefined> {
    const row = await reader().selectFrom(table).select('workspaceId').where('id', '=', id).executeTakeFirst()
    return row?.workspaceId
  }
  return {
    findWorkspaceOfFlow: (flowId) => findWorkspace('flows', flowId),
    findWorkspaceOfRun: (runId) => findWorkspace('runs', runId),
    async listWorkspaceIds() {
      const rows = await reader().selectFrom('workspaces').select('id').orderBy('createdAt').execute()
      return rows.map(({ id }) => id)
    },
  }
}
