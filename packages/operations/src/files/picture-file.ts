import { hash } from 'node:crypto'
import { RunnelError } from '@runnel/contract'
import { detectMediaType } from './detect-media-type.ts'

/** The endings of pictures that can be shown, by what their content says that they are. */
const ENDINGS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
}

const LARGEST_PICTURE = 24 * 1024 * 1024

/**
 * The name and the kind of a picture that came from outside. Whatever its sender says of it, its content tells what it is: what
 * a browser would run is never kept as a picture.
 * @throws RunnelError `upstream_error` for what is none that can be shown, or is too large
 */
export function pictureFile(bytes: Uint8Array): { name: string; mediaType: string } {
  const mediaType = detectMediaType(bytes) ?? ''
  const ending = Object.hasOwn(ENDINGS, mediaType) ? ENDINGS[mediaType] : undefined
  if (ending === undefined)
    throw new RunnelError(
      'upstream_error',
      'What came is no picture in PNG, JPEG, GIF or WebP, whatever it was called, and was not kept.',
    )
  if (bytes.length > LARGEST_PICTURE)
    throw new RunnelError(
      'upstream_error',
      `The picture is larger than ${LARGEST_PICTURE / 1024 / 1024} MB, and was not kept. Ask for a smaller one.`,
    )
  return { name: `picture-${hash('sha256', bytes).slice(0, 10)}.${ending}`, mediaType }
}
