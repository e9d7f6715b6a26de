import type { JsonObject, Usage } from '@runnel/contract'
import type { Component, KeptFile } from '@runnel/node-kit'
import { getCapability, openVendor } from '../components/component.ts'
import { type CallFrame, nextPath } from '../step/step-run.ts'
import { countUsage } from './call-vendor.ts'
import { makeCall, retryCall } from './make-call.ts'
import { withinTime } from './within-time.ts'

const LONGEST_MS = 600_000

/** What the journal has of a picture: where it is kept, never its bytes. */
type DrawnPicture = JsonObject & { picture: JsonObject & KeptFile; inputTokens: number; outputTokens: number }

/** A picture of what a text describes: one journaled call, kept before it counts as made. */
export async function callImageModel(
  frame: CallFrame,
  component: Component,
  prompt: string,
): Promise<KeptFile> {
  const { stepRun } = frame
  const { session } = stepRun.scope
  const { ports } = session
  const { type, values } = component
  const path = nextPath(frame, 'i')
  const { reply, replayed } = await makeCall<DrawnPicture>(frame, {
    path,
    kind: 'image',
    what: 'The drawing of a picture',
    request: { imageModel: { type, values }, prompt },
    effects: 'read',
    make: async () => {
      const makeImage = await getCapability(stepRun, component, 'imageModel')
      const key = ports.hash(`${session.options.runId} ${path}`)
      const { vendor, present } = await openVendor(stepRun, component, { kind: 'imageModel', key })
      const late = 'The picture took too long to be drawn.'
      return withinTime(frame, { longestMs: LONGEST_MS, late }, async (signal) => {
        const draw = () => present(() => makeImage(component, vendor, { prompt, signal }))
        const made = await retryCall(draw, { ports, signal, mayRetry: () => true })
        const { image, inputTokens, outputTokens } = made
        const picture = await present(() => ports.files.keepPicture(image))
        return { picture: { ...picture }, inputTokens, outputTokens }
      })
    },
    tell: (drawn) => {
      const usage = findUsage(drawn)
      return usage ? { usage } : {}
    },
  })
  const usage = findUsage(reply)
  if (usage) countUsage(stepRun, usage, replayed)
  return reply.picture
}

/** Many vendors count pictures, and tell no tokens. */
function findUsage({ inputTokens, outputTokens }: DrawnPicture): Usage | undefined {
  const totalTokens = inputTokens + outputTokens
  return totalTokens > 0 ? { inputTokens, outputTokens, totalTokens } : undefined
}
