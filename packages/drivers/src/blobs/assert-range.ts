import { RunnelError } from '@runnel/contract'
import type { ByteRange } from './blobs.ts'

/** Refuses a range that names no bytes. @throws RunnelError `invalid_input` */
export function assertRange(range: ByteRange | undefined): void {
  if (range === undefined) return
  const { start, end = start } = range
  if (Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && end >= start) return
  throw new RunnelError('invalid_input', `The bytes ${start} to ${end} of a file cannot be asked for.`)
}
