import { accountRoutes } from './account.ts'
import { accountLifeRoutes } from './account-life.ts'
import { apiKeyRoutes } from './api-keys.ts'
import { attachmentRoutes } from './attachments.ts'
import { auditRoutes } from './audit.ts'
import { chatflowRoutes } from './chatflows.ts'
import { connectionRoutes } from './connections.ts'
import { credentialRoutes } from './credentials.ts'
import { customToolRoutes } from './custom-tools.ts'
import { documentLoaderRoutes } from './document-loaders.ts'
import { documentStoreVectorRoutes } from './document-store-vectors.ts'
import { documentStoreRoutes } from './document-stores.ts'
import { draftRoutes } from './drafts.ts'
import { executionRoutes } from './executions.ts'
import { loginMethodRoutes } from './login-methods.ts'
import { marketplaceRoutes } from './marketplace.ts'
import { mcpServerRoutes } from './mcp-servers.ts'
import { nodeRoutes } from './nodes.ts'
import { organizationDomainRoutes } from './organization-domains.ts'
import { passkeyRoutes } from './passkeys.ts'
import { peopleRoutes } from './people.ts'
import { platformRoutes } from './platform.ts'
import { predictionRoutes } from './prediction.ts'
import { provisioningRoutes } from './provisioning.ts'
import { publicFlowRoutes } from './public-flows.ts'
import { retrievalTestRoutes } from './retrieval-tests.ts'
import { roleRoutes } from './roles.ts'
import { runRoutes } from './runs.ts'
import { scimRoutes } from './scim.ts'
import { secondFactorRoutes } from './second-factor.ts'
import { signOnRoutes } from './sign-on.ts'
import { speechRoutes } from './speech.ts'
import { variableRoutes } from './variables.ts'
import { vectorRoutes } from './vectors.ts'
import { workspaceRoutes } from './workspaces.ts'

/** Every route of the API by operation name: server, client and OpenAPI are made from this one table. */
export const allRoutes = {
  ...accountRoutes,
  ...accountLifeRoutes,
  ...apiKeyRoutes,
  ...attachmentRoutes,
  ...auditRoutes,
  ...chatflowRoutes,
  ...connectionRoutes,
  ...credentialRoutes,
  ...customToolRoutes,
  ...mcpServerRoutes,
  ...documentLoaderRoutes,
  ...documentStoreRoutes,
  ...documentStoreVectorRoutes,
  ...draftRoutes,
  ...executionRoutes,
  ...loginMethodRoutes,
  ...organizationDomainRoutes,
  ...marketplaceRoutes,
  ...nodeRoutes,
  ...peopleRoutes,
  ...platformRoutes,
  ...predictionRoutes,
  ...provisioningRoutes,
  ...publicFlowRoutes,
  ...retrievalTestRoutes,
  ...roleRoutes,
  ...runRoutes,
  ...scimRoutes,
  ...secondFactorRoutes,
  ...signOnRoutes,
  ...passkeyRoutes,
  ...speechRoutes,
  ...variableRoutes,
  ...vectorRoutes,
  ...workspaceRoutes,
}

/** Name of a route, which is also the name of its client method. */
export type RouteName = keyof typeof allRoutes
