import { type FileSource, RunnelError } from '@runnel/contract'
import type { Component } from '@runnel/node-kit'
import { getCapability, openVendor } from '../components/component.ts'
import { linkSignal, untilAborted } from '../run-session.ts'
import { type CallFrame, nextPath } from '../step/step-run.ts'
import { makeCall, retryCall } from './make-call.ts'

const LONGEST_MS = 120_000

/** What is said in a recording: one journaled call. */
export async function callTranscriber(
  frame: CallFrame,
  component: Component,
  source: FileSource,
): Promise<string> {
  const { stepRun } = frame
  const { scope, signal } = stepRun
  const { ports } = scope.session
  const { type, values } = component
  const { reply } = await makeCall(frame, {
    path: nextPath(frame, 'u'),
    kind: 'transcription',
    what: 'A transcription',
    request: { transcriber: { type, values }, source },
    effects: 'read',
    make: async () => {
      const transcribe = await getCapability(stepRun, component, 'speechToText')
      const { bytes, mediaType } = await ports.files.read(source, { flowId: scope.input.flowId, signal })
      const { vendor, present } = await openVendor(stepRun, component, { kind: 'speechToText' })
      // Somebody waits who has just spoken: the limit is for all of it, not for each silence of the vendor.
      const limit = linkSignal(signal)
      const clock = linkSignal(signal)
      const isLate = () =>
        limit.abort(new RunnelError('timeout', 'The speech took too long to be written down.'))
      void ports.sleep(LONGEST_MS, clock.signal).then(isLate, () => undefined)
      const request = { audio: bytes, mediaType, signal: limit.signal }
      const writing = retryCall(() => present(() => transcribe(component, vendor, request)), {
        ports,
        signal: limit.signal,
        mayRetry: () => true,
      })
      return untilAborted(writing, limit.signal).finally(() => {
        clock.abort(undefined)
        clock.unlink()
        limit.unlink()
      })
    },
  })
  return reply
}
