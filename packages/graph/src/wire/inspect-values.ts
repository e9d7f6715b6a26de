import type { FlowNode, JsonObject } from '@runnel/contract'
import { holdsSecret } from '../document/looks-secret.ts'
import { walkStrings } from '../document/walk-strings.ts'
import { makeProblem, type Report } from './report.ts'

const MENTION_MARK = 'data-type="mention"'

function reportSecret(nodeId: string, param: string, report: Report): void {
  const message = `"${param}" of ${nodeId} holds something that looks like a key or a password. Store it as a credential; it is left out of exports.`
  report(makeProblem('warning', 'secret_in_value', { nodeId, param, message }))
}

/** Reports strings that look like secrets, and params whose rich text mentions variables. */
export function inspectValues(node: FlowNode, report: Report): void {
  const mentioned = new Set<string>()
  walkStrings(node.values, (text, param) => {
    if (holdsSecret(text)) reportSecret(node.id, param, report)
    if (text.includes(MENTION_MARK)) mentioned.add(param)
  })
  const extra: JsonObject = node.extra ?? {}
  walkStrings(extra, (text, param) => {
    if (holdsSecret(text)) reportSecret(node.id, param, report)
  })
  for (const param of mentioned) {
    const message = `"${param}" of ${node.id} mentions variables in rich text; each mention is read as a reference.`
    report(makeProblem('repair', 'mention_span', { nodeId: node.id, param, message }))
  }
}
