import {
  errorMessage,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  RunnelError,
  type UsedTool,
} from '@runnel/contract'
import type { ModelReference, ModelReply, ModelRequest } from '../chat-model.ts'
import type { Component, Tool } from '../component.ts'
import type { BuildContext, StepContext, StepModel } from '../node-context.ts'
import type { ToolContext } from '../tool-context.ts'
import { createTestRunInput } from './test-run-input.ts'

const NOON = Date.UTC(2026, 0, 2, 12)

/** What a test says of the world around a step; everything has a plain default. */
export interface TestStepOptions
  extends Partial<Pick<StepContext, 'node' | 'values' | 'input' | 'state' | 'runHistory' | 'executed'>> {
  run?: Parameters<typeof createTestRunInput>[0]
  isFirst?: boolean
  isLast?: boolean
  signal?: AbortSignal
  /** Components by anchor. */
  components?: Record<string, Component[]>
  /** Components by `loadConfig` param. */
  selected?: Record<string, Component>
  /** Plays the vendor: what the model replies to the n-th request (from 0). */
  model?: (request: ModelRequest, n: number, reference: ModelReference) => Partial<ModelReply>
  /** Plays the sandbox. */
  sandbox?: (code: string, globals: JsonObject) => JsonValue
}

/** A context, and what the step did with it. */
export interface TestStep {
  context: StepContext
  /** Requests to models, in order, with whether their text was meant to be shown. */
  requests: (ModelRequest & { show: boolean })[]
  usedTools: UsedTool[]
  /** Texts shown by `emitText`, in order. */
  shown: string[]
}

/** Runs a node without the engine: ports answer at once, nothing is journaled, each model call costs 10 + 5 tokens. */
export function createTestStepContext(options: TestStepOptions = {}): TestStep {
  const requests: TestStep['requests'] = []
  const usedTools: UsedTool[] = []
  const shown: string[] = []
  const signal = options.signal ?? new AbortController().signal
  const sandbox = { run: async (code: string, globals: JsonObject) => playSandbox(options, code, globals) }
  const toolContext: ToolContext = { signal, sandbox, now: () => NOON }
  const context: StepContext = {
    node: options.node ?? { id: 'node_0', type: 'node', label: 'Node' },
    values: options.values ?? {},
    input: options.input ?? 'Hello?',
    run: createTestRunInput(options.run),
    state: options.state ?? {},
    runHistory: options.runHistory ?? [],
    executed: options.executed ?? [],
    isFirst: options.isFirst ?? true,
    isLast: options.isLast ?? false,
    signal,
    components: (anchor) => options.components?.[anchor] ?? [],
    selected: async (param) => options.selected?.[param],
    model: (reference) => recordingModel(options, requests, reference),
    sandbox,
    callTool: async (tool, input) => {
      const called = await useTool(tool, input, toolContext)
      usedTools.push(called.used)
      return called
    },
    emitText: (text) => {
      shown.push(text)
    },
    resolveWithOutput: resolveOutputReferences,
    now: () => NOON,
  }
  return { context, requests, usedTools, shown }
}

/** A context to build a component with. */
export function createTestBuildContext(
  changes: Partial<Pick<BuildContext, 'node' | 'values' | 'credentialId'>> & {
    components?: Record<string, Component[]>
  } = {},
): BuildContext {
  return {
    node: changes.node ?? { id: 'node_0', type: 'node', label: 'Node' },
    values: changes.values ?? {},
    run: createTestRunInput(),
    components: (anchor) => changes.components?.[anchor] ?? [],
    ...(changes.credentialId === undefined ? {} : { credentialId: changes.credentialId }),
  }
}

/** A context to call a tool with, at noon of 2 January 2026 UTC. */
export function createTestToolContext(): ToolContext {
  const run = () => Promise.reject(new RunnelError('sandbox_error', 'This test gave no sandbox.'))
  return { signal: new AbortController().signal, sandbox: { run }, now: () => NOON }
}

function playSandbox(options: TestStepOptions, code: string, globals: JsonObject): JsonValue {
  if (!options.sandbox) throw new RunnelError('sandbox_error', 'This test gave no sandbox.')
  return options.sandbox(code, globals)
}

function recordingModel(
  options: TestStepOptions,
  requests: TestStep['requests'],
  reference: ModelReference,
): StepModel {
  return {
    call: async (request, callOptions) => {
      if (!options.model) throw new RunnelError('model_error', 'This test gave no model.')
      requests.push({ ...structuredClone(request), show: callOptions?.show === true })
      return {
        text: '',
        toolCalls: [],
        usage: { inputTokens: 10, outputTokens: 5, totalTokens: 15 },
        finishReason: 'stop' as const,
        ...options.model(request, requests.length - 1, reference),
        time: { start: NOON, end: NOON + 20, delta: 20 },
      }
    },
  }
}

async function useTool(tool: Tool, input: JsonValue, context: ToolContext) {
  try {
    const result = await tool.call(input, context)
    return { ...result, used: { tool: tool.name, toolInput: input, toolOutput: result.content } }
  } catch (error) {
    const message = errorMessage(error)
    return { content: message, used: { tool: tool.name, toolInput: input, toolOutput: '', error: message } }
  }
}

/** `{{output}}` and `{{output.path}}` as the engine resolves them, without the other variables. */
function resolveOutputReferences(value: JsonValue, output: JsonObject): JsonValue {
  if (typeof value !== 'string') return value
  return value.replace(/\{\{\s*output((?:\.[\w-]+)*)\s*\}\}/g, (whole, path: string) => {
    const found = path === '' ? output.content : readPath(output.content, path.slice(1).split('.'))
    return found === undefined ? whole : typeof found === 'string' ? found : JSON.stringify(found)
  })
}

function readPath(content: JsonValue | undefined, path: string[]): JsonValue | undefined {
  let current = typeof content === 'string' ? (JSON.parse(content) as JsonValue) : content
  for (const key of path) current = isJsonObject(current) ? current[key] : undefined
  return current
}
