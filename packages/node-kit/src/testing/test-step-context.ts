import {
  type Answer,
  type Capability,
  type CustomToolWork,
  type DocumentFormat,
  type DocumentText,
  errorMessage,
  type FileSource,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type PageContent,
  type PagePictures,
  type PageRequest,
  RunnelError,
  type UsedTool,
} from '@runnel/contract'
import type { CallContext, Capabilities, RetrieveRequest } from '../call-context.ts'
import type {
  CallDataServers,
  CallDocumentStores,
  CallFiles,
  CallReplies,
  CallToolServers,
  CallVectors,
} from '../call-ports.ts'
import type {
  AskedQuestion,
  CodeLimits,
  FileContent,
  FlowAnswer,
  FlowRequest,
  HttpReply,
  HttpRequest,
  KeptFile,
  Tool,
  ToolResult,
} from '../call-requests.ts'
import type { ModelReply, ModelRequest } from '../chat-model.ts'
import type { Component } from '../component.ts'
import type { FoundDocument } from '../document.ts'
import type { StepContext } from '../step-context.ts'
import { createTestRunInput } from './test-run-input.ts'

const NOON = Date.UTC(2026, 0, 2, 12)

/** The capabilities of component types, as a test gives them: the files of the nodes themselves, or made up. */
export type TestCapabilities = Record<string, Partial<Capabilities>>

/** What a test says of the world around a call; everything has a plain default. */
export interface TestCallOptions {
  state?: JsonObject
  run?: Parameters<typeof createTestRunInput>[0]
  signal?: AbortSignal
  /** By component type. A component provides what stands here. */
  capabilities?: TestCapabilities
  /** Plays the vendor: what the model replies to the n-th request (from 0). */
  model?: (request: ModelRequest, n: number, component: Component) => Partial<ModelReply>
  /** Plays the sandbox. */
  sandbox?: (code: string, globals: JsonObject, limits?: CodeLimits) => JsonValue
  /** Plays the network. */
  http?: (request: HttpRequest) => HttpReply | Promise<HttpReply>
  /** Plays the person. */
  answer?: (question: AskedQuestion, n: number) => Answer
  /** Plays other flows. */
  flow?: (request: FlowRequest) => FlowAnswer
  /** Plays steps that are wired as components. */
  runWired?: (component: Component, input: string) => JsonObject
  /** Plays the retriever. */
  retrieve?: (component: Component, query: string, request: RetrieveRequest) => FoundDocument[]
  /** Plays the image model: the file that is kept. */
  draw?: (prompt: string, component: Component) => KeptFile | Promise<KeptFile>
  /** Plays the files, and the pages of documents. */
  file?: (source: FileSource) => FileContent
  pages?: (source: FileSource, format: DocumentFormat) => DocumentText
  /** Plays the reader of what pages show. */
  pictures?: (pages: readonly number[]) => PagePictures
  /** Plays the files of the conversation. */
  keepFile?: (file: FileContent) => { blob: string }
  keptFiles?: () => KeptFile[]
  /** Plays the folders that the operator lists. */
  folder?: (name: string, recursive: boolean) => KeptFile[]
  /** Plays the embedded store; by default it holds nothing. */
  vectors?: Partial<CallVectors>
  /** Plays the servers of tools. */
  toolServer?: CallToolServers
  /** Plays the custom tools of the workspace, by id; by default there is none. */
  customTools?: Record<string, CustomToolWork>
  /** Plays the document stores of the workspace; by default there is none. */
  documentStore?: CallDocumentStores
  /** Plays the servers that do not speak HTTP. */
  dataServer?: CallDataServers
  /** Plays the browser. */
  page?: (request: PageRequest) => PageContent
  /** Plays the replies that the process keeps; by default none. */
  replies?: CallReplies
  /** Plays the embedder. */
  embed?: (texts: string[]) => number[][]
}

/** What a test says of the world around a step. */
export interface TestStepOptions
  extends TestCallOptions,
    Partial<Pick<StepContext, 'node' | 'values' | 'input' | 'runHistory' | 'executed'>> {
  isFirst?: boolean
  isLast?: boolean
  /** Ids of its credentials by param path; its own is `credential`. */
  credentials?: Record<string, string>
  /** Components by anchor. */
  components?: Record<string, Component[]>
  /** Components by `loadConfig` param. */
  selected?: Record<string, Component>
  /** Plays the nodes inside: the answer of each item; `concurrency` is how many were to run at once. */
  children?: (item: JsonValue, index: number, concurrency: number) => string
}

/** What was done with a context. */
export interface TestCalls {
  /** Requests to models, in order, with whether their text was meant to be shown. */
  requests: (ModelRequest & { show: boolean })[]
  usedTools: UsedTool[]
  /** What people were asked. */
  questions: AskedQuestion[]
  http: HttpRequest[]
  flows: FlowRequest[]
}

/** A context, and what the step did with it. */
export interface TestStep extends TestCalls {
  context: StepContext
  /** Texts shown by `emitText`, in order. */
  shown: string[]
}

/** Capabilities that tests give to single components, whatever their type. */
const ownCapabilities = new WeakMap<Component, Partial<Capabilities>>()

/** A component for tests: of a type that `capabilities` knows, or with capabilities of its own. */
export function createTestComponent(
  type: string,
  changes: Partial<Component> = {},
  capabilities: Partial<Capabilities> = {},
): Component {
  const component: Component = {
    nodeId: `${type}_0`,
    type,
    label: type,
    values: {},
    credentials: {},
    output: type,
    anchors: {},
    ...changes,
  }
  ownCapabilities.set(component, capabilities)
  return component
}

const EMPTY_VECTORS: CallVectors = {
  hasSource: async () => false,
  countSource: async () => 0,
  add: async (_key, { documents }) => ({ added: documents.length, known: 0 }),
  search: async () => [],
}

/** Ports that answer at once, without the engine: nothing is journaled, each model call costs 10 + 5 tokens. */
export function createTestCallContext(options: TestCallOptions = {}): TestCalls & { call: CallContext } {
  const calls: TestCalls = { requests: [], usedTools: [], questions: [], http: [], flows: [] }
  const capabilityOf = (component: Component, kind: Capability) =>
    ownCapabilities.get(component)?.[kind] ?? options.capabilities?.[component.type]?.[kind]
  const provides = (component: Component, kind: Capability) => capabilityOf(component, kind) !== undefined
  const call: CallContext = {
    signal: options.signal ?? new AbortController().signal,
    now: () => NOON,
    run: createTestRunInput(options.run),
    state: options.state ?? {},
    provides,
    async capability<Kind extends Capability>(component: Component, kind: Kind) {
      const found = capabilityOf(component, kind)
      if (found) return found as Capabilities[Kind]
      throw new RunnelError('missing_component', `${component.label} is no ${kind}.`)
    },
    model: (component, request, callOptions) =>
      playModel(options, calls, { component, request, callOptions }),
    embed: async (_component, texts) => play(options.embed, 'embedder')(texts),
    transcribe: async () => 'what was said',
    draw: async (component, prompt) => play(options.draw, 'image model')(prompt, component),
    rerank: async (_component, { texts }) => texts.map((_text, index) => ({ index, score: 1 })),
    retrieve: async (component, request) =>
      play(options.retrieve, 'retriever')(component, request.query, request),
    listTools: async (components) => {
      const lists = await Promise.all(components.map((component) => listOffers(component, call)))
      return lists.flat()
    },
    callTool: async (tool, input) => {
      const called = await useTool(tool, input, call)
      calls.usedTools.push(called.used)
      return called
    },
    http: async (request) => {
      calls.http.push(request)
      return play(options.http, 'network')(request)
    },
    code: async (code, globals, limits) => play(options.sandbox, 'sandbox')(code, globals, limits),
    file: playFiles(options),
    vectors: { ...EMPTY_VECTORS, ...options.vectors },
    toolServer: {
      list: async (target, names) => play(options.toolServer, 'server of tools').list(target, names),
      call: async (target, asked) => play(options.toolServer, 'server of tools').call(target, asked),
    },
    storedTool: async (id) => options.customTools?.[id],
    documentStore: options.documentStore ?? { find: async () => undefined, readChunks: async () => [] },
    dataServer: playDataServer(options),
    browser: { readPage: async (request) => play(options.page, 'browser')(request) },
    replies: options.replies ?? { find: () => undefined, keep: () => undefined },
    runFlow: async (request) => {
      calls.flows.push(request)
      return play(options.flow, 'flow')(request)
    },
    runWired: async (component, input) => play(options.runWired, 'wired step')(component, input),
    ask: async (question) => {
      calls.questions.push(question)
      return play(options.answer, 'person')(question, calls.questions.length - 1)
    },
    each: async (items, work) => {
      const results = []
      for (const [index, item] of items.entries()) results.push(await work(item, call, index))
      return results
    },
    hash: (value) => JSON.stringify(value),
  }
  return { ...calls, call }
}

function playFiles(options: TestCallOptions): CallFiles {
  return {
    read: async (source) => play(options.file, 'file')(source),
    stat: async (source) => {
      const { name, mediaType, bytes } = play(options.file, 'file')(source)
      return { name, mediaType, size: bytes.length, sha256: `hash of ${name}` }
    },
    readText: async (source, format) => play(options.pages, 'pages')(source, format),
    readPictures: async (_source, pages) => play(options.pictures, 'pictures')(pages),
    write: async ({ name }) => ({ blob: name }),
    keep: async (file) => play(options.keepFile, 'kept file')(file),
    listKept: async () => play(options.keptFiles, 'kept files')(),
    listFolder: async (name, { recursive }) => {
      const files = play(options.folder, 'folder')(name, recursive)
      return files.map((file) => file.name)
    },
    async takeFromFolder(name, wanted) {
      const found = play(options.folder, 'folder')(name, true).find((file) => file.name === wanted)
      if (found) return found
      throw new RunnelError('invalid_input', `There is no file ${wanted} in this folder.`)
    },
  }
}

/** Runs a node without the engine. */
export function createTestStepContext(options: TestStepOptions = {}): TestStep {
  const { call, ...calls } = createTestCallContext(options)
  const shown: string[] = []
  const { node = { id: 'node_0', type: 'node', label: 'Node' }, values = {}, credentials = {} } = options
  const context: StepContext = {
    ...call,
    node,
    self: createTestComponent(node.type, { nodeId: node.id, label: node.label, values, credentials }),
    values,
    input: options.input ?? 'Hello?',
    runHistory: options.runHistory ?? [],
    executed: options.executed ?? [],
    isFirst: options.isFirst ?? true,
    isLast: options.isLast ?? false,
    components: (anchor) => options.components?.[anchor] ?? [],
    selected: (param) => options.selected?.[param],
    emitProgress: () => undefined,
    emitText: (text) => {
      shown.push(text)
    },
    resolveWithOutput: resolveOutputReferences,
    runChildren: async (items, { concurrency }) => ({
      results: items.map((item, index) => play(options.children, 'node inside')(item, index, concurrency)),
      state: options.state ?? {},
      writtenKeys: [],
    }),
  }
  return { context, shown, ...calls }
}

function play<Work>(work: Work | undefined, name: string): Work {
  if (work) return work
  throw new RunnelError('step_failed', `This test gave no ${name}.`)
}

function playDataServer({ dataServer }: TestCallOptions): CallDataServers {
  return {
    ask: async (protocol, target, question) =>
      play(dataServer, 'data server').ask(protocol, target, question),
  }
}

interface ModelPlay {
  component: Component
  request: ModelRequest
  callOptions: { show?: boolean } | undefined
}

async function playModel(
  options: TestCallOptions,
  { requests }: TestCalls,
  { component, request, callOptions }: ModelPlay,
) {
  const model = play(options.model, 'model')
  requests.push({ ...structuredClone(request), show: callOptions?.show === true })
  return {
    parts: [],
    usage: { inputTokens: 10, outputTokens: 5, totalTokens: 15 },
    finishReason: 'stop' as const,
    ...model(request, requests.length - 1, component),
    time: { start: NOON, end: NOON + 20, delta: 20 },
  }
}

async function listOffers(component: Component, call: CallContext): Promise<Tool[]> {
  const toolset = await call.capability(component, 'toolset')
  const offers = await toolset.list(component, call)
  return offers.map((offer) => ({ ...offer, component }))
}

async function useTool(
  tool: Tool,
  input: JsonValue,
  call: CallContext,
): Promise<ToolResult & { used: UsedTool }> {
  try {
    const toolset = await call.capability(tool.component, 'toolset')
    const { name, madeOf } = tool
    const request = { tool: name, input, ...(madeOf !== undefined && { madeOf }) }
    const result = await toolset.call(tool.component, request, call)
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
