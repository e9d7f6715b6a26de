import type { JsonValue, PageContent, PageRequest } from '@runnel/contract'
import { type CallFrame, nextPath } from '../step/step-run.ts'
import { makeCall, retryCall } from './make-call.ts'

/** A page that the operator's browser opens: one journaled call. */
export async function readPage(frame: CallFrame, request: PageRequest): Promise<PageContent> {
  const { ports } = frame.stepRun.scope.session
  const { signal } = frame
  const { reply } = await makeCall<JsonValue>(frame, {
    path: nextPath(frame, 'g'),
    kind: 'browser',
    what: `Opening ${URL.canParse(request.url) ? new URL(request.url).host : 'a page'} in the browser`,
    request,
    effects: 'read',
    make: async () => {
      const read = () => ports.browser.readPage(request, signal)
      return { ...(await retryCall(read, { ports, signal, mayRetry: () => true })) }
    },
  })
  // What was read is plain JSON by its type.
  return reply as unknown as PageContent
}
