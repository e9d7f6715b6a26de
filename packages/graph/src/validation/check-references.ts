import type { JsonObject, Problem } from '@runnel/contract'
import { holdsSecret } from '../document/looks-secret.ts'
import { walkStrings } from '../document/walk-strings.ts'
import { makeProblem } from '../problems/make-problem.ts'
import { nodeOfReference, referencesOfText } from '../variables/find-references.ts'
import type { CheckedNode, ValidationContext } from './validation-context.ts'

const LOOKS_LIKE_ID = /^[A-Za-z][A-Za-z0-9]*(?:_LlamaIndex)?_\d+$/

/** What a text of a node says, whatever flow it stands in. */
interface TextFacts {
  param: string
  /** Ids of nodes that it refers to. */
  references: readonly string[]
  isSecret: boolean
}

/** Values never change, others take their place: each is read once, however often its flow is checked. */
const knownFacts = new WeakMap<JsonObject, readonly TextFacts[]>()

function readTexts(values: JsonObject): readonly TextFacts[] {
  const known = knownFacts.get(values)
  if (known) return known
  const facts: TextFacts[] = []
  walkStrings(values, (text, param) => {
    const references = new Set(
      referencesOfText(text).flatMap((reference) => nodeOfReference(reference) ?? []),
    )
    const isSecret = holdsSecret(text)
    if (references.size > 0 || isSecret) facts.push({ param, references: [...references], isSecret })
  })
  knownFacts.set(values, facts)
  return facts
}

function checkText(
  { param, references, isSecret }: TextFacts,
  nodeId: string,
  { index }: ValidationContext,
): Problem[] {
  const unknown = references
    .filter((id) => !index.nodes.has(id) && LOOKS_LIKE_ID.test(id))
    .map((node) => makeProblem('warning', 'reference_unknown_node', { nodeId, param, details: { node } }))
  if (!isSecret) return unknown
  return [...unknown, makeProblem('warning', 'secret_in_value', { nodeId, param, details: { param } })]
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
    const { id, values } = checked.node
    const problems = readTexts(values).flatMap((facts) => checkText(facts, id, context))
    return [...problems, ...checkChatReferences(checked, context)]
  })
}
