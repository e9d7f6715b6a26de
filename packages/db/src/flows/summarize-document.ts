import { isJsonObject } from '@runnel/contract'

/** What lists show of a flow's document, kept beside it so that they need not read it. */
export interface FlowSummary {
  /** Types of its nodes, each once, in the order of the document. */
  nodeTypes: string[]
  nodeCount: number
}

/** The summary of a document (JSON text) that is saved. */
export function summarizeDocument(document: string): FlowSummary {
  const parsed: unknown = JSON.parse(document)
  const nodes = isJsonObject(parsed) && Array.isArray(parsed.nodes) ? parsed.nodes : []
  const types = nodes.flatMap((node) =>
    isJsonObject(node) && typeof node.type === 'string' ? [node.type] : [],
  )
  return { nodeTypes: [...new Set(types)], nodeCount: nodes.length }
}
