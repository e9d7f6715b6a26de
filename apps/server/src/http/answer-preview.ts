import { isRunnelError, type PreviewFrame } from '@runnel/contract'
import { type LoaderPreview, previewLoader, type ServingContext } from '@runnel/operations'
import type { FastifyReply } from 'fastify'
import type { Call } from './call.ts'
import { signalWhenNobodyHears } from './caller-watch.ts'
import { logFault } from './on-error.ts'
import { type EventStream, openEventStream } from './stream-events.ts'

const frame = (told: PreviewFrame) => `data: ${JSON.stringify(told)}\n\n`

/**
 * Answers with what a loader would give: as JSON when it is read, or as it comes. What is refused before anything came is an
 * answer as any other; a fault behind that is told in the stream. Who leaves ends the reading.
 */
export async function answerPreview(
  context: ServingContext,
  { principal, body: { streaming, ...input }, request, reply }: Call<'previewLoader'>,
): Promise<LoaderPreview | FastifyReply> {
  const signal = signalWhenNobodyHears(reply)
  if (streaming !== true) return previewLoader(context, principal, { ...input, watch: { signal } })
  let stream: EventStream | undefined
  const tell = (told: PreviewFrame) => {
    stream ??= openEventStream(reply)
    return stream.write(frame(told))
  }
  try {
    const preview = await previewLoader(context, principal, {
      ...input,
      watch: {
        signal,
        onChunks: (chunks, totalChunks) => tell({ chunks: [...chunks], totalChunks }),
      },
    })
    const { chunks: _told, ...end } = preview
    await tell({ end })
  } catch (error) {
    if (!stream) throw error
    if (!signal.aborted)
      await tell({ error: isRunnelError(error) ? error.message : logFault(error, request).message })
  } finally {
    stream?.end()
  }
  return reply
}
