import { randomUUID } from 'node:crypto'
import { type Principal, workspaceOf } from '@runnel/access'
import type { ChosenNode, DocumentLoader, JsonObject } from '@runnel/contract'
import { type DocumentLoaderRow, type DocumentStoreRow, type FileRow, refuseUnderWay } from '@runnel/db'
import { auditEntry } from '../audit-entry.ts'
import type { OperationContext } from '../context.ts'
import { listConsents } from '../credentials/credential-hosts.ts'
import type { KeptFile } from '../files/keep-file.ts'
import { consentedHostsOf } from '../flows/consented-hosts.ts'
import {
  asNode,
  asNodes,
  type ChosenComponent,
  checkChosen,
  credentialOf,
  listChosen,
} from '../store-work/chosen-component.ts'
import { refuseTagsOutside } from '../store-work/document-access.ts'
import {
  hashJson,
  readFiles,
  readLiveIndex,
  readLoaderConfigs,
  readVectorSettings,
  type StoredFile,
} from '../store-work/stored-store.ts'
import { eraseFilesOfStore } from '../uploads/erase-files.ts'
import { discardFiles, keepLoaderFiles, type LoaderFileDraft } from './keep-loader-files.ts'
import { presentLoader } from './present-store.ts'
import { getReadableLoader } from './readable-store.ts'
import { checkCredentials, refuseUnconsented } from './save-store.ts'
import { loaderSubject, tellOfLoader } from './store-entries.ts'

/** A loader with its splitter, as it is saved or previewed. */
export interface LoaderInput {
  storeId: string
  /** Of a loader that is there. */
  id?: string | undefined
  loaderId: string
  loaderName?: string | undefined
  loaderConfig: JsonObject
  splitterId?: string | null | undefined
  splitterName?: string | null | undefined
  splitterConfig?: JsonObject | null | undefined
  credential?: string | null | undefined
}

/** A loader and its splitter, known to fit. */
export interface CheckedLoader {
  loader: ChosenComponent
  splitter: ChosenComponent | undefined
  credential: string | undefined
  consentedHosts: string[]
}

/** A loader and its splitter as they are kept. */
function readKept(row: DocumentLoaderRow): Record<string, ChosenNode | null> {
  const { loaderConfig, splitterConfig } = readLoaderConfigs(row)
  const { loaderId, splitterId, credential } = row
  return {
    loader: { name: loaderId, config: { ...loaderConfig, ...(credential && { credential }) } },
    splitter: splitterId === '' ? null : { name: splitterId, config: splitterConfig },
  }
}

/** @throws RunnelError `invalid_input` naming the field */
export async function checkLoader(
  context: OperationContext,
  principal: Principal,
  { input, before }: { input: LoaderInput; before?: DocumentLoaderRow | undefined },
): Promise<CheckedLoader> {
  const { catalogue } = context
  const { loaderId, loaderConfig, splitterId, splitterConfig } = input
  const credential = input.credential || credentialOf(loaderConfig)
  const config = { ...loaderConfig, ...(credential && { credential }) }
  const chosen = { name: loaderId, config }
  const loader = checkChosen(catalogue, chosen, { capability: 'documentSource', path: 'loaderId' })
  const splitter = splitterId
    ? checkChosen(
        catalogue,
        { name: splitterId, config: splitterConfig ?? {} },
        { capability: 'textSplitter', path: 'splitterId' },
      )
    : undefined
  await checkCredentials(context, principal, listChosen(loader))
  const document = {
    nodes: [asNode('loader', loader), ...(splitter ? [asNode('splitter', splitter)] : [])],
    edges: [],
  }
  const consentedHosts = consentedHostsOf(
    document,
    {
      principal,
      before: before && {
        document: { nodes: asNodes(catalogue, readKept(before)), edges: [] },
        consentedHosts: JSON.parse(before.consentedHosts) as string[],
      },
    },
    catalogue.find,
  )
  refuseUnconsented(listConsents(document, catalogue.find), consentedHosts)
  return { loader, splitter, credential, consentedHosts }
}

/**
 * Adds a loader to a store (`base` is one whose files it may have too), or changes the settings of one; its chunks stay as they are until it is processed.
 * @throws RunnelError `not_found`, `invalid_input`, `conflict` while it is processed
 */
export async function saveLoader(
  context: OperationContext,
  principal: Principal,
  { base, ...input }: LoaderInput & { base?: DocumentLoaderRow | undefined },
): Promise<DocumentLoader> {
  const workspaceId = workspaceOf(principal)
  const { documentStores } = context.db.read(workspaceId)
  await documentStores.get(input.storeId)
  const before =
    input.id === undefined
      ? undefined
      : await getReadableLoader(context, principal, { storeId: input.storeId, loaderId: input.id })
  const checked = await checkLoader(context, principal, { input, before: before ?? base })
  const from = before ?? base
  const known = from ? readFiles(from) : []
  const { loader } = checked
  const kept = await keepLoaderFiles(
    context,
    { definition: loader.definition, config: loader.chosen.config },
    known,
  )
  const id = before?.id ?? randomUUID()
  try {
    const copied = before ? [] : await findCopied(context, workspaceId, kept.files)
    const tags = base?.tags ?? '[]'
    await writeLoader(context, principal, { id, input, checked, kept, copied, isNew: !before, tags })
  } catch (error) {
    await discardFiles(context, kept.files, error)
    throw error
  }
  const left = new Set(kept.files.map((file) => file.id))
  const own = before ? known : []
  const gone = own.filter((file) => !left.has(file.id)).map((file) => file.id)
  await eraseFilesOfStore(context, workspaceId, { storeId: input.storeId, fileIds: gone })
  return presentLoader(await documentStores.getLoader(input.storeId, id), context.now())
}

interface Writing {
  id: string
  input: LoaderInput
  checked: CheckedLoader
  kept: { config: JsonObject; files: readonly LoaderFileDraft[] }
  /** Files of another loader that it has as well. */
  copied: readonly FileRow[]
  isNew: boolean
  /** Of a new one: those of the loader whose settings it takes over. */
  tags: string
}

/** The rows of files that a new loader takes over from another one. */
async function findCopied(
  context: OperationContext,
  workspaceId: string,
  files: readonly LoaderFileDraft[],
): Promise<FileRow[]> {
  const reader = context.db.read(workspaceId).files
  const rows: FileRow[] = []
  for (const { id, kept } of files) if (id !== undefined && !kept) rows.push(await reader.get(id))
  return rows
}

/** What two rows of one file have in common; its bytes go with the last of them. */
function contentOf(row: FileRow | undefined): KeptFile | undefined {
  if (!row) return undefined
  const { blobId, name, mediaType, size, sha256 } = row
  return { blobId, name, mediaType, size, sha256 }
}

/** Writes the loader with its new files, in one transaction. */
async function writeLoader(
  context: OperationContext,
  principal: Principal,
  { id, input, checked, kept, copied, isNew, tags }: Writing,
): Promise<void> {
  const { storeId } = input
  await context.db.write(workspaceOf(principal), async ({ documentStores, files, audit }) => {
    const { store, loaders } = await documentStores.lock(storeId)
    refuseUnderWay([store, ...loaders.filter((row) => row.id === id)], context.now())
    const stored: StoredFile[] = []
    for (const { kept: fresh, ...file } of kept.files) {
      const bytes = fresh ?? contentOf(copied.find((other) => other.id === file.id))
      const row = bytes && (await files.insert({ ...bytes, ownerKind: 'document-store', ownerId: storeId }))
      stored.push({ ...file, id: row?.id ?? file.id ?? '' })
    }
    const columns = toColumns(input, checked, { config: kept.config, files: stored })
    if (isNew) refuseOutside(context, store, tags)
    if (isNew) await documentStores.loaders.insert(storeId, { ...columns, id, tags })
    else await documentStores.loaders.update(id, columns)
    await documentStores.update(storeId, {})
    const before = loaders.find((row) => row.id === id)
    const entry = describeSave(principal, { store, before, after: { ...columns, id } })
    if (entry) await audit.append(entry)
  })
}

type SavedLoader = Pick<
  DocumentLoaderRow,
  'id' | 'loaderId' | 'loaderName' | 'splitterId' | 'splitterName' | 'files' | 'settings'
>

/** Undefined where everything was saved as it is. */
function describeSave(
  principal: Principal,
  { store, before, after }: { store: DocumentStoreRow; before: SavedLoader | undefined; after: SavedLoader },
) {
  const subject = loaderSubject(store, after)
  const told = { subject, after: tellOfLoader(after) }
  if (!before) return auditEntry(principal, { action: 'document-loader.created', ...told })
  const hasNewSettings = before.settings !== after.settings
  const isNamedAnew = before.loaderName !== after.loaderName || before.splitterName !== after.splitterName
  if (!hasNewSettings && !isNamedAnew) return undefined
  return auditEntry(principal, {
    action: 'document-loader.updated',
    subject,
    before: tellOfLoader(before),
    after: { ...told.after, hasNewSettings },
  })
}

/** A loader that takes over tags keeps them: its store must be one that can. */
function refuseOutside({ catalogue }: OperationContext, store: DocumentStoreRow, tags: string): void {
  for (const settings of [readVectorSettings(store), readLiveIndex(store)])
    if (settings) refuseTagsOutside(catalogue, [{ tags }], { settings, path: 'docId' })
}

function toColumns(
  { loaderName, splitterName }: LoaderInput,
  { loader, splitter, credential, consentedHosts }: CheckedLoader,
  { config, files }: { config: JsonObject; files: readonly StoredFile[] },
) {
  const { credential: _id, FLOWISE_CREDENTIAL_ID: _same, ...loaderConfig } = config
  const splitterConfig = splitter?.chosen.config ?? {}
  const made = {
    loaderId: loader.chosen.name,
    splitterId: splitter?.chosen.name ?? '',
  }
  const contents = files.map(({ param, sha256, name }) => ({ param, sha256, name }))
  const settings = hashJson({
    ...made,
    loaderConfig,
    splitterConfig,
    credential: credential ?? null,
    contents,
  })
  return {
    ...made,
    loaderName: loaderName || loader.definition.label,
    loaderConfig: JSON.stringify(loaderConfig),
    splitterName: splitterName || (splitter?.definition.label ?? ''),
    splitterConfig: JSON.stringify(splitterConfig),
    credential: credential ?? null,
    consentedHosts: JSON.stringify(consentedHosts),
    files: JSON.stringify(files),
    settings,
  }
}
