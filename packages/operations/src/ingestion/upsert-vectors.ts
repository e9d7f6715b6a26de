import { type JsonObject, RunnelError } from '@runnel/contract'
import type { FlowRow } from '@runnel/db'
import { findChatStore, listVectorStores } from '@runnel/graph'
import { type FlowCall, findOwnFlow, tellCaller } from '../chat/called-flow.ts'
import type { ServingContext } from '../context.ts'
import type { GivenFile } from '../files/given-file.ts'
import { authorizeFlow } from '../flow-rights.ts'
import { calledVersionId } from '../flows/create-version-cache.ts'
import { resolveCallOverrides } from '../flows/resolve-call-overrides.ts'
import { readStoredDocument } from '../flows/stored-document.ts'
import { sessionNamespace } from '../runs/open-conversation.ts'
import { runSecret } from '../runs/run-secret.ts'
import { type AcceptedFilling, acceptFilling } from './accept-filling.ts'

/** Somebody who fills a vector store of a flow. */
export interface UpsertVectors extends FlowCall {
  /** Which vector store, where the flow has several. */
  stopNodeId?: string | undefined
  overrideConfig?: JsonObject | undefined
  /** The chat that alone finds the files, where the store takes files of chats. */
  chatId?: string | undefined
  /** Taken in place of the files that the flow's loaders name, for this time. */
  files?: GivenFile[] | undefined
  /** Aborted when the caller leaves; the run goes on. */
  signal?: AbortSignal | undefined
}

/** An accepted ingestion: its run, and the names of what was ignored. */
export interface AcceptedUpsert extends AcceptedFilling {
  /** Shows later that this caller began it. */
  secret: string
  ignored: string[]
}

/**
 * Begins to fill a vector store of a flow of the caller's workspace with the documents that are wired to it.
 * @throws RunnelError `not_found`, `forbidden`, `invalid_input`, `invalid_flow`, `body_too_large`
 */
export async function upsertVectors(context: ServingContext, call: UpsertVectors): Promise<AcceptedUpsert> {
  const { principal } = call
  const flow = await findOwnFlow(context, call)
  // People write by the right to edit; keys and their callers as the reference lets them.
  if (principal.kind !== 'user') return tellCaller(principal, flow, () => accept(context, flow, call))
  authorizeFlow(principal, flow.type, 'update')
  return accept(context, flow, call)
}

async function accept(context: ServingContext, flow: FlowRow, call: UpsertVectors): Promise<AcceptedUpsert> {
  const { principal, overrideConfig, chatId, files = [], signal } = call
  const version = await readCalledVersion(context, flow)
  const { document } = version
  const { find } = context.catalogue
  const ingests = chooseStore(listVectorStores(document, find), call.stopNodeId)
  const { values, variables, ignored } = await resolveCallOverrides(context, overrideConfig, {
    flow,
    document,
  })
  const isForChat =
    chatId !== undefined && files.length > 0 && findChatStore(document, find)?.storeId === ingests
  const filling = {
    flow,
    version,
    ingests,
    namespace: sessionNamespace(principal, flow),
    onlyForChat: isForChat ? chatId : undefined,
    overrides: { values, variables },
    files,
    signal,
  }
  const accepted = await acceptFilling(context, filling)
  return { ...accepted, secret: runSecret(context, accepted.runId), ignored }
}

/** The version that callers run; a flow that only fills a store needs no plan for an answer. */
async function readCalledVersion(context: ServingContext, flow: FlowRow) {
  const id = calledVersionId(flow)
  const version = await context.db.read(flow.workspaceId).flows.findVersion(id)
  if (!version) throw new RunnelError('not_found', `Version ${id} of chatflow ${flow.id} not found`)
  return { id, document: readStoredDocument(version.document, context.catalogue) }
}

function chooseStore(stores: readonly string[], wanted: string | undefined): string {
  if (wanted !== undefined && wanted !== '') {
    if (stores.includes(wanted)) return wanted
    throw refuse(`The flow has no vector store ${wanted}.`)
  }
  const [first, ...others] = stores
  if (first === undefined) throw refuse('The flow has no vector store. Add one to it, then save it.')
  if (others.length === 0) return first
  throw refuse(`The flow has ${stores.length} vector stores. Name one as stopNodeId: ${stores.join(', ')}.`)
}

function refuse(message: string): RunnelError {
  return new RunnelError('invalid_input', message, { issues: [{ path: 'stopNodeId', message }] })
}
