import { type RunFile, type RunInput, RunnelError, type SpokenQuestion, type Upload } from '@runnel/contract'
import type { OperationContext, ServingContext } from '../context.ts'
import type { ChosenFileParam, GivenFile } from '../files/given-file.ts'
import { mediaTypeOf } from '../files/media-type.ts'
import { eraseFilesById } from '../uploads/erase-files.ts'
import { keepAll, nameApart, readNames, type UploadOwner } from '../uploads/keep-all.ts'
import { keepSpoken } from '../uploads/keep-spoken.ts'
import { keepUploads } from '../uploads/keep-uploads.ts'
import { type Conversation, fileQuotaOf } from './open-conversation.ts'

/** Takes documents of a question into the flow's store, before the run is stored. */
export type TakeIn = (
  context: ServingContext,
  conversation: Conversation,
  files: readonly GivenFile[],
) => Promise<void>

/** The files of a call. */
export interface GivenFiles {
  /** Files given with the question. */
  uploads?: Upload[] | undefined
  /** For questions that may bring documents for searches. */
  takeIn?: TakeIn | undefined
  /** Files that take the place of those of the flow's loaders, for this run. */
  loaderFiles?: readonly ChosenFileParam[] | undefined
}

/** What came with a question, kept by now. */
export interface KeptGiven {
  files: RunFile[]
  documents: string | undefined
  spoken: SpokenQuestion | undefined
  /** The params of loaders that name files of this call. */
  loaderValues: RunInput['overrides']
  /** Of everything that is kept. */
  fileIds: readonly string[]
}

/**
 * Keeps the files of a call with its conversation. None is kept when one is refused.
 * @throws RunnelError `uploads_not_supported`, `invalid_input`, `body_too_large`
 */
export async function keepGiven(
  context: ServingContext,
  conversation: Conversation,
  given: GivenFiles,
): Promise<KeptGiven> {
  const { flow, namespace } = conversation
  const fileIds: string[] = []
  const quota = await fileQuotaOf(context, flow.workspaceId, namespace)
  try {
    return { ...(await keepAllGiven(context, { ...conversation, quota, kept: fileIds }, given)), fileIds }
  } catch (error) {
    await eraseGiven(context, flow.workspaceId, fileIds)
    throw error
  }
}

/** Erases the files of a question that is not asked; why it is not, is told whatever comes of that. */
export async function eraseGiven(
  context: OperationContext,
  workspaceId: string,
  fileIds: readonly string[],
): Promise<void> {
  if (fileIds.length === 0) return
  await eraseFilesById(context, workspaceId, fileIds).catch((err: unknown) =>
    context.log.warn({ err }, 'A question that was refused left its files behind for a day'),
  )
}

async function keepAllGiven(
  context: ServingContext,
  owner: Conversation & UploadOwner,
  { uploads = [], takeIn, loaderFiles = [] }: GivenFiles,
): Promise<Omit<KeptGiven, 'fileIds'>> {
  const placed = uploads.map((upload, index) => ({ upload, path: `uploads[${index}]` }))
  const { spoken, uploads: rest } = await keepSpoken(context, owner, placed)
  const kept = rest.length === 0 ? { files: [] } : await keepUploads(context, owner, rest)
  const { files, documents, searched = [] } = kept
  const loaderValues = await keepLoaderFiles(context, owner, loaderFiles)
  if (searched.length > 0) {
    if (!takeIn) throw new RunnelError('uploads_not_supported', 'Documents for searches are not taken here.')
    await takeIn(context, owner, searched)
  }
  return { files, documents, spoken, loaderValues }
}

async function keepLoaderFiles(
  context: OperationContext,
  owner: UploadOwner,
  params: readonly ChosenFileParam[],
): Promise<RunInput['overrides']> {
  if (params.length === 0) return {}
  const names = await readNames(context, owner)
  const values: RunInput['overrides'] = {}
  for (const { nodeId, param, files } of params) {
    const named = files.map(({ name, bytes }) =>
      nameApart({ name, bytes, mediaType: mediaTypeOf(bytes, name) }, names),
    )
    const kept = await keepAll(context, owner, named)
    const ids = kept.flatMap(({ source }) => ('blob' in source ? [`file:${source.blob}`] : []))
    values[nodeId] = { ...values[nodeId], [param]: JSON.stringify(ids) }
  }
  return values
}
