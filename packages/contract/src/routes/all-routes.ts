import { accountRoutes } from './account.ts'
import { apiKeyRoutes } from './api-keys.ts'
import { chatflowRoutes } from './chatflows.ts'
import { connectionRoutes } from './connections.ts'
import { credentialRoutes } from './credentials.ts'
import { customToolRoutes } from './custom-tools.ts'
import { draftRoutes } from './drafts.ts'
import { executionRoutes } from './executions.ts'
import { marketplaceRoutes } from './marketplace.ts'
import { nodeRoutes } from './nodes.ts'
import { peopleRoutes } from './people.ts'
import { platformRoutes } from './platform.ts'
import { predictionRoutes } from './prediction.ts'
import { publicFlowRoutes } from './public-flows.ts'
import { roleRoutes } from './roles.ts'
import { runRoutes } from './runs.ts'
import { speechRoutes } from './speech.ts'
import { variableRoutes } from './variables.ts'
import { vectorRoutes } from './vectors.ts'
import { workspaceRoutes } from './workspaces.ts'

/** Every route of the API by operation name: server, client and OpenAPI are made from this one table. */
export const allRoutes = {
  ...accountRoutes,
  ...apiKeyRoutes,
  ...chatflowRoutes,
  ...connectionRoutes,
  ...credentialRoutes,
  ...customToolRoutes,
  ...draftRoutes,
  ...executionRoutes,
  ...marketplaceRoutes,
  ...nodeRoutes,
  ...peopleRoutes,
  ...platformRoutes,
  ...predictionRoutes,
  ...publicFlowRoutes,
  ...roleRoutes,
  ...runRoutes,
  ...speechRoutes,
  ...variableRoutes,
  ...vectorRoutes,
  ...workspaceRoutes,
}

/** Name of a route, which is also the name of its client method. */
export type RouteName = keyof typeof allRoutes
