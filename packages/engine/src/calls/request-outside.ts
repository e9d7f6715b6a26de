import type { JsonObject, NodeEffects } from '@runnel/contract'
import type { HttpReply, HttpRequest } from '@runnel/node-kit'
import { type CallFrame, nextPath } from '../step/step-run.ts'
import { makeCall, retryCall } from './make-call.ts'

const READING = ['GET', 'HEAD', 'OPTIONS']

/** A request to a server outside: one journaled call. What is added by its credential is never written down. */
export async function requestOutside(frame: CallFrame, request: HttpRequest): Promise<HttpReply> {
  const { session, input } = frame.stepRun.scope
  const { signal } = frame
  const { authorise, ...told } = request
  const effects = findEffects(frame, request)
  const { reply } = await makeCall<JsonObject>(frame, {
    path: nextPath(frame, 'h'),
    kind: 'http',
    what: `The request to ${hostOf(request.url)}`,
    request: { ...told, credentialOf: authorise?.component.type },
    effects,
    make: async () => ({
      ...(await retryCall(() => session.ports.request(request, input.flowId, signal), {
        ports: session.ports,
        signal,
        mayRetry: () => true,
        isRepeatable: effects !== 'write',
      })),
    }),
  })
  return reply as unknown as HttpReply
}

/** What a request says of itself, else its method where that only reads, else what its tool or node is. */
function findEffects(frame: CallFrame, { effects, method = 'GET' }: HttpRequest): NodeEffects {
  if (effects !== undefined) return effects
  if (READING.includes(method.toUpperCase())) return 'read'
  return frame.effects === 'none' ? 'write' : frame.effects
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'a server'
}
