import { MAX_UPLOAD_MB, MAX_UPLOADS } from '@runnel/contract'

/** Why a file cannot go with a question. */
export type RefusalReason = 'type' | 'empty' | 'size' | 'count' | 'total' | 'unreadable'

/** A file that cannot go with a question. */
export interface RefusedFile {
  name: string
  reason: RefusalReason
}

/** What is known of a file before it is read; the size in bytes. */
export type FileFacts = Pick<File, 'name' | 'type' | 'size'>

const MEGABYTE = 1024 * 1024

/** What all files of a question may be together: a request carries 50 MB, and base64 makes four bytes of three. */
export const MAX_TOTAL_MB = 35

/** Divides files into those that may go with a question beside the ones that it has, and the others. */
export function checkFiles<T extends FileFacts>(
  files: readonly T[],
  { held, types }: { held: readonly { size: number }[]; types: readonly string[] },
): { taken: T[]; refused: RefusedFile[] } {
  const taken: T[] = []
  const refused: RefusedFile[] = []
  for (const file of files) {
    const reason = refusalOf(file, { held: [...held, ...taken], types })
    if (reason === undefined) taken.push(file)
    else refused.push({ name: file.name, reason })
  }
  return { taken, refused }
}

function refusalOf(
  { type, size }: FileFacts,
  { held, types }: { held: readonly { size: number }[]; types: readonly string[] },
): RefusalReason | undefined {
  if (!types.includes(type)) return 'type'
  if (size === 0) return 'empty'
  if (size > MAX_UPLOAD_MB * MEGABYTE) return 'size'
  if (held.length >= MAX_UPLOADS) return 'count'
  const total = held.reduce((sum, other) => sum + other.size, size)
  return total > MAX_TOTAL_MB * MEGABYTE ? 'total' : undefined
}

/** The highest number that a refusal speaks of. */
export function limitOf(reason: RefusalReason): number {
  if (reason === 'count') return MAX_UPLOADS
  return reason === 'total' ? MAX_TOTAL_MB : MAX_UPLOAD_MB
}

/** Media types as people call them: `PNG, PDF`. */
export function nameTypes(types: readonly string[]): string {
  return types.map((type) => type.slice(type.indexOf('/') + 1).toUpperCase()).join(', ')
}
