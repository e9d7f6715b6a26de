import type {
  AnsweredQuestion,
  Capability,
  CustomToolWork,
  DataProtocol,
  DataProtocols,
  DocumentFormat,
  DocumentText,
  ExecutedNode,
  FindDefinition,
  FlowType,
  HistoryMessage,
  JsonObject,
  JsonValue,
  PageContent,
  PagePictures,
  PageRequest,
  Question,
  ReasonContent,
  RunEvent,
  RunInput,
  RunStatus,
  ServerTool,
  ServerToolCall,
  ServerToolReply,
  StepRecord,
  TokenPrice,
  Usage,
  UsedTool,
} from '@runnel/contract'
import type { RunPlan } from '@runnel/graph'
import type {
  Capabilities,
  ChatModel,
  CodeLimits,
  Component,
  DataServerTarget,
  Document,
  FileContent,
  FileSource,
  FileStat,
  HttpReply,
  HttpRequest,
  KeptFile,
  RunNode,
  StoredKnowledge,
  StoredPart,
  ToolServerTarget,
  VendorContext,
} from '@runnel/node-kit'

/** Everything that the engine may reach. The engine itself knows no clock, network, random source or storage. */
export interface EnginePorts {
  /** Whose run it is: part of the name of what is kept outside for its workspace alone. */
  workspaceId: string
  /** The work of a node type; `undefined` for a type that the catalogue does not hold. Loaded on first use. */
  loadRun(type: string): Promise<RunNode | undefined>
  /** The file of a component type's capability; `undefined` when it has none. Loaded on first use. */
  loadCapability<Kind extends Capability>(type: string, kind: Kind): Promise<Capabilities[Kind] | undefined>
  /** The catalogue: needed for what components provide, and for those that a param names (`llmModel`). */
  findDefinition: FindDefinition
  /**
   * What a component's vendor code may use for one call: the guarded network, its credential opened.
   * Throws `missing_credential`, `credential_host_mismatch`.
   */
  openVendor(component: Component, call: VendorCall): Promise<VendorContext>
  /** What a model costs; undefined where nobody knows. */
  findPrice(nodeType: string, identity: NonNullable<ChatModel['identity']>): TokenPrice | undefined
  /** A vendor's fault in words for people, without secrets. */
  presentFault(component: Component, error: unknown): unknown
  /** A request of a flow through the egress guard. */
  request(request: HttpRequest, flowId: string, signal: AbortSignal): Promise<HttpReply>
  /** Servers of tools; a session with one lasts as long as these ports. */
  toolServers: ToolServerPort
  /** A custom tool of the workspace; undefined where there is none of that id. */
  findCustomTool(id: string): Promise<CustomToolWork | undefined>
  documentStores: DocumentStorePort
  dataServers: DataServerPort
  browser: BrowserPort
  files: FilePort
  vectors: VectorPort
  replies: ReplyPort
  /** Runs user code in the sandbox, with the broker of this workspace. */
  runCode(
    request: { code: string; globals: JsonObject; signal: AbortSignal } & CodeLimits,
  ): Promise<JsonValue>
  /**
   * Plan of another flow of the same workspace, for a sub-flow, with the version that it pins. A resumed run names
   * the version that it began with. Only the overrides given back are applied: those that the flow's author enabled.
   */
  planFlow(request: PlanFlowRequest): Promise<PlannedFlow>
  /** Milliseconds since 1970. */
  now(): number
  /** A random UUID. */
  newId(): string
  /** Hash of a text, hexadecimal: compares requests at a resume. */
  hash(text: string): string
  /** Resolves after that many milliseconds, rejects when aborted. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>
}

/** For which flow a server is asked: its author said where credentials may go. */
export interface ServerAsking {
  flowId: string
  signal: AbortSignal
}

/** Document stores of the workspace. */
export interface DocumentStorePort {
  /**
   * What a store is made of, as far as the flow may read it. From then on what belongs to it (`Component.owner`) sends
   * credentials where its own author said.
   */
  find(id: string, flowId: string): Promise<StoredKnowledge | undefined>
  readChunks(id: string, asked: { flowId: string; part?: StoredPart | undefined }): Promise<Document[]>
}

/** Servers of tools that speak MCP. */
export interface ToolServerPort {
  list(target: ToolServerTarget, names: string[], asking: ServerAsking): Promise<ServerTool[]>
  call(target: ToolServerTarget, call: ServerToolCall, asking: ServerAsking): Promise<ServerToolReply>
}

/** What a server that does not speak HTTP is asked, and how it is reached. */
export interface DataServerCall<Protocol extends DataProtocol> {
  protocol: Protocol
  target: DataServerTarget<Protocol>
  question: DataProtocols[Protocol]['question']
}

/** Servers that do not speak HTTP. */
export interface DataServerPort {
  /** Throws `missing_credential`, `credential_host_mismatch`, `egress_denied`, `upstream_error`, `unavailable`. */
  ask<Protocol extends DataProtocol>(
    call: DataServerCall<Protocol>,
    asking: ServerAsking,
  ): Promise<DataProtocols[Protocol]['answer']>
}

/** The browser that the operator gives. */
export interface BrowserPort {
  /** Throws `egress_denied`, `upstream_error`, `invalid_input`, `unavailable`. */
  readPage(request: PageRequest, signal: AbortSignal): Promise<PageContent>
}

/** For which flow a file is read: names are those of its files. The signal ends what is fetched from an address. */
export interface FileReading {
  flowId: string
  signal: AbortSignal
}

/** The call that a vendor is opened for. */
export interface VendorCall {
  /** The flow that the component is of: its author said where credentials may go. */
  flowId: string
  /** What the vendor is asked for. */
  kind: Extract<
    Capability,
    'chatModel' | 'embedder' | 'reranker' | 'speechToText' | 'textToSpeech' | 'imageModel'
  >
  /** Names the call among those of all runs, the same whenever it is made again; absent where it is several requests. */
  key?: string
  /** Ends what is fetched of files. */
  signal: AbortSignal
}

/** Files of the workspace. Throws `not_found` for what is not there, or not to be read. */
export interface FilePort {
  read(source: FileSource, reading: FileReading): Promise<FileContent>
  stat(source: FileSource, reading: FileReading): Promise<FileStat>
  write(file: FileContent): Promise<{ blob: string }>
  /** Keeps a file with the conversation of the run. Throws `body_too_large` where strangers may keep no more. */
  keep(file: FileContent): Promise<{ blob: string }>
  /**
   * Keeps a picture that a vendor made with the conversation, under a name made of its content. Throws `upstream_error` for
   * what is no picture by its content, or is too large.
   */
  keepPicture(bytes: Uint8Array): Promise<KeptFile>
  /** The files of the conversation, newest first, one of each name. */
  listKept(): Promise<KeptFile[]>
  /** The files of a folder that the operator lists. Throws `invalid_input` for one that is not listed. */
  listFolder(name: string, options: { recursive: boolean; signal: AbortSignal }): Promise<string[]>
  /** A copy of one of them. Throws `invalid_input` where it is gone, `limit_exceeded` where it is too large. */
  takeFromFolder(name: string, options: { file: string; signal: AbortSignal }): Promise<KeptFile>
  readText(
    source: FileSource,
    reading: FileReading & { format: DocumentFormat; mayBeEmpty?: boolean | undefined },
  ): Promise<DocumentText>
  readPictures(source: FileSource, reading: FileReading & { pages: readonly number[] }): Promise<PagePictures>
}

/** Replies of models that this process keeps for the workspace, apart for each flow, bounded in size and time. */
export interface ReplyPort {
  find(flowId: string, key: string): JsonValue | undefined
  keep(flowId: string, key: string, reply: JsonValue): void
}

/** A piece of text in the embedded store, known by the hash of its content. */
export interface VectorEntry {
  hash: string
  text: string
  metadata: JsonObject
  vector: number[]
  /** Of a piece of a longer text: the entry that has the text and its metadata, and where it stands there. */
  piece?: { of: number; from: number; to: number }
  /** Searched with the text, and not answered; that of pieces stands with the text. */
  context?: string | undefined
}

/** A vector that was made before; `space` describes it. */
export interface KnownVector {
  hash: string
  vector: number[]
  space: JsonObject
}

/**
 * The embedded store of the workspace. A store is a key, and holds sources; each is taken in whole, and nothing of it is
 * found before it is finished.
 */
export interface VectorPort {
  /** Any source when none is named. */
  hasSource(key: string, source?: string): Promise<boolean>
  /** How many documents a source that was taken in has; `inPieces` where its entries are pieces of them. */
  countSource(key: string, source: string, inPieces: boolean): Promise<number>
  /** Vectors of contents with these hashes that an owner has or began to have, or that were made for this source before its maker died. */
  findKnown(
    key: string,
    source: string,
    known: { owner?: string | undefined; hashes: string[] },
  ): Promise<KnownVector[]>
  /** Refuses so many more vectors where callers of this run may give no more; asked before any is made. */
  checkRoom(count: number): Promise<void>
  /** Begins to take a source in, and gives the id under which it is built. `space` describes its vectors. */
  beginSource(
    key: string,
    source: { source: string; space: JsonObject; dimensions: number; owner?: string | undefined },
  ): Promise<string>
  /** Adds entries from number `from` on; vectors of another length are refused as `invalid_input`. */
  addEntries(buildingId: string, from: number, entries: VectorEntry[]): Promise<void>
  /** From now on the source counts as taken in whole, and its entries are found. */
  finishSource(buildingId: string): Promise<void>
  /** From now on none of the store's sources is found but this one, or none at all; gives how many documents the others had. */
  keepOnly(key: string, source?: string): Promise<number>
  /**
   * The nearest entries of all sources of these stores, best first; with `words` those too that have the words of this
   * text, and with `onlyWords` no others. Where the vectors compare words themselves (`comparesWords`), what has the words comes
   * first. A vector of another length is refused as `invalid_input`.
   */
  search(
    keys: readonly string[],
    request: {
      vector: number[]
      limit: number
      filter?: JsonObject
      words?: string
      onlyWords?: boolean
      comparesWords?: boolean
    },
  ): Promise<{ text: string; metadata: JsonObject; score: number }[]>
}

/** Which flow a step wants to run. */
export interface PlanFlowRequest {
  flowId: string
  /** The flow whose step asks: what it may read, the other is told. */
  outerFlowId: string
  /** The version of it that runs. */
  outerVersionId: string
  /** Of the call in the journal: what its steps record stands below. */
  path: string
  versionId?: string
  overrides: JsonObject
  conversation: AskedConversation | ConversationPin
}

/** The conversation that another flow is asked for: the names that its caller gives; none for a new one. */
export interface AskedConversation {
  chatId?: string
  sessionId?: string
}

/** The conversation that another flow was asked in, and up to where that flow saw it: what a resumed run goes on with. */
export interface ConversationPin {
  chatId: string
  sessionId: string
  /** Position of the last message that it saw; absent where it saw none. */
  until?: number
  /** Milliseconds since 1970 at which it was read. */
  seenAt: number
}

/** A flow that is ready to run inside another. */
export interface PlannedFlow {
  plan: RunPlan
  versionId: string
  flowType: FlowType
  /** The conversation with it, and what was said there before. */
  conversation: ConversationPin & Pick<RunInput, 'pastHistory' | 'outsideSession'>
  overrides: RunInput['overrides']
  /** What the flow itself may see of the workspace's variables, as its author lets callers set them; none when absent. */
  variables?: RunInput['variables']
  /** What the flow left in this conversation, where its start node keeps it. */
  kept?: KeptOfSession
}

/** What a start node keeps between the runs of one conversation; a part that it does not keep is absent. */
export interface KeptOfSession {
  /** Empty where nothing was left yet. */
  state?: JsonObject
  form?: JsonObject
}

/** What one run may use up. Exceeding one ends the run with `budget_exceeded`. */
export interface RunBudgets {
  maxSteps: number
  maxMilliseconds: number
  maxTokens: number
}

/** What a run is started or resumed with. `journal` holds every record of the run so far; empty at first. */
export interface RunFlowOptions {
  runId: string
  /** Number of this ownership of the run: 1 for the first, and higher for each later one. */
  fence: number
  /** Milliseconds in which nobody had the run: it was queued, waited, or its owner was dead. */
  idleMs: number
  plan: RunPlan
  input: RunInput
  journal: StepRecord[]
  /** Everything that people have answered in this run so far. */
  answers: AnsweredQuestion[]
  /** The fence of the last owner who left in order, all committed, while the run waited; 0 when none did. */
  settledFence: number
  ports: EnginePorts
  signal: AbortSignal
  budgets: RunBudgets
}

/**
 * What the engine hands out while it runs. With `durable` the engine goes on only when the consumer asks for the
 * next piece, so the consumer commits first; otherwise records and events may be written later, in order.
 */
export interface RunProgress {
  records: StepRecord[]
  events: RunEvent[]
  durable: boolean
}

/**
 * How a run ended or paused. `records` and `events` are the last ones (the `run-end` or `run-wait` event
 * included): the consumer commits them together with the run's row and its messages, in one transaction.
 */
export interface RunOutcome {
  status: Extract<RunStatus, 'finished' | 'waiting' | 'error' | 'terminated' | 'timeout'>
  /** What was said in place of a question, once it is written down. */
  heard?: string
  /** The answer: a single space when empty. */
  text: string
  /** When the answering step gave JSON instead of text. */
  json?: JsonValue
  executed: ExecutedNode[]
  state: JsonObject
  /** What of the state callers are told beside the answer. */
  flowVariables?: JsonObject
  history: HistoryMessage[]
  usedTools: UsedTool[]
  sourceDocuments: JsonValue[]
  artifacts: JsonValue[]
  fileAnnotations: JsonValue[]
  /** What the model that answered thought. */
  reasonContent?: ReasonContent
  usage: Usage
  /** Label of the memory node, for chat flows. */
  memoryType?: string
  /** What a person is asked, when `waiting`: the latest question's. */
  action?: JsonObject
  /** Every open question, the latest last; empty unless `waiting`. */
  waiting: Question[]
  error?: { code: string; message: string; nodeId?: string }
  records: StepRecord[]
  events: RunEvent[]
}
