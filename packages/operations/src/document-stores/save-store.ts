import { type Principal, workspaceOf } from '@runnel/access'
import {
  type Capability,
  type ChosenNode,
  type DocumentStore,
  type DocumentStoreRecord,
  RunnelError,
} from '@runnel/contract'
import { refuseUnderWay } from '@runnel/db'
import { auditEntry } from '../audit-entry.ts'
import { checkEchoes } from '../check-echoes.ts'
import { checkTaggedUse } from '../check-tagged-use.ts'
import type { OperationContext } from '../context.ts'
import { listConsents } from '../credentials/credential-hosts.ts'
import { mayUseKeys } from '../credentials/may-use-keys.ts'
import { consentedHostsOf } from '../flows/consented-hosts.ts'
import { asNode, asNodes, checkChosen, credentialOf, refuse } from '../store-work/chosen-component.ts'
import { refuseTagsOutside } from '../store-work/document-access.ts'
import { readVectorSettings, type VectorSettings } from '../store-work/stored-store.ts'
import { presentStoreRecord } from './present-store.ts'
import { getDocumentStore } from './read-store.ts'
import { readReadableStore } from './readable-store.ts'
import { storeSubject, type ToldStore, tellOfStore } from './store-entries.ts'

/** Fields of a store that is created or changed; null takes a choice away. */
export interface DocumentStoreInput {
  name?: string | undefined
  description?: string | null | undefined
  vectorStoreConfig?: ChosenNode | null | undefined
  embeddingConfig?: ChosenNode | null | undefined
  recordManagerConfig?: ChosenNode | null | undefined
  contextConfig?: ChosenNode | null | undefined
  rerankerConfig?: ChosenNode | null | undefined
  loaders?: unknown
}

const CHOICES = {
  vectorStore: { capability: 'vectorStore', path: 'vectorStoreConfig' },
  embedding: { capability: 'embedder', path: 'embeddingConfig' },
  recordManager: { capability: 'recordManager', path: 'recordManagerConfig' },
  contextModel: { capability: 'chatModel', path: 'contextConfig' },
  reranker: { capability: 'reranker', path: 'rerankerConfig' },
} as const satisfies Record<keyof VectorSettings, { capability: Capability; path: string }>

/** The columns in which the choices for the vectors are kept, checked, with what their saver consents to. */
export async function toSettingColumns(
  context: OperationContext,
  principal: Principal,
  {
    settings,
    before,
  }: { settings: VectorSettings; before?: { settings: VectorSettings; consentedHosts: string } },
) {
  const { catalogue } = context
  const documentOf = (chosen: VectorSettings) => ({
    nodes: Object.entries(CHOICES).flatMap(([name, choice]) => {
      const node = chosen[name as keyof VectorSettings]
      return !node ? [] : [asNode(name, checkChosen(catalogue, node, choice))]
    }),
    edges: [],
  })
  const document = documentOf(settings)
  await checkCredentials(context, principal, Object.values(settings))
  const consentedHosts = consentedHostsOf(
    document,
    {
      principal,
      before: before && {
        document: { nodes: asNodes(catalogue, { ...before.settings }), edges: [] },
        consentedHosts: JSON.parse(before.consentedHosts) as string[],
      },
    },
    catalogue.find,
  )
  refuseUnconsented(listConsents(document, catalogue.find), consentedHosts)
  const text = (node: ChosenNode | null | undefined) => (node ? JSON.stringify(node) : null)
  return {
    vectorStoreConfig: text(settings.vectorStore),
    embeddingConfig: text(settings.embedding),
    recordManagerConfig: text(settings.recordManager),
    contextConfig: text(settings.contextModel),
    rerankerConfig: text(settings.reranker),
    consentedHosts: JSON.stringify(consentedHosts),
  }
}

/** Somebody who may not edit credentials sends none to an address of one's own. @throws RunnelError `forbidden` */
export function refuseUnconsented(named: readonly string[], agreed: readonly string[]): void {
  const open = named.find((consent) => !agreed.includes(consent))
  if (open === undefined) return
  const [, host] = open.split(' ')
  throw refuse(
    'credential',
    `A credential would be sent to ${host}. Only somebody who may edit credentials can agree to that.`,
  )
}

/** @throws RunnelError `invalid_input` for a credential that the workspace, or the caller, may not use */
export async function checkCredentials(
  context: OperationContext,
  principal: Principal,
  chosen: readonly (ChosenNode | null | undefined)[],
): Promise<void> {
  const { credentials } = context.db.read(workspaceOf(principal))
  for (const node of chosen) {
    const id = node ? credentialOf(node.config) : undefined
    if (id !== undefined && !mayUseKeys(principal))
      throw refuse(
        'credential',
        'A credential is chosen by who may draw flows or set up document stores. Leave it out.',
      )
    if (id !== undefined && !(await credentials.findUsable(id)))
      throw refuse('credential', `The credential of ${node?.name} is not there. Choose another one.`)
  }
}

function settingsOf(input: DocumentStoreInput, before?: VectorSettings): VectorSettings {
  const { vectorStoreConfig, embeddingConfig, recordManagerConfig, contextConfig, rerankerConfig } = input
  return {
    vectorStore: vectorStoreConfig === undefined ? (before?.vectorStore ?? null) : vectorStoreConfig,
    embedding: embeddingConfig === undefined ? (before?.embedding ?? null) : embeddingConfig,
    recordManager: recordManagerConfig === undefined ? (before?.recordManager ?? null) : recordManagerConfig,
    contextModel: contextConfig === undefined ? (before?.contextModel ?? null) : contextConfig,
    reranker: rerankerConfig === undefined ? (before?.reranker ?? null) : rerankerConfig,
  }
}

/** Creates an empty document store. @throws RunnelError `invalid_input` */
export async function createDocumentStore(
  context: OperationContext,
  principal: Principal,
  { name, description = null, ...input }: DocumentStoreInput & { name: string },
): Promise<DocumentStoreRecord> {
  if (hasLoaders(input.loaders))
    throw refuse('loaders', 'A new store has no loaders. Create it, then save its loaders.')
  const columns = await toSettingColumns(context, principal, { settings: settingsOf(input) })
  const workspaceId = workspaceOf(principal)
  const row = await context.db.write(workspaceId, async ({ documentStores, audit }) => {
    const store = await documentStores.insert({ name, description, ...columns })
    const [subject, after] = [storeSubject(store), tellOfStore(store)]
    await audit.append(auditEntry(principal, { action: 'document-store.created', subject, after }))
    return store
  })
  return presentStoreRecord(await readReadableStore(context, principal, row.id), context.now())
}

const hasLoaders = (loaders: unknown): boolean =>
  loaders !== undefined && loaders !== null && !['[]', ''].includes(String(loaders)) && String(loaders) !== ''

/** Changes a document store; what is absent stays. @throws RunnelError `not_found`, `invalid_input`, `conflict` */
export async function updateDocumentStore(
  context: OperationContext,
  principal: Principal,
  change: { id: string; input: DocumentStoreInput; expectedRevision?: number | undefined },
): Promise<DocumentStore> {
  const known = await getDocumentStore(context, principal, change.id)
  checkEchoes(change.input, known, ['id', 'workspaceId', 'createdDate'])
  await saveSettings(context, principal, change)
  return getDocumentStore(context, principal, change.id)
}

const SETTING_COLUMNS = [
  'vectorStoreConfig',
  'embeddingConfig',
  'recordManagerConfig',
  'contextConfig',
  'rerankerConfig',
] as const

/** Who chooses where chunks are sent to be embedded and kept gets to see them. */
const notAllReadable = () =>
  new RunnelError(
    'forbidden',
    'This store has documents with tags that you do not carry. Ask somebody who may read all of them to change how its vectors are made.',
  )

/** Writes what is changed of a store. Settings stay as they are while its vectors are made. */
export async function saveSettings(
  context: OperationContext,
  principal: Principal,
  {
    id,
    input,
    expectedRevision,
  }: { id: string; input: DocumentStoreInput; expectedRevision?: number | undefined },
): Promise<void> {
  const workspaceId = workspaceOf(principal)
  const { store, loaders, visible } = await readReadableStore(context, principal, id)
  const before = readVectorSettings(store)
  const columns = await toSettingColumns(context, principal, {
    settings: settingsOf(input, before),
    before: { settings: before, consentedHosts: store.consentedHosts },
  })
  const { name, description } = input
  const changes = SETTING_COLUMNS.filter((column) => columns[column] !== store[column])
  if (changes.length > 0 && visible.length < loaders.length) throw notAllReadable()
  if (changes.length > 0) await checkTaggedUse(context, principal, { kind: 'documentStore', target: id })
  await context.db.write(workspaceId, async ({ documentStores, audit }) => {
    const locked = await documentStores.lock(id)
    if (changes.length > 0) refuseUnderWay([locked.store], context.now())
    const chosen = settingsOf(input, before)
    refuseTagsOutside(context.catalogue, locked.loaders, { settings: chosen, path: 'vectorStoreConfig' })
    const saved = await documentStores.update(id, { name, description, ...columns }, { expectedRevision })
    const entry = describeSave(principal, locked.store, saved)
    if (entry) await audit.append(entry)
  })
}

/** Undefined where nothing that is told is otherwise. */
function describeSave(principal: Principal, before: ToldStore, after: ToldStore) {
  const [was, is] = [tellOfStore(before), tellOfStore(after)]
  const changedSettings = SETTING_COLUMNS.filter((column) => before[column] !== after[column])
  if (changedSettings.length === 0 && JSON.stringify(was) === JSON.stringify(is)) return undefined
  return auditEntry(principal, {
    action: 'document-store.updated',
    subject: storeSubject(after),
    before: was,
    after: { ...is, ...(changedSettings.length > 0 && { changedSettings }) },
  })
}
