import { type JsonObject, type JsonValue, readReasonContent } from '@runnel/contract'
import type { FlowAnswer } from '@runnel/node-kit'
import type { Scope } from '../scope.ts'
import { asText, readContent } from './sight.ts'

const EMPTY_ANSWER = ' '

/** The output of the step that answers: the last one in step order; in chat flows the one that ends the flow. */
function findAnswerOutput({ finished, plan }: Pick<Scope, 'finished' | 'plan'>): JsonObject | undefined {
  const last =
    plan.flowType === 'chat'
      ? finished.findLast((step) => step.generation.step.outgoing.length === 0)
      : finished.at(-1)
  return last?.output.output
}

/** The answer as text; a single space when there is none. */
export function readAnswerText(scope: Pick<Scope, 'finished' | 'plan'>): string {
  const content = readContent(findAnswerOutput(scope))
  const text = content === undefined || content === null ? '' : asText(content)
  return text === '' ? EMPTY_ANSWER : text
}

/** What a walk through a plan gives back. Only a chat flow answers in JSON: elsewhere any field may be called so. */
export function readScopeAnswer(scope: Pick<Scope, 'finished' | 'plan'>): FlowAnswer {
  const output = findAnswerOutput(scope) ?? {}
  const json = scope.plan.flowType === 'chat' ? readJson(output) : undefined
  const reasonContent = readReasonContent(output.reasonContent)
  return {
    content: readAnswerText(scope),
    ...(json !== undefined && { json }),
    usedTools: readList(output.usedTools) as FlowAnswer['usedTools'],
    sourceDocuments: readList(output.sourceDocuments),
    artifacts: readList(output.artifacts),
    fileAnnotations: readList(output.fileAnnotations),
    ...(reasonContent && { reasonContent }),
  }
}

function readJson(output: JsonObject): JsonValue | undefined {
  const content = readContent(output)
  const isStructured = content !== undefined && content !== null && typeof content !== 'string'
  return output.json ?? (isStructured ? content : undefined)
}

function readList(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : []
}
