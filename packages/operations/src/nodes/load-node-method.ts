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
import type { ListedFlow } from '@runnel/node-kit'
import type { OperationContext } from '../context.ts'
import { listHosts } from '../credentials/credential-hosts.ts'
import { createCredentialOpener } from '../credentials/open-vendor.ts'
import { mayOnFlows } from '../flows/flow-permissions.ts'
import { describeTools } from './describe-tools.ts'
import { getNode } from './list-nodes.ts'

/** Longest time that a loader may take, in milliseconds. */
const TIMEOUT_MS = 15_000

/** As many flows as a list of options holds. */
const MAX_FLOWS = 200

/** What the editor sends when it asks for the options of a param, as Flowise's does. */
export interface LoadNodeMethod {
  nodeName: string
  loadMethod: string
  inputs: JsonObject
  credential?: string | undefined
  previousNodes: JsonObject[]
}

function previousNodeOf(value: JsonObject) {
  const data = isJsonObject(value.data) ? value.data : value
  return {
    id: String(value.id ?? data.id ?? ''),
    name: String(data.name ?? ''),
    label: String(data.label ?? ''),
    inputs: isJsonObject(data.inputs) ? data.inputs : {},
  }
}

/** A stored key goes to an address of one's own only for somebody who may edit credentials. */
function maySendKey(principal: Principal, call: LoadNodeMethod, find: FindDefinition): boolean {
  return listHosts(call.nodeName, call.inputs, find).length === 0 || can(principal, 'credentials:update')
}

/** The fields of the credential that the caller names; none when it may not go where the inputs lead. */
async function openNamed(
  context: OperationContext,
  principal: Principal,
  call: LoadNodeMethod,
): Promise<Record<string, string> | undefined> {
  if (
    call.credential === undefined ||
    call.credential === '' ||
    !maySendKey(principal, call, context.catalogue.find)
  )
    return undefined
  try {
    return await createCredentialOpener(context, workspaceOf(principal)).open(
      call.credential,
      call.nodeName,
      context.catalogue.find(call.nodeName)?.credential?.credentialNames ?? [],
    )
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
  const { rows } = await flows.list({ type, page: 1, limit: MAX_FLOWS, sort: 'name', direction: 'asc' })
  return rows.map((flow) => ({ id: flow.id, name: flow.name, type: flow.type }))
}

/**
 * Options of a param. A fault inside the loader gives an empty list, as in the reference, and goes to the log.
 * @throws RunnelError `not_found`, `missing_credential` with status 404 (also for a credential of another workspace)
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
  const credential = await openNamed(context, principal, call)
  try {
    const loadOptions = await load()
    return await loadOptions({
      values: call.inputs,
      catalogue: context.catalogue.definitions,
      previousNodes: call.previousNodes.map(previousNodeOf),
      listFlows: () => listSeenFlows(context, principal),
      describeTools: (type, values) => describeTools(context.catalogue, type, values),
      ...(credential ? { credential } : {}),
      fetch: (url, init) => context.egress.fetch(url, init),
      signal,
    })
  } catch (error) {
    context.log.info(
      { node: call.nodeName, method: call.loadMethod, reason: errorMessage(error) },
      'Options could not be loaded',
    )
    return []
  }
}
