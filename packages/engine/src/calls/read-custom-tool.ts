import type { CustomToolWork, JsonObject } from '@runnel/contract'
import { type CallFrame, nextPath } from '../step/step-run.ts'
import { makeCall } from './make-call.ts'

/** A custom tool of the workspace, as it stood when the run first looked; undefined where there was none. */
export async function readCustomTool(frame: CallFrame, id: string): Promise<CustomToolWork | undefined> {
  const { session } = frame.stepRun.scope
  const { reply } = await makeCall<JsonObject>(frame, {
    path: nextPath(frame, 'd'),
    kind: 'storedTool',
    what: 'Reading a custom tool',
    request: { storedTool: id },
    effects: 'read',
    make: async () => ({ ...(await session.ports.findCustomTool(id)) }),
  })
  // An empty record stands for a tool that is not there; all others are what the port gave.
  return reply.id === undefined ? undefined : (reply as unknown as CustomToolWork)
}
