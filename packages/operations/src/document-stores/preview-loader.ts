import { type Principal, workspaceOf } from '@runnel/access'
import { inTurn, type JsonObject, type JsonValue } from '@runnel/contract'
import type { Component, Document } from '@runnel/node-kit'
import type { ServingContext } from '../context.ts'
import { componentsOf } from '../store-work/loader-components.ts'
import { readFiles } from '../store-work/stored-store.ts'
import { eraseFilesOfStore } from '../uploads/erase-files.ts'
import { keepLoaderFiles, type LoaderFileDraft } from './keep-loader-files.ts'
import { getReadableLoader } from './readable-store.ts'
import { runUnstored } from './run-unstored.ts'
import { checkLoader, type LoaderInput } from './save-loader.ts'

const DEFAULT_COUNT = 20
/** Chunks that a preview shows at most. */
const MOST_SHOWN = 500
/** Pages that a scraper fetches for a preview. */
const MOST_PAGES = 3
const LONGEST_MS = 60_000

/** What a loader and its splitter would give. */
export interface LoaderPreview {
  chunks: { pageContent: string; metadata: JsonObject }[]
  totalChunks: number
  previewChunkCount: number
}

/**
 * Shows what a loader would give: at most so many chunks (−1: as many as a preview shows at most), of no more files than
 * they need. Nothing is stored. @throws RunnelError `not_found`, `invalid_input`, and as the loader fails
 */
export async function previewLoader(
  context: ServingContext,
  principal: Principal,
  { previewChunkCount = DEFAULT_COUNT, ...input }: LoaderInput & { previewChunkCount?: number | undefined },
): Promise<LoaderPreview> {
  const workspaceId = workspaceOf(principal)
  const { documentStores } = context.db.read(workspaceId)
  await documentStores.get(input.storeId)
  const before =
    input.id === undefined
      ? undefined
      : await getReadableLoader(context, principal, { storeId: input.storeId, loaderId: input.id })
  const { loader, splitter, consentedHosts } = await checkLoader(context, principal, { input, before })
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
    const { chunks, total } = await readParts(context, { workspaceId, input, consentedHosts, parts, wanted })
    return { chunks, totalChunks: total, previewChunkCount }
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
  consentedHosts: string[]
  parts: readonly Component[]
  wanted: number
}

/** Files are read until there are as many chunks as are shown. */
async function readParts(
  context: ServingContext,
  { workspaceId, input, consentedHosts, parts, wanted }: Reading,
): Promise<{ chunks: Document[]; total: number }> {
  const json = await runUnstored(context, {
    workspaceId,
    storeId: input.storeId,
    consentedHosts,
    signal: AbortSignal.timeout(LONGEST_MS),
    run: async (step) => {
      const chunks: Document[] = []
      let total = 0
      for (const component of parts) {
        if (chunks.length >= wanted && wanted > 0) break
        const load = await step.capability(component, 'documentSource')
        for await (const documents of inTurn(load(component, step))) {
          total += documents.length
          chunks.push(...documents.slice(0, wanted - chunks.length))
        }
      }
      return {
        output: {
          content: '',
          json: { chunks: chunks.map(({ pageContent, metadata }) => ({ pageContent, metadata })), total },
        },
      }
    },
  })
  return json as unknown as { chunks: Document[]; total: number }
}
