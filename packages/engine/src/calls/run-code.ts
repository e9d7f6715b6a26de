import type { JsonObject, JsonValue } from '@runnel/contract'
import type { CodeLimits } from '@runnel/node-kit'
import { type CallFrame, nextPath } from '../step/step-run.ts'
import { makeCall } from './make-call.ts'

/** Code, what it sees, and what it may do. */
interface CodeRequest {
  code: string
  globals: JsonObject
  limits?: CodeLimits | undefined
}

/** User code in the sandbox: one journaled call. */
export async function runCode(
  frame: CallFrame,
  { code, globals, limits = {} }: CodeRequest,
): Promise<JsonValue> {
  const { session } = frame.stepRun.scope
  const { signal } = frame
  const { reply } = await makeCall(frame, {
    path: nextPath(frame, 'c'),
    kind: 'code',
    what: 'The code',
    request: { code, globals },
    effects: limits.offline === true ? 'none' : frame.effects,
    make: () => session.ports.runCode({ code, globals, signal, ...limits }),
  })
  return reply
}
