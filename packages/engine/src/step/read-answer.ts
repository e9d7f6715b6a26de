import { type JsonObject, type JsonValue, readReasonContent } from '@runnel/contract'
import type { FlowAnswer } from '@runnel/node-kit'
import { isSameJson } from '../journal/canonical-json.ts'
import type { FinishedStep, Scope, Sight } from '../scope.ts'
import { asText, readContent } from './sight.ts'

const EMPTY_ANSWER = ' '

/** The step that answers: the last one in step order; in chat flows the one that ends the flow. */
function findAnsweringStep({ finished, plan }: Pick<Scope, 'finished' | 'plan'>): FinishedStep | undefined {
  return plan.flowType === 'chat'
    ? finished.findLast((step) => step.generation.step.outgoing.length === 0)
    : finished.at(-1)
}

/** The answer as text; a single space when there is none. */
export function readAnswerText(scope: Pick<Scope, 'finished' | 'plan'>): string {
  const content = readContent(findAnsweringStep(scope)?.output.output)
  const text = content === undefined || content === null ? '' : asText(content)
  return text === '' ? EMPTY_ANSWER : text
}

/**
 * What a walk through a plan gives back. Only a chat flow answers in JSON: elsewhere any field may be called so. In an agent
 * flow what earlier steps found stands behind the answer, too: mostly another step than the one that looks things up writes it.
 */
export function readScopeAnswer(scope: Pick<Scope, 'finished' | 'plan'>): FlowAnswer {
  const answering = findAnsweringStep(scope)
  const output = answering?.output.output ?? {}
  const json = scope.plan.flowType === 'chat' ? readJson(output) : undefined
  const reasonContent = readReasonContent(output.reasonContent)
  return {
    content: readAnswerText(scope),
    ...(json !== undefined && { json }),
    usedTools: readList(output.usedTools) as FlowAnswer['usedTools'],
    sourceDocuments:
      scope.plan.flowType === 'chat' ? readList(output.sourceDocuments) : listSources(answering),
    artifacts: readList(output.artifacts),
    fileAnnotations: readList(output.fileAnnotations),
    ...(reasonContent && { reasonContent }),
  }
}

/**
 * The sources of a step and of those that it sees, in step order, each once. Of a node that a loop ran again only what it
 * found last counts.
 */
function listSources(step: FinishedStep | undefined): JsonValue[] {
  const latest = new Map<string, JsonValue[]>()
  const note = ({ generation, output }: FinishedStep) => {
    const { id } = generation.step.node
    if (!latest.has(id)) latest.set(id, readList(output.output.sourceDocuments))
  }
  if (step) note(step)
  for (let seen: Sight | undefined = step?.seen; seen?.last; seen = seen.before) note(seen.last)
  const sources: JsonValue[] = []
  for (const source of [...latest.values()].toReversed().flat())
    if (!sources.some((known) => isSameJson(known, source))) sources.push(source)
  return sources
}

function readJson(output: JsonObject): JsonValue | undefined {
  const content = readContent(output)
  const isStructured = content !== undefined && content !== null && typeof content !== 'string'
  return output.json ?? (isStructured ? content : undefined)
}

function readList(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : []
}
