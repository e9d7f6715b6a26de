import { type FlowUse, findFlowUses, isJsonObject } from '@runnel/contract'

/** What lists show of a flow's document, kept beside it so that they need not read it. */
export interface FlowSummary {
  /** Types of its nodes, each once, in the order of the document. */
  nodeTypes: string[]
  nodeCount: number
}

/** What is kept beside a document, so that nobody needs to read it for that. */
interface DocumentDescription {
  summary: FlowSummary
  uses: FlowUse[]
}

/** Describes a document (JSON text) that is saved. */
export function describeDocument(document: string): DocumentDescription {
  const parsed: unknown = JSON.parse(document)
  const nodes = isJsonObject(parsed) && Array.isArray(parsed.nodes) ? parsed.nodes : []
  const types = nodes.flatMap((node) =>
    isJsonObject(node) && typeof node.type === 'string' ? [node.type] : [],
  )
  return {
    summary: { nodeTypes: [...new Set(types)], nodeCount: nodes.length },
    uses: findFlowUses(parsed),
  }
}
