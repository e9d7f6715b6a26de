import type { JsonObject, JsonValue, RunInput } from '@runnel/contract'
import {
  type ChatVariableScope,
  historyList,
  historyText,
  resolveChatVariables,
  resolveVariables,
  type VariableScope,
} from '@runnel/graph'
import { readInputText } from '../step/read-input-text.ts'
import { findOutput } from '../step/sight.ts'
import type { StepRun } from '../step/step-run.ts'
import { readContent } from '../step/visible-steps.ts'
import type { ResolveValue } from './resolve-values.ts'

/**
 * Resolves variables as this step sees them. Agent flows look only into params that accept variables; in chat
 * flows the other params know results and `$vars`, but neither the question nor the history (`engine.md` 2.2).
 */
export function createResolver(stepRun: StepRun): ResolveValue {
  if (stepRun.scope.plan.flowType === 'chat') {
    const scope = createChatScope(stepRun)
    const { question: _question, chatHistory: _history, fileAttachment: _files, ...plain } = scope
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

/** Files of a call reach a model as parts of its messages, none as text. */
const NO_FILES = ''

function createAgentScope(stepRun: StepRun): VariableScope {
  const { scope, sight } = stepRun
  const { input, iteration } = scope
  const { history, latestLoop } = sight
  return {
    question: input.question ?? '',
    form: input.form,
    fileAttachment: NO_FILES,
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
      const runtimeChatHistoryLength = Math.max(0, history.length - 1)
      return describeFlow(input, { state: stepRun.stateBefore, runtimeChatHistoryLength })
    },
    outputs: { get: (nodeId) => findOutput(sight, nodeId) },
  }
}

function createChatScope(stepRun: StepRun): ChatVariableScope {
  const { scope, sight } = stepRun
  const { input } = scope
  const messages = [...input.prependedHistory, ...input.pastHistory]
  return {
    question: readInputText(input, scope.start),
    chatHistory: historyText(messages),
    fileAttachment: NO_FILES,
    variables: input.variables,
    flow: describeFlow(input, { chatHistory: historyList(messages) }),
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
