import { type Principal, readsTags } from '@runnel/access'
import { RunnelError } from '@runnel/contract'
import type { DocumentLoaderFacts, DocumentStoreRow, FlowRow } from '@runnel/db'
import type { Catalogue } from '../catalogue.ts'
import type { IndexPart, LiveIndex, VectorSettings } from './stored-store.ts'

/** Says whether a document with these tags may be read. */
export type MayRead = (tags: readonly string[]) => boolean

/** What somebody may read. */
export const readerOf =
  (principal: Principal): MayRead =>
  (tags) =>
    readsTags(principal, tags)

/** What a flow may read: whoever asks it, its own tags count. */
export function readerOfFlow(flow: Pick<FlowRow, 'documentTags'> | undefined): MayRead {
  const carried = flow ? tagsOfFlow(flow) : []
  return (tags) => tags.length === 0 || tags.some((tag) => carried.includes(tag))
}

// The layer wrote the JSON of these columns after it was checked.
export const tagsOfFlow = ({ documentTags }: Pick<FlowRow, 'documentTags'>): string[] =>
  documentTags === null ? [] : (JSON.parse(documentTags) as string[])

export const tagsOfLoader = ({ tags }: Pick<DocumentLoaderFacts, 'tags'>): string[] =>
  JSON.parse(tags) as string[]

/** Tags of loaders that were deleted, by their ids: vectors and history still speak of them. */
export const readGoneTags = ({ goneTags }: Pick<DocumentStoreRow, 'goneTags'>): Record<string, string[]> =>
  goneTags === null ? {} : (JSON.parse(goneTags) as Record<string, string[]>)

/** A store with what tells whose the documents of its loaders are. */
interface StoreAndTags {
  store: Pick<DocumentStoreRow, 'goneTags'>
  loaders: readonly Pick<DocumentLoaderFacts, 'id' | 'tags'>[]
}

/** The loaders whose documents may be read. */
export function listReadable<Loader extends Pick<DocumentLoaderFacts, 'tags'>>(
  loaders: readonly Loader[],
  mayRead: MayRead,
): Loader[] {
  return loaders.filter((loader) => mayRead(tagsOfLoader(loader)))
}

/** Whether what a loader gave may be read, also after it was deleted. */
export function createLoaderCheck(
  { store, loaders }: StoreAndTags,
  mayRead: MayRead,
): (loaderId: string) => boolean {
  const tags = new Map(Object.entries(readGoneTags(store)))
  for (const loader of loaders) tags.set(loader.id, tagsOfLoader(loader))
  return (loaderId) => mayRead(tags.get(loaderId) ?? [])
}

/** Whether the vectors of a store stay in this installation, each part of them apart: such a store does nothing outside. */
export function isKeptHere(
  catalogue: Catalogue,
  { vectorStore }: Pick<VectorSettings, 'vectorStore'>,
): boolean {
  return vectorStore === null || catalogue.find(vectorStore.name)?.effects === 'none'
}

/**
 * The parts that may be searched: what may not be read is not there before anything is ranked.
 * @throws RunnelError `forbidden` where the vectors lie in a server that cannot tell them apart
 */
export function listSearchable(
  catalogue: Catalogue,
  found: StoreAndTags & { live: LiveIndex },
  mayRead: MayRead,
): IndexPart[] {
  const mayReadLoader = createLoaderCheck(found, mayRead)
  const { parts } = found.live
  const searchable = parts.filter(({ loaderId }) => mayReadLoader(loaderId))
  if (searchable.length < parts.length && !isKeptHere(catalogue, found.live))
    throw new RunnelError('forbidden', OUTSIDE)
  return searchable
}

const OUTSIDE =
  'This document store has documents with tags, which its vector store cannot keep apart. Choose the store of this installation, then upsert it.'

/** Refuses tags where vectors lie outside. @throws RunnelError `invalid_input` naming the field */
export function refuseTagsOutside(
  catalogue: Catalogue,
  loaders: readonly Pick<DocumentLoaderFacts, 'tags'>[],
  { settings, path }: { settings: Pick<VectorSettings, 'vectorStore'>; path: string },
): void {
  if (isKeptHere(catalogue, settings) || loaders.every((loader) => tagsOfLoader(loader).length === 0)) return
  throw new RunnelError('invalid_input', OUTSIDE, { issues: [{ path, message: OUTSIDE }] })
}
