import { type Principal, workspaceOf } from '@runnel/access'
import { isRunnelError, type JsonObject, type JsonValue, RunnelError } from '@runnel/contract'
import type { Component, Document } from '@runnel/node-kit'
import type { ServingContext } from '../context.ts'
import { componentsOf } from '../store-work/loader-components.ts'
import { readFiles } from '../store-work/stored-store.ts'
import { eraseFilesOfStore } from '../uploads/erase-files.ts'
import { keepLoaderFiles, type LoaderFileDraft } from './keep-loader-files.ts'
import { type PreviewFindings, readPreview } from './read-preview.ts'
import { getReadableLoader } from './readable-store.ts'
import { runUnstored } from './run-unstored.ts'
import { type CheckedLoader, checkLoader, type LoaderInput } from './save-loader.ts'

const DEFAULT_COUNT = 20
/** Chunks that a preview shows at most. */
const MOST_SHOWN = 500
/** Pages that a scraper fetches for a preview. */
const MOST_PAGES = 3
const LONGEST_MS = 60_000

/** What a loader and its splitter would give. */
export interface LoaderPreview {
  chunks: { pageContent: string; metadata: JsonObject }[]
  /** How many were cut: all of them where `isWhole`, and at least so many otherwise. */
  totalChunks: number
  previewChunkCount: number
  isWhole: boolean
  /** Sources that could not be read: the first of them. */
  unread: { name: string; error: string }[]
}

/** A preview of a loader as it is given. */
export interface WantedPreview extends LoaderInput {
  previewChunkCount?: number | undefined
  watch?: PreviewWatch | undefined
}

/** How a preview is followed. */
export interface PreviewWatch {
  /** Aborted when nobody waits for it any more. */
  signal?: AbortSignal
  /** Is given chunks as they come, and how many were cut in all. */
  onChunks?(chunks: readonly Document[], totalChunks: number): Promise<void>
}

/**
 * Shows what a loader would give: at most so many chunks (−1: as many as a preview shows at most). No more is read than
 * they need. Nothing is stored. @throws RunnelError `not_found`, `invalid_input`, and as the loader fails
 */
export async function previewLoader(
  context: ServingContext,
  principal: Principal,
  { previewChunkCount = DEFAULT_COUNT, watch = {}, ...input }: WantedPreview,
): Promise<LoaderPreview> {
  const workspaceId = workspaceOf(principal)
  const { documentStores } = context.db.read(workspaceId)
  await documentStores.get(input.storeId)
  const before =
    input.id === undefined
      ? undefined
      : await getReadableLoader(context, principal, { storeId: input.storeId, loaderId: input.id })
  const checked = await checkLoader(context, principal, { input, before })
  const { loader, splitter } = checked
  const wanted = previewChunkCount < 0 ? MOST_SHOWN : Math.min(previewChunkCount, MOST_SHOWN)
  const known = before ? readFiles(before) : []
  const { config } = loader.chosen
  const { files } = await keepLoaderFiles(context, { definition: loader.definition, config }, known)
  const lent = await lendFiles(context, workspaceId, { storeId: input.storeId, files })
  try {
    const bounded = {
      ...loader,
      chosen: { ...loader.chosen, config: fewPages(loader.definition.inputs, config) },
    }
    const parts = componentsOf('loader', { loader: bounded, splitter, files: lent })
    const names = files.map(({ name }) => name)
    const reading = { workspaceId, input, checked, parts, names, wanted, watch }
    const { chunks, total, isWhole, unread } = await readParts(context, reading)
    return {
      chunks: chunks.map(({ pageContent, metadata }) => ({ pageContent, metadata })),
      totalChunks: total,
      previewChunkCount,
      isWhole,
      unread,
    }
  } finally {
    const fresh = lent.filter((_, at) => files[at]?.kept !== undefined).map(({ id }) => id)
    await eraseFilesOfStore(context, workspaceId, { storeId: input.storeId, fileIds: fresh })
  }
}

/** New files have rows as long as the preview lasts, so that the loader reads them as any other. */
async function lendFiles(
  context: ServingContext,
  workspaceId: string,
  { storeId, files }: { storeId: string; files: readonly LoaderFileDraft[] },
): Promise<{ id: string; param: string }[]> {
  const lent: { id: string; param: string }[] = []
  for (const { kept, id, param } of files) {
    const row =
      kept &&
      (await context.db.write(workspaceId, (writer) =>
        writer.files.insert({ ...kept, ownerKind: 'document-store', ownerId: storeId }),
      ))
    lent.push({ id: row?.id ?? id ?? '', param })
  }
  return lent
}

function fewPages(
  inputs: readonly { name: string; readAs?: string | undefined }[],
  config: JsonObject,
): JsonObject {
  const limits = inputs
    .filter(({ readAs }) => readAs === 'pageLimit')
    .map(({ name }): [string, JsonValue] => {
      const own = Number(config[name])
      return [name, own > 0 && own < MOST_PAGES ? own : MOST_PAGES]
    })
  return { ...config, ...Object.fromEntries(limits) }
}

interface Reading {
  workspaceId: string
  input: LoaderInput
  checked: CheckedLoader
  parts: readonly Component[]
  /** Of its files. */
  names: readonly string[]
  wanted: number
  watch: PreviewWatch
}

/** Reads in a run of which nothing is kept. What was found until its time was over is an answer, too. */
async function readParts(
  context: ServingContext,
  { workspaceId, input, checked, watch, ...reading }: Reading,
): Promise<PreviewFindings> {
  const { signal, onChunks = async () => undefined } = watch
  const found: PreviewFindings = { chunks: [], total: 0, isWhole: false, unread: [] }
  const timeIsOver = AbortSignal.timeout(LONGEST_MS)
  try {
    await runUnstored(context, {
      workspaceId,
      storeId: input.storeId,
      consentedHosts: checked.consentedHosts,
      signal: signal ? AbortSignal.any([signal, timeIsOver]) : timeIsOver,
      run: async (step) => {
        const endsParts = costsNothing(checked)
        await readPreview(step, found, { ...reading, endsParts, onChunks })
        return { output: { content: '', json: {} } }
      },
    })
  } catch (error) {
    if (!timeIsOver.aborted || found.chunks.length === 0) throw error
  }
  if (found.total === 0) refuseUnread(found)
  return found
}

/** @throws RunnelError where something could not be read, and there is nothing else to show */
function refuseUnread({ unread: [first], fault }: PreviewFindings): void {
  if (!first) return
  const { name, error } = first
  const code = isRunnelError(fault) ? fault.code : 'step_failed'
  throw new RunnelError(code, error.includes(name) ? error : `${name}: ${error}`)
}

/** Whether a loader asks neither servers nor a model. */
function costsNothing({ loader }: CheckedLoader): boolean {
  return loader.definition.effects === 'none' && Object.keys(loader.inside).length === 0
}
