import {
  type Capability,
  type FileSource,
  type FlowType,
  type InputDefinition,
  isParam,
  type JsonObject,
  type NodeDefinition,
  type ParamMeaning,
  type ParamOption,
  ROW_FIELDS,
  type ServerTool,
  type TokenPrice,
} from '@runnel/contract'
import type { CapabilityLoaders } from './call-context.ts'
import type { HttpAuthorise, ToolOffer, ToolServerTarget } from './call-requests.ts'
import type { CredentialType } from './credential-test.ts'
import type { StepContext, StepOutput } from './step-context.ts'

/** Runs a step; thrown `RunnelError`s keep their code, anything else becomes `step_failed`. */
export type RunNode = (context: StepContext) => Promise<StepOutput>

/** A node before the one that asks, in the wire form that the editor sends. */
export interface PreviousNode {
  id: string
  /** Type name. */
  name: string
  label: string
  inputs: JsonObject
}

/** A flow as loaders see it. */
export interface ListedFlow {
  id: string
  name: string
  type: FlowType
}

/** A document store as loaders see it. */
export interface ListedStore {
  id: string
  name: string
  description: string
  /** It has chunks; it has vectors, so that it answers queries. */
  hasChunks: boolean
  answers: boolean
}

/** What a loader of options may use (`POST /node-load-method/:name`). */
export interface LoadContext {
  values: JsonObject
  /** The values of the whole node, where they are sent apart: Flowise's editor sends as `values` those of a row. */
  nodeValues?: JsonObject
  /** Every definition that the product knows, nodes and providers: loaders that list nodes choose from it. */
  catalogue: NodeDefinition[]
  /** Nodes that come before this one in the flow; empty when the editor sent none. */
  previousNodes: PreviousNode[]
  /** The flows of the workspace that the caller may see; absent where they may see none. */
  listFlows?: () => Promise<ListedFlow[]>
  /** The custom tools of the workspace; absent where the caller may not see them. */
  listCustomTools?: () => Promise<{ id: string; name: string; description: string }[]>
  /** The MCP servers in the list of the workspace; absent where the caller may not see them. */
  listMcpServers?: () => Promise<{ id: string; name: string; serverUrl: string; status: string }[]>
  /** The document stores of the workspace; absent where the caller may not see them. */
  listDocumentStores?: () => Promise<ListedStore[]>
  /** The tools of a type with its settings, without a call to anywhere; rejects where the type needs one to know them. */
  describeTools?: (type: string, values: JsonObject) => Promise<ToolOffer[]>
  /**
   * The tools of a server that speaks MCP, through the egress guard, with what `authorise` makes of the chosen credential.
   * Rejects where it cannot be asked.
   */
  listServerTools?: (
    target: Pick<ToolServerTarget, 'server' | 'timeoutMs'>,
    authorise: HttpAuthorise | undefined,
  ) => Promise<ServerTool[]>
  /** Values with the workspace's variables in their texts (`{{$vars.name}}`), for callers who may see them. */
  fillVariables?: (values: JsonObject) => Promise<JsonObject>
  /** The models that the operator of the installation lists for this node, in place of those that it knows. */
  listedModels?: ParamOption[]
  /** Models that the operator offers before those that the node knows. */
  addedModels?: ParamOption[]
  /** Plain fields of the chosen credential, opened for this call only; undefined when none is chosen. */
  credential?: Record<string, string>
  fetch: (
    url: string,
    init?: { method?: string; headers?: Record<string, string>; body?: string; signal?: AbortSignal },
  ) => Promise<{ ok: boolean; status: number; json(): Promise<unknown>; text(): Promise<string> }>
  /** The bytes of a file that a `file` param names: one inside the value, or one of the flow that is edited. */
  readFile?: (source: FileSource) => Promise<Uint8Array>
  signal: AbortSignal
}

/**
 * Loads the options of an `asyncOptions` param. A fault is thrown; the operation turns it into an empty list, but for
 * `invalid_input`, which is told to whoever filled the form in.
 */
export type LoadOptions = (context: LoadContext) => Promise<ParamOption[]>

/** Lifts the values of a node saved by version `from` to the next one; the meaning stays what it was. */
export interface NodeMigration {
  /** Our own whole number, rising; beside it `below`: applies to nodes whose `typeVersion` is lower. */
  number: number
  below: number
  migrate(values: JsonObject): JsonObject
}

/**
 * A type of node: its definition as data, and its work, loaded on first use so that a start stays quick: `run` for
 * steps and triggers, one file for each capability that its definition says it provides.
 */
export interface NodeType {
  definition: NodeDefinition
  run?: () => Promise<RunNode>
  provides?: CapabilityLoaders
  load?: Record<string, () => Promise<LoadOptions>>
  /** Types of credentials that it brings; several nodes may bring the same. */
  credentials?: CredentialType[]
  /** An own mark, for `/node-icon/:name`: one-colour SVG text that draws with `currentColor`. */
  iconSvg?: string
  migrations?: NodeMigration[]
  /** What its models cost at the vendor's own server, by name. */
  prices?: Readonly<Record<string, TokenPrice>>
}

/** What one vendor brings: its nodes and its credential types. */
export interface Provider {
  name: string
  nodes: NodeType[]
  credentials: CredentialType[]
}

/** Everything that a definition says it provides, with any output. */
export function listProvided({ provides = [], outputs = [] }: NodeDefinition): Capability[] {
  return [...new Set([...provides, ...outputs.flatMap((output) => output.provides ?? [])])]
}

/**
 * Checks and returns a node type. A contradiction is a programming error: a step without its work, a capability that is
 * declared without its file or the other way round, an address among the params that callers may override, a meaning
 * that two params have, or whose rows lack a field.
 */
export function defineNode(type: NodeType): NodeType {
  const { definition, run, provides = {} } = type
  const { kind, name } = definition
  const isStep = kind === 'step' || kind === 'trigger'
  if (isStep !== (run !== undefined)) throw new Error(`${name}: a step or trigger has run, others have not`)
  const declared = listProvided(definition)
  if (kind === 'component' && declared.length === 0)
    throw new Error(`${name}: a component provides something`)
  const given = Object.keys(provides) as Capability[]
  const odd = [
    ...declared.filter((capability) => !given.includes(capability)),
    ...given.filter((capability) => !declared.includes(capability)),
  ]
  if (odd.length > 0)
    throw new Error(`${name}: ${odd.join(', ')} is declared without its file, or not declared`)
  checkOverridable(definition)
  checkMeanings(definition)
  return type
}

function checkOverridable({
  name,
  inputs,
  sendsCredentialTo = [],
  sendsCredentialBy = [],
}: NodeDefinition): void {
  const anchor = inputs.find((input) => input.overridable === true && !isParam(input))
  if (anchor) throw new Error(`${name}: the anchor ${anchor.name} cannot be overridable`)
  const choice = inputs.find((input) => input.overridable === true && input.loadConfig === true)
  if (choice)
    throw new Error(`${name}: ${choice.name} chooses who gets a credential and cannot be overridable`)
  for (const path of sendsCredentialTo) {
    const passed = findPath(inputs, path.split('.'))
    if (!passed) throw new Error(`${name}: sendsCredentialTo names ${path}, which is no param`)
    if (passed.some(({ overridable }) => overridable === true))
      throw new Error(`${name}: ${path} says where a credential goes and cannot be overridable`)
  }
  for (const param of sendsCredentialBy) {
    const input = inputs.find((each) => each.name === param)
    if (!input) throw new Error(`${name}: sendsCredentialBy names ${param}, which is no param`)
    if (input.overridable === true)
      throw new Error(`${name}: ${param} says how a credential goes and cannot be overridable`)
  }
}

/**
 * The params on the way to a field of rows (`servers.url`); those of tabs stand beside their list, and what is inside of
 * JSON is not declared. Undefined where there is none.
 */
function findPath(
  inputs: readonly InputDefinition[],
  [first, ...rest]: string[],
): InputDefinition[] | undefined {
  const input = inputs.flatMap((each) => [each, ...(each.tabs ?? [])]).find(({ name }) => name === first)
  if (!input || rest.length === 0 || holdsJson(input)) return input && [input]
  const inside = findPath(input.array ?? [], rest)
  return inside && [input, ...inside]
}

function holdsJson({ type, codeLanguage }: InputDefinition): boolean {
  return type === 'json' || (type === 'code' && codeLanguage === 'json')
}

function checkMeanings({ name, inputs, jumpsTo, branches }: NodeDefinition): void {
  const known = new Map<ParamMeaning, InputDefinition>()
  for (const input of inputs) {
    const { readAs: meaning, array = [] } = input
    if (!meaning) continue
    const other = known.get(meaning)
    if (other) throw new Error(`${name}: ${other.name} and ${input.name} are both read as ${meaning}`)
    known.set(meaning, input)
    const lacking = ROW_FIELDS[meaning]?.find((field) => !array.some((each) => each.name === field))
    if (lacking) throw new Error(`${name}: rows of ${input.name} are read as ${meaning} and need ${lacking}`)
  }
  for (const [what, param] of [
    ['jumpsTo', jumpsTo],
    ['branches', branches?.param],
  ] as const)
    if (param !== undefined && !inputs.some((input) => input.name === param))
      throw new Error(`${name}: ${what} names ${param}, which is no param`)
}
