import { mayStand } from '@runnel/db'
import type { OperationContext } from '../context.ts'

/**
 * Deletes the bytes of files whose rows could not be written. Where the rows may stand all the same, because the
 * connection broke and only the answer was lost, the bytes stay: unused ones take room, missing ones are a loss.
 */
export async function discardBytes(
  { blobs, log }: Pick<OperationContext, 'blobs' | 'log'>,
  blobIds: Iterable<string>,
  error: unknown,
): Promise<void> {
  const isInDoubt = mayStand(error)
  for (const blobId of blobIds) {
    if (isInDoubt) log.warn({ blobId }, 'It is not known whether a file was stored; its bytes are kept')
    else
      await blobs
        .delete(blobId)
        .catch((err: unknown) =>
          log.warn({ err, blobId }, 'A file that was not stored left its bytes behind'),
        )
  }
}
