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
import { findOutput } from './sight.ts'
import type { StepRun } from './step-run.ts'
import { readContent } from './visible-steps.ts'

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
  let scope: VariableScope | undefined
  return (value, accepts) => {
    if (!accepts) return value
    scope ??= createAgentScope(stepRun)
    return resolveVariables(value, scope)
  }
}

/** Resolves a value with the step's own output as `{{output}}`. */
export function resolveWithOutput(stepRun: StepRun, value: JsonValue, output: JsonObject): JsonValue {
  return resolveVariables(value, { ...createAgentScope(stepRun), ownOutput: output })
}

function createAgentScope(stepRun: StepRun): VariableScope {
  const { scope, sight } = stepRun
  const { input, iteration } = scope
  const { history, latestLoop } = sight
  return {
    question: input.question ?? '',
    form: input.form,
    get chatHistory() {
      const past = sight.forgetsHistory ? [] : input.pastHistory
      return [...input.prependedHistory, ...past, ...history]
    },
    runtimeMessageCount: history.length,
    loopCount: latestLoop === undefined ? 0 : sight.loopCounts.get(latestLoop),
    currentDateTime: input.startedAt,
    iteration: iteration && { value: iteration.context.value },
    variables: input.variables,
    get flow() {
      return describeFlow(input, { state: stepRun.stateBefore, runtimeChatHistoryLength: history.length })
    },
    outputs: { get: (nodeId) => findOutput(sight, nodeId) },
  }
}

function createChatScope(stepRun: StepRun): ChatVariableScope {
  const { scope, sight } = stepRun
  const { input } = scope
  return {
    question: readInputText(input, scope.start),
    chatHistory: historyText([...input.prependedHistory, ...input.pastHistory]),
    variables: input.variables,
    flow: describeFlow(input, {}),
    results: { get: (nodeId) => readContent(findOutput(sight, nodeId)) },
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
