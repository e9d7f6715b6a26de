import type { ServingContext } from '@runnel/operations'
import type { Handlers } from '../call.ts'
import type { FlowRateLimiter } from '../flow-rate-limit.ts'
import { type AccountSettings, accountHandlers } from './account-handlers.ts'
import { accountLifeHandlers } from './account-life-handlers.ts'
import { apiKeyHandlers } from './api-key-handlers.ts'
import { attachmentHandlers } from './attachment-handlers.ts'
import { auditHandlers } from './audit-handlers.ts'
import { chatflowHandlers } from './chatflow-handlers.ts'
import { connectionHandlers } from './connection-handlers.ts'
import { credentialHandlers } from './credential-handlers.ts'
import { customToolHandlers } from './custom-tool-handlers.ts'
import { documentLoaderHandlers } from './document-loader-handlers.ts'
import { documentStoreHandlers } from './document-store-handlers.ts'
import { documentStoreVectorHandlers } from './document-store-vector-handlers.ts'
import { draftHandlers } from './draft-handlers.ts'
import { executionHandlers } from './execution-handlers.ts'
import { loginMethodHandlers } from './login-method-handlers.ts'
import { marketplaceHandlers } from './marketplace-handlers.ts'
import { mcpServerHandlers } from './mcp-server-handlers.ts'
import { nodeHandlers } from './node-handlers.ts'
import { organizationDomainHandlers } from './organization-domain-handlers.ts'
import { passkeyHandlers } from './passkey-handlers.ts'
import { peopleHandlers } from './people-handlers.ts'
import { type Platform, platformHandlers } from './platform-handlers.ts'
import { predictionHandlers } from './prediction-handlers.ts'
import { provisioningHandlers } from './provisioning-handlers.ts'
import { publicFlowHandlers } from './public-flow-handlers.ts'
import { retrievalTestHandlers } from './retrieval-test-handlers.ts'
import { roleHandlers } from './role-handlers.ts'
import { runHandlers } from './run-handlers.ts'
import { scimHandlers } from './scim-handlers.ts'
import { secondFactorHandlers } from './second-factor-handlers.ts'
import { type SignOnSettings, signOnHandlers } from './sign-on-handlers.ts'
import { speechHandlers } from './speech-handlers.ts'
import { variableHandlers } from './variable-handlers.ts'
import { vectorHandlers } from './vector-handlers.ts'
import { workspaceHandlers } from './workspace-handlers.ts'

/** What handlers need beside operations; each takes of it what it asks for. */
export interface HandlerSettings extends AccountSettings, SignOnSettings {
  platform: Platform
  /** Counts the calls of flows. */
  limiter: FlowRateLimiter
}

/** A handler for every route, in the order of their tables: a route without one does not compile. */
export function allHandlers(context: ServingContext, settings: HandlerSettings): Handlers {
  return {
    ...accountHandlers(context, settings),
    ...accountLifeHandlers(context, settings),
    ...apiKeyHandlers(context),
    ...attachmentHandlers(context),
    ...auditHandlers(context),
    ...chatflowHandlers(context),
    ...connectionHandlers(context, settings),
    ...credentialHandlers(context),
    ...customToolHandlers(context),
    ...mcpServerHandlers(context),
    ...documentLoaderHandlers(context),
    ...documentStoreHandlers(context),
    ...documentStoreVectorHandlers(context),
    ...draftHandlers(context),
    ...executionHandlers(context),
    ...loginMethodHandlers(context, settings.appUrl),
    ...organizationDomainHandlers(context),
    ...marketplaceHandlers(context),
    ...nodeHandlers(context),
    ...peopleHandlers(context, settings),
    ...platformHandlers(context, settings.platform),
    ...predictionHandlers(context),
    ...provisioningHandlers(context, settings.appUrl),
    ...publicFlowHandlers(context),
    ...retrievalTestHandlers(context),
    ...roleHandlers(context),
    ...runHandlers(context, settings.limiter),
    ...scimHandlers(context, settings.appUrl),
    ...secondFactorHandlers(context, settings),
    ...signOnHandlers(context, settings),
    ...passkeyHandlers(context, settings),
    ...speechHandlers(context, settings.limiter),
    ...variableHandlers(context),
    ...vectorHandlers(context, settings.limiter),
    ...workspaceHandlers(context),
  }
}
