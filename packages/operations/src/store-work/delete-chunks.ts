import type { OperationContext } from '../context.ts'

/** Chunks that are deleted in one transaction. */
const CHUNK_SLICE = 5_000

/** Deletes chunks of a loader that stand no more, so that nobody waits for it; with generation 0 all of them. */
export async function deleteOldChunks(
  context: Pick<OperationContext, 'db'>,
  workspaceId: string,
  of: { loaderId: string; generation: number },
): Promise<void> {
  for (;;) {
    const deleted = await context.db.write(workspaceId, ({ documentStores }) =>
      documentStores.chunks.deleteOld(of, CHUNK_SLICE),
    )
    if (deleted < CHUNK_SLICE) return
  }
}
