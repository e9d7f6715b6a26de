import type { FakeVendor } from './chat-model-case.ts'
import { sendJson, startFakeVendor, writeFrames } from './start-fake-vendor.ts'

/** What is a vendor's own in a fake of speech. */
export interface SpeechDialect {
  /** The header that shows the key, and what stands in it. */
  key: [header: string, value: string]
  /** What is wrong with a call; undefined for one that the vendor takes. */
  wrong(call: { path: string; body: Record<string, unknown>; text: string }): string | undefined
  /** An answer in JSON; undefined for calls that are answered with sound. */
  answer(call: { path: string }): object | undefined
  refusal(message: string): object
}

/** The sound that fakes answer with: what was asked of it can be heard. */
export const soundOf = (text: string): Uint8Array[] =>
  [`ID3 ${text.slice(0, 40)}`, ' and', ' on', ' to the end'].map((piece) => new TextEncoder().encode(piece))

/** Starts a fake of speech that lets in this key only. */
export function startFakeSpeech(dialect: SpeechDialect): Promise<FakeVendor> {
  const [header, value] = dialect.key
  return startFakeVendor<Record<string, unknown>>({
    refuse: ({ path, headers, body, bytes }) => {
      if (headers[header] !== value) return { status: 401, message: 'Unauthorized' }
      const message = dialect.wrong({ path, body, text: bytes.toString('latin1') })
      return message === undefined ? undefined : { status: 422, message }
    },
    describeRefusal: ({ message }) => dialect.refusal(message),
    write: (response, answer = {}, { path, body }) => {
      const json = dialect.answer({ path })
      if (json) return sendJson(response, json)
      response.writeHead(200, { 'content-type': 'audio/mpeg' })
      return writeFrames(response, soundOf(String(body.input ?? body.text)), answer)
    },
  })
}
