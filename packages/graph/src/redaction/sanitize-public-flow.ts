import {
  type FindDefinition,
  type FlowDocument,
  findParamReadAs,
  type JsonObject,
  type ParamMeaning,
} from '@runnel/contract'
import { withoutRowIds } from '../document/rows.ts'

const SHOWN: readonly ParamMeaning[] = ['startInput', 'form.title', 'form.description', 'form.fields']

/**
 * What anybody may see of a flow (`public-chatbotConfig`): a JSON text in the shape of flow data with only the
 * start node's input type and form fields; no nodes for a chat flow.
 */
export function sanitizePublicFlow(document: FlowDocument, find: FindDefinition): string {
  const start = document.nodes.find(
    ({ type, disabled }) => find(type)?.kind === 'trigger' && disabled !== true,
  )
  if (!start) return JSON.stringify({ nodes: [], edges: [] })
  const { id, type: name, values } = start
  const names = new Set(SHOWN.map((meaning) => findParamReadAs(find(name), meaning)?.name))
  const shown = Object.entries(values).filter(([key]) => names.has(key))
  const inputs: JsonObject = Object.fromEntries(shown)
  const nodes = [{ id, data: { id, name, inputs: withoutRowIds(inputs) } }]
  return JSON.stringify({ nodes, edges: [] })
}
