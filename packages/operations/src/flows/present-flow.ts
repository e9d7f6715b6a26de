import type { Principal } from '@runnel/access'
import { type Chatflow, type FlowDocument, isoTime, type NodeMark } from '@runnel/contract'
import type { FlowRow } from '@runnel/db'
import { exportFlow } from '@runnel/graph'
import type { Catalogue } from '../catalogue.ts'
import { mayOnFlows } from './flow-permissions.ts'

/** A flow's row on the wire, without its document. */
export function presentFlowRow(flow: FlowRow): Chatflow {
  return {
    id: flow.id,
    name: flow.name,
    type: flow.type,
    deployed: flow.deployed,
    isPublic: flow.isPublic,
    apikeyid: flow.apikeyid,
    chatbotConfig: flow.chatbotConfig,
    apiConfig: flow.apiConfig,
    analytic: flow.analytic,
    speechToText: flow.speechToText,
    textToSpeech: flow.textToSpeech,
    followUpPrompts: flow.followUpPrompts,
    mcpServerConfig: flow.mcpServerConfig,
    privateSessions: flow.privateSessions,
    category: flow.category,
    webhookSecretConfigured: flow.webhookSecretConfigured !== null,
    concurrency: flow.concurrency,
    revision: flow.revision,
    headVersionId: flow.headVersionId,
    createdDate: isoTime(flow.createdAt),
    updatedDate: isoTime(flow.updatedAt),
    workspaceId: flow.workspaceId,
  }
}

/** As somebody sees it who may see flows of its kind: secrets may stand in what only its editors need. */
export function shownTo(principal: Principal, flow: Chatflow): Chatflow {
  return mayOnFlows(principal, flow.type, 'update') ? flow : { ...flow, mcpServerConfig: null }
}

/** With `flowData` in the reference's form, as text. */
export function presentFlowData(flow: FlowRow, document: FlowDocument, catalogue: Catalogue): Chatflow {
  const wire = exportFlow(document, catalogue.find, flow.viewport ? { viewport: flow.viewport } : {})
  return { ...presentFlowRow(flow), flowData: JSON.stringify(wire) }
}

/** With the record form, for our canvas. */
export function presentFlowDocument(flow: FlowRow, document: FlowDocument): Chatflow {
  return { ...presentFlowRow(flow), document, viewport: flow.viewport, changeSequence: flow.changeSequence }
}

const MAX_TYPES = 8

function markOf(name: string, catalogue: Catalogue): NodeMark {
  const definition = catalogue.find(name)
  if (!definition) return { name }
  const { label, icon, color, category } = definition
  return { name, label, icon, category, ...(color === undefined ? {} : { color }) }
}

/** With the types of its nodes instead of the document, for lists: steps and models first, notes left out. */
export function presentFlowSummary(flow: FlowRow, catalogue: Catalogue): Chatflow {
  const ranks = { step: 0, trigger: 2, component: 1, note: 3 } as const
  const rank = (type: string) => ranks[catalogue.find(type)?.kind ?? 'component']
  const { nodeTypes, nodeCount } = flow.summary
  return {
    ...presentFlowRow(flow),
    nodeTypes: nodeTypes
      .filter((type) => rank(type) < 3)
      .sort((a, b) => rank(a) - rank(b))
      .slice(0, MAX_TYPES)
      .map((type) => markOf(type, catalogue)),
    nodeCount,
  }
}
