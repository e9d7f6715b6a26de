import type { KyselyPlugin } from 'kysely'
import type { OrganizationSchema, TenantSchema } from '../schema.ts'
import { holdToOwner } from './scope-transformer.ts'

const WORKSPACE_TABLES = {
  flows: 'workspaceId',
  flowVersions: 'workspaceId',
  flowDrafts: 'workspaceId',
  flowChanges: 'workspaceId',
  flowUses: 'workspaceId',
  credentials: 'workspaceId',
  connections: 'workspaceId',
  authorisations: 'workspaceId',
  customTools: 'workspaceId',
  mcpServers: 'workspaceId',
  variables: 'workspaceId',
  customTemplates: 'workspaceId',
  apiKeys: 'workspaceId',
  runs: 'workspaceId',
  runWaits: 'workspaceId',
  runSteps: 'workspaceId',
  runEvents: 'workspaceId',
  chatMessages: 'workspaceId',
  files: 'workspaceId',
  vectorCollections: 'workspaceId',
  vectorEntries: 'workspaceId',
  documentStores: 'workspaceId',
  documentLoaders: 'workspaceId',
  documentChunks: 'workspaceId',
  chunkContexts: 'workspaceId',
  loaderRefreshes: 'workspaceId',
  loaderPages: 'workspaceId',
  upsertHistory: 'workspaceId',
  retrievalQuestions: 'workspaceId',
  retrievalTests: 'workspaceId',
  retrievalResults: 'workspaceId',
  vectorCentres: 'workspaceId',
  vectorParts: 'workspaceId',
  vectorTerms: 'workspaceId',
  workspaceShares: 'workspaceId',
  usableCredentials: 'workspaceId',
  usableTemplates: 'workspaceId',
  auditEntries: 'workspaceId',
} as const satisfies Record<keyof TenantSchema, string>

const ORGANIZATION_TABLES = {
  organizations: 'id',
  organizationMembers: 'organizationId',
  workspaces: 'organizationId',
  roles: 'organizationId',
  workspaceMembers: 'organizationId',
  auditEntries: 'organizationId',
  loginActivities: 'organizationId',
  loginMethods: 'organizationId',
  organizationDomains: 'organizationId',
  identities: 'organizationId',
  scimTokens: 'organizationId',
  scimUsers: 'organizationId',
  scimGroups: 'organizationId',
  scimGroupMembers: 'organizationId',
  scimMappings: 'organizationId',
  scimCalls: 'organizationId',
  outgoingMails: 'organizationId',
} as const satisfies Record<keyof OrganizationSchema, string>

const workspaceColumns: ReadonlyMap<string, string> = new Map(Object.entries(WORKSPACE_TABLES))
const organizationColumns: ReadonlyMap<string, string> = new Map(Object.entries(ORGANIZATION_TABLES))

/**
 * Adds the workspace to every statement that Kysely builds, whatever its shape: a condition on each table that is
 * read, joined, updated or deleted from (a row that an insert would replace included), a value in each row that is
 * inserted. No reader or writer can forget it. What cannot be held to the workspace is refused, hand-written
 * statements included.
 */
export function createTenantPlugin(workspaceId: string): KyselyPlugin {
  return createOwnerPlugin(workspaceColumns, workspaceId)
}

/** As `createTenantPlugin`, for the tables of one organisation. */
export function createOrganizationPlugin(organizationId: string): KyselyPlugin {
  return createOwnerPlugin(organizationColumns, organizationId)
}

function createOwnerPlugin(columns: ReadonlyMap<string, string>, owner: string): KyselyPlugin {
  return {
    transformQuery: ({ node }) => holdToOwner(node, { columns, owner }),
    transformResult: async ({ result }) => result,
  }
}
