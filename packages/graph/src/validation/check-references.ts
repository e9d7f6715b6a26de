import type { Problem } from '@runnel/contract'
import { holdsSecret } from '../document/looks-secret.ts'
import { walkStrings } from '../document/walk-strings.ts'
import { makeProblem } from '../problems/make-problem.ts'
import { nodeOfReference, referencesOfText } from '../variables/find-references.ts'
import type { CheckedNode, ValidationContext } from './validation-context.ts'

const LOOKS_LIKE_ID = /^[A-Za-z][A-Za-z0-9]*(?:_LlamaIndex)?_\d+$/

function checkText(
  text: string,
  param: string,
  { nodeId, context }: { nodeId: string; context: ValidationContext },
): Problem[] {
  const unknown = referencesOfText(text).flatMap((reference) => nodeOfReference(reference) ?? [])
  return [...new Set(unknown)]
    .filter((id) => !context.index.nodes.has(id) && LOOKS_LIKE_ID.test(id))
    .map((node) => makeProblem('warning', 'reference_unknown_node', { nodeId, param, details: { node } }))
}

function checkChatReferences({ node, definition }: CheckedNode, context: ValidationContext): Problem[] {
  if (context.kind !== 'chat') return []
  const edges = context.index.edgesTo.get(node.id) ?? []
  const joined = new Set(edges.map((edge) => `${edge.source} ${edge.targetAnchor}`))
  return definition.inputs.flatMap((input) => {
    const found = new Set<string>()
    walkStrings(node.values[input.name], (text) => {
      for (const reference of referencesOfText(text)) {
        const id = nodeOfReference(reference)
        if (id !== undefined && context.index.nodes.has(id) && id !== node.id) found.add(id)
      }
    })
    return [...found]
      .filter((id) => !joined.has(`${id} ${input.name}`))
      .map((id) =>
        makeProblem('warning', 'reference_without_edge', {
          nodeId: node.id,
          param: input.name,
          details: { label: input.label, node: id },
        }),
      )
  })
}

/** References to nodes that are not there or not connected, and values that look like secrets. */
export function checkReferences(context: ValidationContext): Problem[] {
  return context.nodes.flatMap((checked) => {
    const { node } = checked
    const problems: Problem[] = []
    walkStrings(node.values, (text, param) => {
      problems.push(...checkText(text, param, { nodeId: node.id, context }))
      if (!holdsSecret(text)) return
      problems.push(makeProblem('warning', 'secret_in_value', { nodeId: node.id, param, details: { param } }))
    })
    return [...problems, ...checkChatReferences(checked, context)]
  })
}
