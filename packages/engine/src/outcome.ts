import { type JsonObject, type JsonValue, providedBy, type RunEvent, type UsedTool } from '@runnel/contract'
import type { PlanInput, RunPlan } from '@runnel/graph'
import type { FlowAnswer } from '@runnel/node-kit'
import type { RunOutcome } from './engine-ports.ts'
import { plainJson } from './journal/canonical-json.ts'
import type { Scope, ScopeEnd } from './scope.ts'
import { asText, joinHistory, mergeState, readContent } from './step/sight.ts'

/** Sums a run up, with everything that was not handed out yet and the event that ends the log. */
export function buildOutcome(scope: Scope, end: ScopeEnd): RunOutcome {
  const { session, finished } = scope
  const { content, json, usedTools, sourceDocuments, artifacts } = readScopeAnswer(scope)
  const memoryType = findMemoryLabel(scope.plan)
  const outcome: RunOutcome = {
    ...describeEnd(scope, end),
    text: content,
    ...(json !== undefined && { json }),
    executed: end.executed,
    state: mergeState(scope.start.state, finished),
    history: joinHistory([], finished),
    usedTools,
    sourceDocuments,
    artifacts,
    usage: session.budget.usage,
    ...(memoryType !== undefined && { memoryType }),
    records: [],
    events: [],
  }
  session.sink.emit(createLastEvent(outcome))
  return { ...outcome, ...session.sink.rest() }
}

function describeEnd(
  { session }: Scope,
  end: ScopeEnd,
): Pick<RunOutcome, 'status' | 'waiting' | 'action' | 'error'> {
  switch (end.status) {
    case 'finished':
      return { status: 'finished', waiting: [] }
    case 'waiting': {
      const waiting = end.waiting.toSorted((a, b) => a.askedAt - b.askedAt)
      const action = waiting.at(-1)?.action
      return { status: 'waiting', waiting, ...(action && { action }) }
    }
    case 'failed': {
      const { code, message } = end.error
      return { status: 'error', waiting: [], error: { code, message, nodeId: end.nodeId } }
    }
    case 'terminated': {
      const { code, message } = session.stopReason()
      const status = code === 'run_aborted' ? 'terminated' : 'timeout'
      return { status, waiting: [], error: { code, message } }
    }
    default:
      return end satisfies never
  }
}

function createLastEvent(outcome: RunOutcome): RunEvent {
  const question = outcome.waiting.at(-1)
  if (outcome.status === 'waiting' && question) {
    const { path, nodeId, action } = question
    return { type: 'run-wait', path, nodeId, action, questions: outcome.waiting }
  }
  const { status, text, error } = outcome
  return { type: 'run-end', status, text, ...(error && { error }), result: describeResult(outcome) }
}

function describeResult(outcome: RunOutcome): JsonObject {
  const { json, usedTools, sourceDocuments, artifacts, usage, memoryType } = outcome
  return {
    ...(json !== undefined && { json }),
    ...(usedTools.length > 0 && { usedTools: usedTools.map(describeUse) }),
    ...(sourceDocuments.length > 0 && { sourceDocuments }),
    ...(artifacts.length > 0 && { artifacts }),
    usage: plainJson(usage),
    ...(memoryType !== undefined && { memoryType }),
  }
}

function describeUse({ tool, toolInput, toolOutput, sourceDocuments, error }: UsedTool): JsonObject {
  return {
    tool,
    toolInput,
    toolOutput,
    ...(sourceDocuments !== undefined && { sourceDocuments }),
    ...(error !== undefined && { error }),
  }
}

/** Label of the memory that is wired to a chat flow's ending step. */
function findMemoryLabel({ flowType, steps }: RunPlan): string | undefined {
  if (flowType !== 'chat') return undefined
  for (const step of steps.values()) {
    const inputs = step.outgoing.length === 0 ? Object.values(step.anchors).flat() : []
    const memory = inputs.find(isMemory)
    if (memory?.kind === 'component') return memory.component.node.label
  }
  return undefined
}

function isMemory(input: PlanInput): boolean {
  if (input.kind !== 'component') return false
  const { definition, output } = input.component
  return providedBy(definition, output).includes('memory')
}

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
  return {
    content: readAnswerText(scope),
    ...(json !== undefined && { json }),
    usedTools: readList(output.usedTools) as FlowAnswer['usedTools'],
    sourceDocuments: readList(output.sourceDocuments),
    artifacts: readList(output.artifacts),
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
