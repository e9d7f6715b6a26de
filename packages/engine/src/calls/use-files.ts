import type { JsonObject } from '@runnel/contract'
import type { CallFiles, FileContent } from '@runnel/node-kit'
import { type CallFrame, nextPath } from './call-frame.ts'
import { makeCall } from './make-call.ts'

/** Files of the run. Reading is not journaled: what an id names never changes. */
export function createCallFiles(frame: CallFrame): CallFiles {
  const { session, signal, input } = frame.stepRun.scope
  const reading = { flowId: input.flowId, signal }
  const { files } = session.ports
  return {
    read: (source) => files.read(source, reading),
    stat: (source) => files.stat(source, reading),
    readText: (source, format) => files.readText(source, { ...reading, format }),
    write: (file) => writeFile(frame, file),
  }
}

async function writeFile(frame: CallFrame, file: FileContent): Promise<{ blob: string }> {
  const { ports } = frame.stepRun.scope.session
  const { name, mediaType, bytes } = file
  const { reply } = await makeCall<JsonObject & { blob: string }>(frame, {
    path: nextPath(frame, 'w'),
    kind: 'file',
    what: `Writing the file "${name}"`,
    request: { name, mediaType, hash: ports.hash(bytes.toBase64()) },
    effects: 'read',
    make: async () => ({ ...(await ports.files.write(file)) }),
  })
  return reply
}
