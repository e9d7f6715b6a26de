import { type Client, readEventFrames } from '@runnel/client'
import { isJsonObject, type JsonObject } from '@runnel/contract'
import { SpeechFault } from './speech-fault.ts'

/** The call that has an answer read out. */
export type SpeechApi = Pick<Client, 'openStream'>

/** Which answer is read out, and what it says. */
export interface WantedSpeech {
  chatflowId: string
  chatId: string
  chatMessageId: string
  text: string
}

/** One frame of an answer that is read out. */
interface SpeechFrame {
  event: string
  data: JsonObject
}

function readFrame(text: string): SpeechFrame | undefined {
  const frame: unknown = JSON.parse(text)
  if (!isJsonObject(frame) || !isJsonObject(frame.data)) return undefined
  const { data, event } = frame
  if (event === 'tts_error') throw new Error(String(data.error))
  return { event: String(event), data }
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}

/** The whole sound of an answer. @throws SpeechFault, or Error with the server's words where it cannot be read out */
export async function readSpeech(api: SpeechApi, body: WantedSpeech, signal: AbortSignal): Promise<Blob> {
  const { body: stream } = await api.openStream('generateSpeech', { body }, { signal })
  const pieces: Uint8Array<ArrayBuffer>[] = []
  for await (const { data: text } of stream ? readEventFrames(stream, signal) : []) {
    const { event, data = {} } = readFrame(text) ?? {}
    if (typeof data.audioChunk === 'string') pieces.push(bytesOf(data.audioChunk))
    if (event === 'tts_end') return new Blob(pieces, { type: 'audio/mpeg' })
  }
  signal.throwIfAborted()
  throw new SpeechFault('lost')
}
