import { MAX_DOCUMENT_MB, MAX_UPLOAD_MB, MAX_UPLOADS } from '@runnel/contract'
import { findUse, type UploadRules } from './upload-rules.ts'

/** Why a file cannot go with a question. */
export type RefusalReason = 'type' | 'empty' | 'size' | 'documentSize' | 'count' | 'total' | 'unreadable'

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
  { held, rules }: { held: readonly { size: number }[]; rules: UploadRules },
): { taken: T[]; refused: RefusedFile[] } {
  const taken: T[] = []
  const refused: RefusedFile[] = []
  for (const file of files) {
    const reason = refusalOf(file, { held: [...held, ...taken], rules })
    if (reason === undefined) taken.push(file)
    else refused.push({ name: file.name, reason })
  }
  return { taken, refused }
}

function refusalOf(
  file: FileFacts,
  { held, rules }: { held: readonly { size: number }[]; rules: UploadRules },
): RefusalReason | undefined {
  const { size } = file
  const use = findUse(rules, file)
  if (use === undefined) return 'type'
  if (size === 0) return 'empty'
  const sizeReason = use.as === 'file' ? 'size' : 'documentSize'
  if (size > limitOf(sizeReason) * MEGABYTE) return sizeReason
  if (held.length >= MAX_UPLOADS) return 'count'
  const total = held.reduce((sum, other) => sum + other.size, size)
  return total > MAX_TOTAL_MB * MEGABYTE ? 'total' : undefined
}

/** The highest number that a refusal speaks of. */
export function limitOf(reason: RefusalReason): number {
  if (reason === 'count') return MAX_UPLOADS
  if (reason === 'total') return MAX_TOTAL_MB
  return reason === 'documentSize' ? MAX_DOCUMENT_MB : MAX_UPLOAD_MB
}
