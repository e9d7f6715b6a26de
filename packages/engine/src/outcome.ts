import { type JsonObject, providedBy, type RunEvent, type UsedTool } from '@runnel/contract'
import type { PlanInput, RunPlan } from '@runnel/graph'
import type { RunOutcome } from './engine-ports.ts'
import { plainJson } from './plain-json.ts'
import type { Scope, ScopeEnd } from './scope.ts'
import { readScopeAnswer } from './scope-answer.ts'
import { joinHistory, mergeState } from './step/visible-steps.ts'

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
