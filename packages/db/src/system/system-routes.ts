import { RunnelError } from '@runnel/contract'
import type { SystemScope } from './system-scope.ts'

/** Public routes name a thing, not a workspace: these find the workspace. Undefined when there is no such thing. */
export interface SystemRoutes {
  findWorkspaceOfFlow(flowId: string): Promise<string | undefined>
  /** Whose a run is: its workspace, and who of it began it. */
  findOwnerOfRun(runId: string): Promise<{ workspaceId: string; namespace: string } | undefined>
  /** The organisation of a workspace. Throws `not_found`. */
  getOrganizationId(workspaceId: string): Promise<string>
  /** All workspaces, for maintenance that goes through them one by one. */
  listWorkspaceIds(): Promise<string[]>
}

/** Makes the resolvers of public routes. */
export function createSystemRoutes({ reader }: SystemScope): SystemRoutes {
  return {
    async findWorkspaceOfFlow(flowId) {
      const flows = reader().selectFrom('flows').select('workspaceId').where('deletedAt', 'is', null)
      return (await flows.where('id', '=', flowId).executeTakeFirst())?.workspaceId
    },
    findOwnerOfRun: (runId) =>
      reader()
        .selectFrom('runs')
        .select(['workspaceId', 'namespace'])
        .where('id', '=', runId)
        .executeTakeFirst(),
    async getOrganizationId(workspaceId) {
      const workspaces = reader().selectFrom('workspaces').select('organizationId')
      const workspace = await workspaces.where('id', '=', workspaceId).executeTakeFirst()
      if (!workspace) throw new RunnelError('not_found', `Workspace ${workspaceId} not found`)
      return workspace.organizationId
    },
    async listWorkspaceIds() {
      const rows = await reader().selectFrom('workspaces').select('id').orderBy('createdAt').execute()
      return rows.map(({ id }) => id)
    },
  }
}
