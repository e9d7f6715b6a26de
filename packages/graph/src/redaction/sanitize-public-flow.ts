import type { FlowDocument, JsonObject } from '@runnel/contract'
import { withoutRowIds } from '../document/rows.ts'

const START = 'startAgentflow'
const SHOWN = ['startInputType', 'formTitle', 'formDescription', 'formInputTypes']

/**
 * What anybody may see of a flow (`public-chatbotConfig`): a JSON text in the shape of flow data with only the
 * start node's input type and form fields; no nodes for a chat flow.
 */
export function sanitizePublicFlow(document: FlowDocument): string {
  const start = document.nodes.find((node) => node.type === START && node.disabled !== true)
  const shown = Object.entries(start?.values ?? {}).filter(([key]) => SHOWN.includes(key))
  const inputs: JsonObject = Object.fromEntries(shown)
  const nodes = start
    ? [{ id: start.id, data: { id: start.id, name: START, inputs: withoutRowIds(inputs) } }]
    : []
  return JSON.stringify({ nodes, edges: [] })
}
