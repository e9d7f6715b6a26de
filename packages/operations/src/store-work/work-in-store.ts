import type { JsonObject } from '@runnel/contract'
import type { RunNode } from '@runnel/node-kit'
import type { OperationContext } from '../context.ts'
import { makeVectors } from './make-vectors.ts'
import { processLoader } from './process-loader.ts'
import type { StoreJob, StoreWork } from './store-job.ts'

/** The work of the step that processes loaders and makes vectors; its JSON has what came of it. */
export function workInStore(
  context: OperationContext,
  { workspaceId, runId }: { workspaceId: string; runId: string },
): RunNode {
  return async (step) => {
    const job = step.run.form as unknown as StoreJob
    const work: StoreWork = { context, workspaceId, runId, storeId: job.storeId, step }
    // Each loader counts its calls for itself: one that is done already makes none when the run goes on.
    const processed = await step.each(job.loaderIds, (loaderId, call) =>
      processLoader(work, { loaderId, onlyFailed: job.onlyFailed === true }, call),
    )
    const totals: JsonObject = {
      totalChunks: processed.reduce((sum, { chunks }) => sum + chunks, 0),
      failedFiles: processed.reduce((sum, { failed }) => sum + failed, 0),
    }
    const made = job.vectors && (await makeVectors(work, job))
    return { output: { content: '', json: { ...totals, ...made } } }
  }
}
