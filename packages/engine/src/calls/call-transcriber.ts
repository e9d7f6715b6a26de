import type { FileSource } from '@runnel/contract'
import type { Component } from '@runnel/node-kit'
import { getCapability, openVendor } from '../components/component.ts'
import { type CallFrame, nextPath } from '../step/step-run.ts'
import { makeCall, retryCall } from './make-call.ts'
import { withinTime } from './within-time.ts'

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
      const late = 'The speech took too long to be written down.'
      return withinTime(frame, { longestMs: LONGEST_MS, late }, (limit) => {
        const request = { audio: bytes, mediaType, signal: limit }
        return retryCall(() => present(() => transcribe(component, vendor, request)), {
          ports,
          signal: limit,
          mayRetry: () => true,
        })
      })
    },
  })
  return reply
}
