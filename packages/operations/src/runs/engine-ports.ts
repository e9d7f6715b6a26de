import { hash, randomUUID } from 'node:crypto'
import type { JsonObject } from '@runnel/contract'
import { brokerFetchBy } from '@runnel/drivers'
import type { EnginePorts } from '@runnel/engine'
import type { OperationContext } from '../context.ts'
import { createCredentialOpener } from './open-credential.ts'
import { openModel } from './open-model.ts'
import { planSubFlow } from './plan-sub-flow.ts'

/** What the ports of one run are made for. */
export interface PortsScope {
  workspaceId: string
  consentedHosts: string[]
}

/** Joins the engine to the world for one run: catalogue, models, sandbox, clock. */
export function createEnginePorts(context: OperationContext, scope: PortsScope): EnginePorts {
  const credentials = createCredentialOpener(context, scope.workspaceId)
  const opening = { credentials, consentedHosts: scope.consentedHosts }
  const broker = { fetch: brokerFetchBy(context.egress.fetch) }
  return {
    loadRun: async (type) => context.catalogue.findNode(type)?.run?.(),
    loadBuild: async (type) => context.catalogue.findNode(type)?.build?.(),
    findDefinition: context.catalogue.find,
    openModel: (reference) => openModel(context, reference, opening),
    async runCode({ code, globals, signal }: { code: string; globals: JsonObject; signal: AbortSignal }) {
      const owner = scope.workspaceId
      const { value } = await context.sandbox.run({ code, owner, globals, signal, broker })
      return value
    },
    planFlow: (request) => planSubFlow(context, scope.workspaceId, request),
    now: context.now,
    newId: randomUUID,
    hash: (text) => hash('sha256', text),
    sleep: context.sleep,
  }
}
