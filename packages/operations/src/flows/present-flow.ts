import type { Principal } from '@runnel/access'
import { type Chatflow, type FlowDocument, isoTime } from '@runnel/contract'
import type { FlowRow } from '@runnel/db'
import { exportFlow } from '@runnel/graph'
import type { Catalogue } from '../catalogue.ts'
import { mayOnFlows } from '../flow-rights.ts'
import { listMarks } from './list-marks.ts'

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

/** With the types of its nodes instead of the document, for lists: those that nobody knows first, notes left out. */
export function presentFlowSummary(flow: FlowRow, catalogue: Catalogue): Chatflow {
  const { nodeTypes, nodeCount } = flow.summary
  return { ...presentFlowRow(flow), nodeTypes: listMarks(nodeTypes, catalogue), nodeCount }
}
