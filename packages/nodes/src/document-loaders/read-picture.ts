import { RunnelError } from '@runnel/contract'
import type { CallContext, Component, Document } from '@runnel/node-kit'
import { askForText } from './ask-for-text.ts'
import type { OpenFile } from './read-files.ts'
import { SCAN_MODEL_LABEL } from './scan-model-input.ts'

const MEGABYTE = 1024 * 1024
/** What vendors take of a picture at most, or nearly so. */
const LARGEST = 10 * MEGABYTE
/** The kinds that vendors take which see. */
const KINDS = ['image/png', 'image/jpeg', 'image/webp']

/** Endings of pictures that a model reads. */
export const PICTURE_ENDINGS = ['png', 'jpg', 'jpeg', 'webp']

/** What a model reads on a picture. It is sent as it is, and unfolded nowhere here. */
export async function readPicture(
  { source, name }: OpenFile,
  model: Component | undefined,
  call: CallContext,
): Promise<Document[]> {
  const refuse = (why: string) => new RunnelError('invalid_input', `${name} ${why}`)
  if (!model)
    throw refuse(`is a picture. Choose a chat model that sees pictures under “${SCAN_MODEL_LABEL}”.`)
  const { mediaType, size, sha256 } = await call.file.stat(source)
  if (!KINDS.includes(mediaType)) throw refuse('is not the picture that its name says.')
  if (size > LARGEST)
    throw new RunnelError(
      'limit_exceeded',
      `${name} is larger than ${LARGEST / MEGABYTE} MB. Send a smaller picture.`,
    )
  const part = { type: 'file' as const, mediaType, source }
  const pageContent = await askForText(model, { part, content: sha256, name }, call)
  if (pageContent === '') throw refuse('holds no text that the model sees.')
  return [{ pageContent, metadata: { source: name } }]
}
