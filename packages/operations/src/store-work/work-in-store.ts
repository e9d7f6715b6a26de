import type { JsonObject } from '@runnel/contract'
import type { RunNode } from '@runnel/node-kit'
import type { OperationContext } from '../context.ts'
import { makeVectors } from './make-vectors.ts'
import { processLoader } from './process-loader.ts'
import { isUpToDate, refreshLoaderIn } from './refresh-loader.ts'
import { runRetrievalTest } from './run-retrieval-test.ts'
import type { StoreJob, StoreWork } from './store-job.ts'

/** The work of the step that processes loaders and makes vectors; its JSON has what came of it. */
export function workInStore(
  context: OperationContext,
  { workspaceId, runId }: { workspaceId: string; runId: string },
): RunNode {
  return async (step) => {
    const job = step.run.form as unknown as StoreJob
    const work: StoreWork = { context, workspaceId, runId, storeId: job.storeId, step }
    if (job.test !== undefined)
      return { output: { content: '', json: await runRetrievalTest(work, job.test) } }
    // Each loader counts its calls for itself: one that is done already makes none when the run goes on.
    const processed = await step.each(job.loaderIds, (loaderId, call) =>
      job.refresh
        ? refreshLoaderIn(work, { loaderId, call, job })
        : processLoader(work, { loaderId, call, onlyFailed: job.onlyFailed === true }),
    )
    const totals: JsonObject = {
      totalChunks: processed.reduce((sum, { chunks }) => sum + chunks, 0),
      failedFiles: processed.reduce((sum, { failed }) => sum + failed, 0),
    }
    const refreshed = processed.flatMap(({ note }) => note ?? [])
    const isDone = job.refresh === 'timed' && (await isUpToDate(work, refreshed))
    const made = job.vectors && !isDone ? await makeVectors(work, { ...job, refreshed }) : {}
    // The result is read by whoever may follow the run: it names no document with tags.
    const told = processed.flatMap(({ note, isTagged }) => (note && !isTagged ? [note] : []))
    return { output: { content: '', json: { ...totals, ...made, ...(job.refresh && { refreshed: told }) } } }
  }
}
