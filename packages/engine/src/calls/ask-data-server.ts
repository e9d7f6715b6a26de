import type { DataProtocol, DataProtocols, JsonValue } from '@runnel/contract'
import type { DataServerCall } from '../engine-ports.ts'
import { type CallFrame, nextPath } from '../step/step-run.ts'
import { makeCall, retryCall } from './make-call.ts'

/** A request to a server that does not speak HTTP: one journaled call. Where it is, and as whom it is asked, is never written down. */
export async function askDataServer<Protocol extends DataProtocol>(
  frame: CallFrame,
  call: DataServerCall<Protocol>,
): Promise<DataProtocols[Protocol]['answer']> {
  const { session, input } = frame.stepRun.scope
  const { ports } = session
  const { signal } = frame
  const { protocol, target, question } = call
  const { component, effects } = target
  const { reply } = await makeCall<JsonValue>(frame, {
    path: nextPath(frame, 'b'),
    kind: 'dataServer',
    what: `The call of ${component.label}`,
    request: { protocol, question, serverOf: component.type },
    effects,
    // Every answer is plain JSON by its type.
    make: async () =>
      (await retryCall(() => ports.dataServers.ask(call, { flowId: input.flowId, signal }), {
        ports,
        signal,
        mayRetry: () => true,
        isRepeatable: effects !== 'write',
      })) as JsonValue,
  })
  return reply as DataProtocols[Protocol]['answer']
}
