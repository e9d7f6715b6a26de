import type { FlowNode, JsonObject } from '@runnel/contract'
import { holdsSecret } from '../document/looks-secret.ts'
import { walkStrings } from '../document/walk-strings.ts'
import { makeProblem } from '../problems/make-problem.ts'
import type { Report } from './report.ts'

const MENTION_MARK = 'data-type="mention"'

function reportSecret(nodeId: string, param: string, report: Report): void {
  report(makeProblem('warning', 'secret_in_value', { nodeId, param, details: { param } }))
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
    report(makeProblem('repair', 'mention_span', { nodeId: node.id, param, details: { param } }))
  }
}
