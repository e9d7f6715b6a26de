import type { JsonObject, JsonValue, RunInput } from '@runnel/contract'
import {
  type ChatVariableScope,
  historyText,
  resolveChatVariables,
  resolveVariables,
  type VariableScope,
} from '@runnel/graph'
import { readInputText } from './read-input-text.ts'
import type { ResolveValue } from './resolve-values.ts'
import type { StepRun } from './step-run.ts'
import { findLatestOutput, joinHistory, latestLoopCount, readContent } from './visible-steps.ts'

/**
 * Resolves variables as this step sees them. Agent flows look only into params that accept variables; in chat
 * flows the other params know results and `$vars`, but neither the question nor the history (`engine.md` 2.2).
 */
export function createResolver(stepRun: StepRun): ResolveValue {
  if (stepRun.scope.plan.flowType === 'chat') {
    const scope = createChatScope(stepRun)
    const { question: _question, chatHistory: _history, ...plain } = scope
    return (value, accepts) => resolveChatVariables(value, accepts ? scope : plain)
  }
  const scope = createAgentScope(stepRun)
  return (value, accepts) => (accepts ? resolveVariables(value, scope) : value)
}

/** Resolves a value with the step's own output as `{{output}}`. */
export function resolveWithOutput(stepRun: StepRun, value: JsonValue, output: JsonObject): JsonValue {
  return resolveVariables(value, { ...createAgentScope(stepRun), ownOutput: output })
}

function createAgentScope(stepRun: StepRun): VariableScope {
  const { scope, visible } = stepRun
  const { input, iteration } = scope
  const runHistory = joinHistory(scope.baseHistory, visible)
  const past = visible.some((step) => step.output.forgetsHistory) ? [] : input.pastHistory
  return {
    question: input.question ?? '',
    form: input.form,
    chatHistory: [...input.prependedHistory, ...past, ...runHistory],
    runtimeMessageCount: runHistory.length,
    loopCount: latestLoopCount(visible),
    currentDateTime: input.startedAt,
    iteration: iteration && { value: iteration.context.value },
    variables: input.variables,
    flow: describeFlow(input, { state: stepRun.stateBefore, runtimeChatHistoryLength: runHistory.length }),
    outputs: {
      get: (nodeId) => findLatestOutput(visible, nodeId) ?? findLatestOutput(scope.outerSteps, nodeId),
    },
  }
}

function createChatScope(stepRun: StepRun): ChatVariableScope {
  const { scope, visible } = stepRun
  const { input } = scope
  return {
    question: readInputText(input, []),
    chatHistory: historyText([...input.prependedHistory, ...input.pastHistory]),
    variables: input.variables,
    flow: describeFlow(input, {}),
    results: { get: (nodeId) => readContent(findLatestOutput(visible, nodeId)) },
  }
}

function describeFlow(input: RunInput, more: JsonObject): JsonObject {
  return {
    chatflowId: input.flowId,
    chatflowid: input.flowId,
    chatId: input.chatId,
    sessionId: input.sessionId,
    apiMessageId: input.messageId,
    input: input.question ?? '',
    ...more,
  }
}
