import { type RunFile, type RunInput, RunnelError, type SpokenQuestion, type Upload } from '@runnel/contract'
import type { OperationContext, ServingContext } from '../context.ts'
import type { ChosenFileParam, GivenFile } from '../files/given-file.ts'
import { mediaTypeOf } from '../files/media-type.ts'
import { eraseKept } from '../uploads/erase-files.ts'
import { keepAll, nameApart, readNames, type UploadOwner } from '../uploads/keep-all.ts'
import { keepSpoken } from '../uploads/keep-spoken.ts'
import { keepUploads } from '../uploads/keep-uploads.ts'
import { type Conversation, quotaOf } from './open-conversation.ts'

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
}

/**
 * Keeps the files of a call with its conversation.
 * @throws RunnelError `uploads_not_supported`, `invalid_input`, `body_too_large`
 */
export async function keepGiven(
  context: ServingContext,
  conversation: Conversation,
  { uploads = [], takeIn, loaderFiles = [] }: GivenFiles,
): Promise<KeptGiven> {
  const { flow, namespace } = conversation
  const owner = { ...conversation, quota: await quotaOf(context, flow.workspaceId, namespace) }
  const placed = uploads.map((upload, index) => ({ upload, path: `uploads[${index}]` }))
  const { spoken, uploads: rest } = await keepSpoken(context, owner, placed)
  const kept = rest.length === 0 ? { files: [] } : await keepUploads(context, owner, rest)
  const { files, documents, searched = [] } = kept
  const loaderValues = await keepLoaderFiles(context, owner, loaderFiles)
  if (searched.length > 0) await takeInOrErase(context, { conversation, files, searched, takeIn })
  return { files, documents, spoken, loaderValues }
}

interface TakingIn {
  conversation: Conversation
  files: readonly RunFile[]
  searched: readonly GivenFile[]
  takeIn: TakeIn | undefined
}

/** Where documents cannot be taken in, the question leaves no files behind. */
async function takeInOrErase(
  context: ServingContext,
  { conversation, files, searched, takeIn }: TakingIn,
): Promise<void> {
  try {
    if (!takeIn) throw new RunnelError('uploads_not_supported', 'Documents for searches are not taken here.')
    await takeIn(context, conversation, searched)
  } catch (error) {
    await eraseKept(context, conversation.flow.workspaceId, files)
    throw error
  }
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
