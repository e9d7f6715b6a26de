import {
  type InputDefinition,
  isJsonObject,
  isParam,
  type JsonObject,
  type JsonValue,
  ROW_ID,
  type RunInput,
  splitWords,
} from '@runnel/contract'
import {
  type ChatVariableScope,
  fillFilter,
  historyList,
  historyText,
  namesVariables,
  resolveChatVariables,
  resolveVariables,
  type VariableScope,
} from '@runnel/graph'
import { findOutput, readAskedText, readContent } from '../step/sight.ts'
import type { StepRun } from '../step/step-run.ts'

/** Resolves the variables in one value; `accepts` tells whether its param takes variables, `holdsJson` whether it is JSON. */
type ResolveValue = (value: JsonValue, accepts: boolean, holdsJson?: boolean) => JsonValue

/** What the values of a node are made from. */
interface ValueSources {
  inputs: readonly InputDefinition[]
  values: JsonObject
  overrides?: Record<string, JsonValue>
  resolve: ResolveValue
}

/**
 * The values that a node sees: overrides over what the author chose over defaults, variables resolved in the params
 * that accept them, hidden row ids taken out. An override comes from outside and is data: variables in it would read
 * what its caller may not see. Params whose variables include the step's own output stay raw until it is known, so
 * that nothing is resolved twice.
 */
export function resolveValues({ inputs, values, overrides = {}, resolve }: ValueSources): JsonObject {
  const entries = new Map<string, JsonValue>(Object.entries(values))
  const params = paramsOf(inputs)
  for (const input of inputs) {
    if (fittingParam(params.get(input.name), entries.get(input.name)) !== input) continue
    const chosen = entries.get(input.name) ?? input.default
    const own = chosen === undefined ? undefined : resolveParam(input, chosen, resolve)
    const override = Object.hasOwn(overrides, input.name) ? overrides[input.name] : undefined
    const value = override === undefined ? own : applyOverride(own, override, input)
    if (value !== undefined) entries.set(input.name, value)
  }
  return Object.fromEntries(entries)
}

/** Params with their namesakes: those that are shown in turn. Made once for each definition. */
type ParamsByName = ReadonlyMap<string, readonly InputDefinition[]>
const knownParams = new WeakMap<readonly InputDefinition[], ParamsByName>()

function paramsOf(inputs: readonly InputDefinition[]): ParamsByName {
  const known = knownParams.get(inputs)
  if (known) return known
  const params = Map.groupBy(inputs.filter(isParam), ({ name }) => name)
  knownParams.set(inputs, params)
  return params
}

/** Of params with one name the one that a value is of: rows are of a list. So each is resolved once. */
function fittingParam(
  params: readonly InputDefinition[] | undefined,
  value: JsonValue | undefined,
): InputDefinition | undefined {
  const isList = Array.isArray(value)
  return params?.find(({ array }) => (array !== undefined) === isList) ?? params?.[0]
}

function resolveParam(input: InputDefinition, value: JsonValue, resolve: ResolveValue): JsonValue {
  // Code is run as it was saved: what is put into it would run, too.
  if (input.codeLanguage === CODE) return value
  if (input.array) {
    const { array: fields } = input
    const rows = readRows(value)
    if (rows) return rows.map((row) => resolveRow({ input, fields, resolve }, row))
    // Rows that came out of a text would be filled in once more.
    if (fields.some(({ acceptNodeOutputAsVariable }) => acceptNodeOutputAsVariable)) return value
  }
  if (input.acceptNodeOutputAsVariable) return value
  const accepts = input.acceptVariable === true
  // Where nobody looks for variables, texts stay as they are.
  if (input.codeLanguage === 'filter')
    return fillFilter(value, (text) => (hidesVariables(value, text) ? text : resolve(text, accepts)))
  return resolve(takeApart(input, value), accepts, input.codeLanguage === 'json' || input.type === 'json')
}

/** Of a param the language in which its author programs. */
const CODE = 'js'

/** The rows of a list, also where it is kept as text; undefined for what is none. */
function readRows(value: JsonValue): JsonValue[] | undefined {
  if (Array.isArray(value)) return value
  const rows = typeof value === 'string' ? parseJson(value) : undefined
  if (!Array.isArray(rows)) return undefined
  return hidesVariables(value, rows) ? [] : rows
}

function parseJson(text: string): JsonValue | undefined {
  if (!/^\s*\[/.test(text)) return undefined
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return undefined
  }
}

/** JSON and lines of words with variables are taken apart first: what is put into one text of them stays there, whatever quotes it holds. */
function takeApart(input: InputDefinition, value: JsonValue): JsonValue {
  if (typeof value !== 'string' || !value.includes('{{')) return value
  const parts = readParts(input, value)
  return hidesVariables(value, parts) ? value : parts
}

function readParts({ type, codeLanguage }: InputDefinition, text: string): JsonValue {
  if (type === 'code' && codeLanguage === 'json') return parseObject(text) ?? text
  // Rich text is no line of words before it is read.
  return codeLanguage === 'words' && !text.includes('<') ? splitWords(text) : text
}

/** Whether what was taken out of a text names variables, and the text as it was saved did not: escapes hid them. */
function hidesVariables(text: JsonValue, parts: JsonValue): boolean {
  if (typeof text !== 'string' || namesVariables(text)) return false
  return namesVariables(JSON.stringify(parts))
}

interface RowSources {
  input: InputDefinition
  fields: readonly InputDefinition[]
  resolve: ResolveValue
}

function resolveRow({ input, fields, resolve }: RowSources, row: JsonValue): JsonValue {
  if (!isJsonObject(row)) return resolve(row, input.acceptVariable === true)
  const cells = Object.entries(row).filter(([key]) => key !== ROW_ID)
  return Object.fromEntries(
    cells.map(([key, cell]) => {
      const field = fields.find((candidate) => candidate.name === key)
      if (!field) return [key, cell]
      const accepts = field.acceptVariable === true || input.acceptVariable === true
      return [key, resolveParam({ ...field, acceptVariable: accepts }, cell, resolve)]
    }),
  )
}

/** `engine.md` 2.4: lists are united, objects merged, anything else replaces. */
function applyOverride(own: JsonValue | undefined, override: JsonValue, input: InputDefinition): JsonValue {
  if (Array.isArray(override)) return Array.isArray(own) ? uniteLists(own, override) : override
  if (isJsonObject(override)) {
    const base = parseObject(own)
    return base ? { ...base, ...override } : override
  }
  if (input.type === 'boolean' && (override === 'true' || override === 'false')) return override === 'true'
  return override
}

function uniteLists(own: JsonValue[], added: JsonValue[]): JsonValue[] {
  return [...own, ...added.filter((item) => !own.includes(item))]
}

function parseObject(value: JsonValue | undefined): JsonObject | undefined {
  if (isJsonObject(value)) return value
  if (typeof value !== 'string') return undefined
  try {
    const parsed: unknown = JSON.parse(value)
    return isJsonObject(parsed) ? parsed : undefined
  } catch {
    return undefined
  }
}

/**
 * Resolves variables as this step sees them. Agent flows look only into params that accept variables; in chat
 * flows the other params know results and `$vars`, but neither the question nor the history (`engine.md` 2.2). `texts`
 * are those of wired components, by their ids.
 */
export function createResolver(
  stepRun: StepRun,
  texts: ReadonlyMap<string, JsonValue> = new Map(),
): ResolveValue {
  if (stepRun.scope.plan.flowType === 'chat') {
    const scope = createChatScope(stepRun, texts)
    const { question: _question, chatHistory: _history, fileAttachment: _files, ...plain } = scope
    return (value, accepts) => resolveChatVariables(value, accepts ? scope : plain)
  }
  let scope: VariableScope | undefined
  return (value, accepts, holdsJson) => {
    if (!accepts) return value
    scope ??= createAgentScope(stepRun)
    return resolveVariables(value, scope, holdsJson)
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
    uploadedText: input.documents?.trimEnd(),
    form: input.form,
    fileAttachment: input.documents?.trimEnd() ?? '',
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

function createChatScope(stepRun: StepRun, texts: ReadonlyMap<string, JsonValue>): ChatVariableScope {
  const { scope, sight } = stepRun
  const { input } = scope
  const messages = [...input.prependedHistory, ...input.pastHistory]
  return {
    question: readAskedText(input, scope.start),
    chatHistory: historyText(messages),
    fileAttachment: input.documents?.trimEnd() ?? '',
    variables: input.variables,
    flow: describeFlow(input, { chatHistory: historyList(messages) }),
    results: { get: (nodeId) => texts.get(nodeId) ?? readContent(findOutput(sight, nodeId)) },
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
