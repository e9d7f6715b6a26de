import type { JsonObject, JsonValue } from '@runnel/contract'
import { type CallFrame, nextPath } from '../step/step-run.ts'
import { makeCall } from './make-call.ts'

/** User code in the sandbox: one journaled call. */
export async function runCode(frame: CallFrame, code: string, globals: JsonObject): Promise<JsonValue> {
  const { session } = frame.stepRun.scope
  const { signal } = frame
  const { reply } = await makeCall(frame, {
    path: nextPath(frame, 'c'),
    kind: 'code',
    what: 'The code',
    request: { code, globals },
    effects: frame.effects,
    make: () => session.ports.runCode({ code, globals, signal }),
  })
  return reply
}
