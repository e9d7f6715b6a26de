import type { TenantColumn } from '../tenant/tenant-column.ts'

/** What a template makes, in the words of the wire. */
export type TemplateType = 'AgentflowV2' | 'Chatflow' | 'Tool'

/** One template of a workspace. */
export interface CustomTemplateTable {
  id: string
  workspaceId: TenantColumn
  name: string
  description: string
  badge: string
  /** A JSON list of texts. */
  usecases: string
  type: TemplateType
  /** JSON: a flow in the form of the wire, without secrets; of a tool what makes it. */
  content: string
  /** A JSON list of the type names of its nodes, one for each node. */
  nodeTypes: string
  createdAt: number
  updatedAt: number
}
