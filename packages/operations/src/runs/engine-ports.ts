import { hash, randomUUID } from 'node:crypto'
import type { FileSource } from '@runnel/contract'
import { type GivenPlace, storageFault } from '@runnel/db'
import type { DocumentStorePort, EnginePorts, VectorPort } from '@runnel/engine'
import { INGESTION_STEP } from '@runnel/graph'
import type { RunNode } from '@runnel/node-kit'
import { codeFetch } from '../code-fetch.ts'
import type { OperationContext } from '../context.ts'
import { createSecretsOpener, type SecretsOpener } from '../credentials/open-secrets.ts'
import {
  createCredentialOpener,
  type OpeningOf,
  openVendor,
  presentFault,
} from '../credentials/open-vendor.ts'
import { findToolWork } from '../custom-tools/find-tool-work.ts'
import type { OwnedRun, RunLease } from '../owned-run.ts'
import { createRunSecrets, type RunSecrets, refusingSecrets } from '../run-secrets.ts'
import { isDatabaseAway, readWithPatience, withoutStorageWords } from '../storage-patience.ts'
import { createDocumentStorePort } from '../store-work/document-store-port.ts'
import { STORE_STEP } from '../store-work/prepare-store-work.ts'
import { workInStore } from '../store-work/work-in-store.ts'
import { ingestDocuments } from '../vectors/ingest-documents.ts'
import { createVectorPort, type GivenVectors } from '../vectors/vector-port.ts'
import { createServerKeys } from './create-server-keys.ts'
import { createDataServerPort } from './data-server-port.ts'
import { createFilePort, type RunFiles } from './file-port.ts'
import { vectorQuotaOf } from './open-conversation.ts'
import { planSubFlow } from './plan-sub-flow.ts'
import { requestWithCredential } from './request-with-credential.ts'
import { underLease } from './run-lease.ts'
import { createToolServerPort } from './tool-server-port.ts'

/** What the ports of one run are made for. */
export interface PortsScope {
  workspaceId: string
  flowId: string
  runId: string
  /** The conversation of the run: files are kept with it. */
  conversation: { chatId: string; sessionId: string; namespace: string }
  consentedHosts: string[]
  /** The chat in which callers gave what the run takes in; absent where it takes in what its author gave. */
  given?: GivenPlace | undefined
  /** The document store in which the run works, where it does. */
  ofStore?: string | undefined
  /** Whether a part of the run was done before, here or by another process. */
  goesOn?: boolean
  /** Takes what flows inside of the run see of their conversations, for the journal. */
  innerPasts?: OwnedRun['innerPasts']
  /** Nothing leaves the run without it. */
  lease: RunLease
}

const RUN_FILES = Object.keys({
  read: true,
  readBytes: true,
  stat: true,
  readText: true,
  readPictures: true,
  write: true,
  keep: true,
  keepPicture: true,
  listKept: true,
  listFolder: true,
  takeFromFolder: true,
} satisfies Record<keyof RunFiles, true>)

const TOOL_SERVERS = ['list', 'call']
const DOCUMENT_STORES = ['find', 'readChunks'] satisfies (keyof DocumentStorePort)[]
const VECTORS = Object.keys({
  hasSource: true,
  countSource: true,
  findKnown: true,
  checkRoom: true,
  beginSource: true,
  addEntries: true,
  finishSource: true,
  keepOnly: true,
  search: true,
} satisfies Record<keyof VectorPort, true>)

/** A port with functions of these names, which is made when one of them is first called: most runs call none. */
function madeAtFirstUse<Port extends object>(names: string[], make: () => Port): Port {
  let made: Port | undefined
  const call =
    (name: string) =>
    (...given: unknown[]) => {
      made ??= make()
      return (made as Record<string, (...given: unknown[]) => unknown>)[name]?.(...given)
    }
  return Object.fromEntries(names.map((name) => [name, call(name)])) as Port
}

/** What never asks the database has no words of it to keep back. */
const OF_NO_DATABASE = { newId: randomUUID, hash: (text: string) => hash('sha256', text) }

/** What the operator says that a model costs goes before what is known of the vendor's own server. */
function createPriceFinder({ modelLists, catalogue }: OperationContext): EnginePorts['findPrice'] {
  return (type, { modelName, isHome }) =>
    modelLists.findModel(type, modelName)?.price ??
    (isHome ? catalogue.findPrice(type, modelName) : undefined)
}

/** Runs code of a flow, which reaches the network through the guard or not at all. */
function createCodeRunner(
  { egress, sandbox }: OperationContext,
  scope: PortsScope,
  variables: RunSecrets,
): EnginePorts['runCode'] {
  const { workspaceId: owner, flowId: group } = scope
  return async ({ offline, timeoutMs, ...run }) => {
    const broker = offline ? {} : { fetch: codeFetch(egress, variables) }
    const limits = timeoutMs === undefined ? {} : { timeoutMs }
    const { value } = await sandbox.run({ ...run, ...limits, owner, group, broker })
    return value
  }
}

/** Plans flows inside the run, and notes where each sends credentials and what it sees of its conversation. */
function createFlowPlanner(
  context: OperationContext,
  scope: PortsScope,
  consent: Map<string, string[]>,
): EnginePorts['planFlow'] {
  return async (request) => {
    const { consentedHosts, past, ...planned } = await planSubFlow(context, scope, request)
    consent.set(request.flowId, consentedHosts)
    if (past.messages.length > 0) scope.innerPasts?.set(request.path, past)
    return planned
  }
}

/** The ports of one run; what they keep open is ended with `close`, which never rejects. */
type RunPorts = EnginePorts & { close(): Promise<void> }

/**
 * Long work that notes how far it is: where the database goes away under it, the run is dropped as it is and goes on when
 * its lease has ended, as after the death of its process. All else fails the step, in no words of the database's own.
 */
function goingOnLater({ log }: OperationContext, { lease, runId }: PortsScope, work: RunNode): RunNode {
  return async (step) => {
    try {
      return await work(step)
    } catch (error) {
      if (isDatabaseAway(error)) {
        log.warn({ err: error, runId }, 'The database is away; a run goes on when it is back')
        lease.giveUp('The database is away')
      }
      throw storageFault(error) ?? error
    }
  }
}

/** The work of a node, or of a step that is none. */
async function loadRun(context: OperationContext, scope: PortsScope, type: string) {
  if (type === INGESTION_STEP) return goingOnLater(context, scope, ingestDocuments(context, scope))
  if (type === STORE_STEP) return goingOnLater(context, scope, workInStore(context, scope))
  return context.catalogue.findNode(type)?.run?.()
}

/** Replies that this process keeps, apart for each workspace and flow. */
function createReplies(
  { keptReplies }: OperationContext,
  { workspaceId }: PortsScope,
): EnginePorts['replies'] {
  return {
    find: (flowId, key) => keptReplies.find({ workspaceId, flowId }, key),
    keep: (flowId, key, reply) => keptReplies.keep({ workspaceId, flowId }, key, reply),
  }
}

/** The operator's browser, whose pages are fetched as this run may fetch. */
function createBrowserPort({ browser, egress }: OperationContext): EnginePorts['browser'] {
  return { readPage: (request, signal) => browser.readPage(request, { fetch: egress.fetch, signal }) }
}

function givenVectors(
  context: OperationContext,
  { workspaceId, given: place }: PortsScope,
): GivenVectors | undefined {
  return place && { place, findQuota: () => vectorQuotaOf(context, workspaceId, place.namespace) }
}

/** The world for what is read and told as it came: secret variables do not go along. */
function readingOnly(context: OperationContext, variables: RunSecrets): OperationContext {
  return { ...context, egress: { ...context.egress, fetch: refusingSecrets(context.egress, variables) } }
}

/** Joins the engine to the world for one run: catalogue, vendors, files, sandbox, clock. */
export function createEnginePorts(process: OperationContext, scope: PortsScope): RunPorts {
  const context = underLease(process, scope.lease)
  const credentials = createCredentialOpener(context, scope.workspaceId, process)
  const variables = createRunSecrets(context, scope)
  const reading = readingOnly(context, variables)
  const files = madeAtFirstUse(RUN_FILES, () => createFilePort(reading, scope))
  const vectors = madeAtFirstUse(VECTORS, () =>
    createVectorPort(context, scope.workspaceId, givenVectors(context, scope)),
  )
  // Each flow of the run, and each document store that one asks, sends credentials only where its own author agreed.
  const consent = new Map([[scope.flowId, scope.consentedHosts]])
  const openingOf = ({ flowId, owner = flowId, signal }: Parameters<OpeningOf>[0]) => ({
    credentials,
    consentedHosts: consent.get(owner) ?? [],
    readFile: (source: FileSource) => files.readBytes(source, { flowId, signal }),
  })
  let secrets: SecretsOpener | undefined
  const getOpener = () => {
    secrets ??= createSecretsOpener(context)
    return secrets
  }
  const { workspaceId } = scope
  let toolServers: ReturnType<typeof createToolServerPort> | undefined
  const openToolServers = () => {
    const keys = createServerKeys(context, { credentials, openingOf, getOpener })
    toolServers ??= createToolServerPort(context, { workspaceId, variables, ...keys })
    return toolServers
  }
  const ports = withoutStorageWords<
    Omit<EnginePorts, keyof typeof OF_NO_DATABASE | 'workspaceId' | 'replies' | 'now' | 'sleep'>
  >({
    loadRun: (type) => loadRun(context, scope, type),
    loadCapability: context.catalogue.loadCapability,
    findDefinition: context.catalogue.find,
    openVendor: (component, { flowId, signal, ...call }) =>
      openVendor(context, component, { ...openingOf({ flowId, owner: component.owner, signal }), ...call }),
    findPrice: createPriceFinder(context),
    presentFault: (component, error) =>
      presentFault(
        context.catalogue.find(component.type)?.label ?? component.type,
        error,
        credentials.secrets(),
      ),
    request: (request, flowId, signal) =>
      requestWithCredential(context, request, {
        ...openingOf({ flowId, owner: request.authorise?.component.owner, signal }),
        signal,
        secrets: getOpener(),
        variables,
      }),
    dataServers: madeAtFirstUse(['ask'], () => createDataServerPort(context, scope.workspaceId, openingOf)),
    browser: createBrowserPort(reading),
    toolServers: madeAtFirstUse(TOOL_SERVERS, openToolServers),
    files,
    vectors,
    runCode: createCodeRunner(context, scope, variables),
    documentStores: madeAtFirstUse(DOCUMENT_STORES, () =>
      createDocumentStorePort(context, { ...scope, consent }),
    ),
    findCustomTool: (id) => readWithPatience(context, () => findToolWork(context, scope.workspaceId, id)),
    planFlow: createFlowPlanner(context, scope, consent),
  })
  const close = async () => toolServers?.close()
  const own = { replies: createReplies(context, scope), now: context.now, sleep: context.sleep, close }
  return { ...ports, ...OF_NO_DATABASE, workspaceId, ...own }
}
