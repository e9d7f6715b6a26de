import { randomUUID } from 'node:crypto'
import { can, type Principal, workspaceOf } from '@runnel/access'
import {
  errorMessage,
  type FindDefinition,
  flowTypeSchema,
  isJsonObject,
  isRunnelError,
  type JsonObject,
  type ParamOption,
  RunnelError,
} from '@runnel/contract'
import { resolveChatVariables } from '@runnel/graph'
import type { ListedFlow, ListedStore, LoadContext, ToolOffer, ToolServerTarget } from '@runnel/node-kit'
import type { OperationContext } from '../context.ts'
import { listPlaces } from '../credentials/credential-hosts.ts'
import { mayUseKeys } from '../credentials/may-use-keys.ts'
import { createCredentialOpener } from '../credentials/open-vendor.ts'
import { findToolWork } from '../custom-tools/find-tool-work.ts'
import { mayOnFlows } from '../flow-rights.ts'
import { listMcpServers } from '../mcp-servers/list-mcp-servers.ts'
import { listServerTools } from '../mcp-servers/list-server-tools.ts'
import { createRunSecrets, NO_SECRETS, type RunSecrets } from '../run-secrets.ts'
import { readVariableValues } from '../variables/read-variable-values.ts'
import { describeTools } from './describe-tools.ts'
import { getNode } from './list-nodes.ts'
import { readFormFile } from './read-form-file.ts'

/** Longest time that a loader may take, in milliseconds. */
const TIMEOUT_MS = 15_000

/** As many flows, or custom tools, as a list of options holds. */
const MAX_OPTIONS = 200

/** What the editor sends when it asks for the options of a param, as Flowise's does. */
export interface LoadNodeMethod {
  nodeName: string
  loadMethod: string
  inputs: JsonObject
  credential?: string | undefined
  previousNodes: JsonObject[]
  /** The whole node, whose param may stand in a row. */
  currentNode?: JsonObject | undefined
  /** The flow of the node: its files may be named. */
  flowId?: string | undefined
}

function nodeOf(value: JsonObject) {
  const data = isJsonObject(value.data) ? value.data : value
  return {
    id: String(value.id ?? data.id ?? ''),
    name: String(data.name ?? ''),
    label: String(data.label ?? ''),
    inputs: isJsonObject(data.inputs) ? data.inputs : {},
  }
}

/** Puts variables into values; the same ones for the whole of a call, so that what was checked is what is used. */
type FillVariables = (values: JsonObject) => Promise<JsonObject>

/** Who asks for options, and with which variables. */
interface Asker {
  principal: Principal
  fill: FillVariables
  /** What may stand in the place of secret variables when a server of tools is asked. */
  variables: RunSecrets
}

/**
 * A stored key goes to an address of one's own only for somebody who may edit credentials, whether it stands in the
 * values or in a variable that they name.
 */
async function maySendKey(
  { principal, fill }: Asker,
  { nodeName, inputs }: LoadNodeMethod,
  find: FindDefinition,
): Promise<boolean> {
  if (can(principal, 'credentials:update')) return true
  return [inputs, await fill(inputs)].every((values) => listPlaces(nodeName, values, find).length === 0)
}

/** The fields of the credential that the caller names; none when they may not use it, or it may not go where the inputs lead. */
async function openNamed(
  context: OperationContext,
  asker: Asker,
  call: LoadNodeMethod,
): Promise<Record<string, string> | undefined> {
  if (call.credential === undefined || call.credential === '') return undefined
  if (!mayUseKeys(asker.principal)) return undefined
  if (!(await maySendKey(asker, call, context.catalogue.find))) return undefined
  const filled = await asker.fill(call.inputs)
  try {
    return await createCredentialOpener(context, workspaceOf(asker.principal)).open(call.credential, {
      nodeId: call.nodeName,
      types: context.catalogue.find(call.nodeName)?.credential?.credentialNames ?? [],
      hosts: listPlaces(call.nodeName, filled, context.catalogue.find),
    })
  } catch (error) {
    if (!isRunnelError(error) || error.code !== 'missing_credential') throw error
    throw new RunnelError(error.code, error.message, { cause: error, status: 404 })
  }
}

/** The flows that the caller may see, by name; none for somebody who may see none. */
async function listSeenFlows(context: OperationContext, principal: Principal): Promise<ListedFlow[]> {
  const type = flowTypeSchema.options.filter((kind) => mayOnFlows(principal, kind, 'view'))
  if (type.length === 0) return []
  const { flows } = context.db.read(workspaceOf(principal))
  const { rows } = await flows.list({ type, page: 1, limit: MAX_OPTIONS, sort: 'name', direction: 'asc' })
  return rows.map((flow) => ({ id: flow.id, name: flow.name, type: flow.type }))
}

/** The custom tools of the workspace, by name. */
async function listTools(context: OperationContext, principal: Principal) {
  const { customTools } = context.db.read(workspaceOf(principal))
  return (await customTools.list({ page: 1, limit: MAX_OPTIONS, sort: 'name', direction: 'asc' })).rows
}

/** The MCP servers in the list of the workspace, by name. */
async function listServers(context: OperationContext, principal: Principal) {
  const order = { page: 1, limit: MAX_OPTIONS, sort: 'name', direction: 'asc' } as const
  return (await listMcpServers(context, principal, order)).rows
}

/**
 * A server in the list of the workspace is asked, with the headers that are kept there, only for who may see the list.
 * @throws RunnelError `forbidden`
 */
function checkListed(principal: Principal, { transport }: ToolServerTarget['server']): void {
  if (transport !== 'listed' || can(principal, 'tools:view')) return
  throw new RunnelError(
    'forbidden',
    'The tools of an MCP server in the list of this workspace are shown to who has the right to view tools.',
  )
}

/** The document stores of the workspace, by name. */
async function listStores(context: OperationContext, principal: Principal): Promise<ListedStore[]> {
  const { documentStores } = context.db.read(workspaceOf(principal))
  const { rows } = await documentStores.list({ page: 1, limit: MAX_OPTIONS, sort: 'name', direction: 'asc' })
  const loaders = await documentStores.listLoaderFacts(rows.map(({ id }) => id))
  const filled = new Set(loaders.filter(({ totalChunks }) => totalChunks > 0).map(({ storeId }) => storeId))
  return rows.map(({ id, name, description, liveIndex }) => ({
    id,
    name,
    description: description ?? '',
    hasChunks: filled.has(id),
    answers: liveIndex !== null,
  }))
}

/** Fills with variables where the caller may see those; else values stay as they are. */
function createAsker(context: OperationContext, principal: Principal): Asker {
  if (!can(principal, 'variables:view'))
    return { principal, fill: async (values) => values, variables: NO_SECRETS }
  const trial = { workspaceId: workspaceOf(principal), runId: randomUUID() }
  let known: Promise<Record<string, string>> | undefined
  const fill: FillVariables = async (values) => {
    known ??= readVariableValues(context, trial.workspaceId, trial.runId)
    const variables = await known
    return Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, resolveChatVariables(value, { variables })]),
    )
  }
  return { principal, fill, variables: createRunSecrets(context, trial) }
}

/** The tools of a type with its settings; where a server must be asked, with the key that may go there. */
async function describeSettings(
  context: OperationContext,
  asker: Asker,
  { type, values, signal }: { type: string; values: JsonObject; signal: AbortSignal },
): Promise<ToolOffer[]> {
  const filled = await asker.fill(values)
  const workspaceId = workspaceOf(asker.principal)
  const seesTools = can(asker.principal, 'tools:view')
  return describeTools(
    context.catalogue,
    { type, values: filled },
    {
      findCustomTool: async (id) => (seesTools ? findToolWork(context, workspaceId, id) : undefined),
      async listServer({ authorise, ...target }) {
        checkListed(asker.principal, target.server)
        const credential = authorise?.component.credentials.credential
        const call = { nodeName: type, inputs: filled, loadMethod: '', previousNodes: [], credential }
        const fields = await openNamed(context, asker, call)
        const { variables } = asker
        return listServerTools(context, { ...target, authorise, fields, workspaceId, variables, signal })
      },
    },
  )
}

/** The models that the operator lists for a type of node, as options: in place of the node's own, or beside them. */
async function listModels(
  context: OperationContext,
  nodeName: string,
): Promise<Pick<LoadContext, 'listedModels' | 'addedModels'>> {
  const listed = await context.modelLists.find(nodeName)
  if (!listed) return {}
  const options = listed.models.map(({ price: _price, ...option }) => option)
  return listed.adds ? { addedModels: options } : { listedModels: options }
}

/**
 * Options of a param. A fault inside the loader gives an empty list, as in the reference, and goes to the log.
 * @throws RunnelError `not_found`, `invalid_input` as the loader words it, `missing_credential` with status 404 (also for a credential of another workspace)
 */
export async function loadNodeMethod(
  context: OperationContext,
  principal: Principal,
  call: LoadNodeMethod,
): Promise<ParamOption[]> {
  getNode(context, call.nodeName)
  const load = context.catalogue.findNode(call.nodeName)?.load?.[call.loadMethod]
  if (!load) return []
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const workspaceId = workspaceOf(principal)
  const asker = createAsker(context, principal)
  const { variables } = asker
  const credential = await openNamed(context, asker, call)
  const models = await listModels(context, call.nodeName)
  try {
    const loadOptions = await load()
    return await loadOptions({
      values: call.inputs,
      catalogue: context.catalogue.definitions,
      previousNodes: call.previousNodes.map(nodeOf),
      ...(call.currentNode && { nodeValues: nodeOf(call.currentNode).inputs }),
      listFlows: () => listSeenFlows(context, principal),
      ...(can(principal, 'documentStores:view') && {
        listDocumentStores: () => listStores(context, principal),
      }),
      ...(can(principal, 'tools:view') && { listCustomTools: () => listTools(context, principal) }),
      ...(can(principal, 'tools:view') && { listMcpServers: () => listServers(context, principal) }),
      async listServerTools(target, authorise) {
        checkListed(principal, target.server)
        const fields = credential
        return listServerTools(context, { ...target, authorise, fields, workspaceId, variables, signal })
      },
      fillVariables: asker.fill,
      ...models,
      describeTools: (type, values) => describeSettings(context, asker, { type, values, signal }),
      ...(credential ? { credential } : {}),
      fetch: (url, init) => context.egress.fetch(url, init),
      readFile: (source) => readFormFile(context, principal, { source, flowId: call.flowId }),
      signal,
    })
  } catch (error) {
    // What the caller filled in is wrong: they are told, and can mend it.
    if (isRunnelError(error) && error.code === 'invalid_input') throw error
    context.log.info(
      { node: call.nodeName, method: call.loadMethod, reason: errorMessage(error) },
      'Options could not be loaded',
    )
    return []
  }
}
