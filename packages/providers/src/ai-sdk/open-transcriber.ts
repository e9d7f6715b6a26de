import { RunnelError } from '@runnel/contract'
import type { Recording, SpeechToText } from '@runnel/node-kit'
import { type AskedVendor, askVendor, readJson, type VendorAsking } from './ask-vendor.ts'

/** A vendor that writes speech down, as data: where it is, and how it is asked. */
export interface TranscriberVendor extends AskedVendor {
  /** The text; something else than a text is an answer that cannot be read. */
  hear(connection: VendorAsking, recording: Recording): Promise<unknown>
}

/** Makes the work of a vendor that writes speech down. */
export function openTranscriber(home: TranscriberVendor): SpeechToText {
  return async ({ values }, vendor, { audio, mediaType, signal }) => {
    const { result } = await askVendor(home, { values, vendor, signal }, async (connection) => {
      const text = await home.hear(connection, { audio, mediaType })
      if (typeof text === 'string') return text.trim()
      throw new Error('It holds no text.')
    })
    if (result !== '') return result
    throw new RunnelError('invalid_input', `${home.label} heard no words in the recording. Speak again.`)
  }
}

const ENDINGS: Readonly<Record<string, string>> = { 'audio/mpeg': 'mp3', 'audio/mp4': 'm4a' }

/** A recording as a file of a form: vendors go by the ending of its name. */
export function recordingFile({ audio, mediaType }: Recording): File {
  const ending = ENDINGS[mediaType] ?? mediaType.replace('audio/', '')
  return new File([new Uint8Array(audio)], `recording.${ending}`, { type: mediaType })
}

/** Asks a server that speaks OpenAI's transcriptions; values that are left empty are not sent. */
export async function hearByCompletions(
  { baseURL, apiKey, values, send }: VendorAsking,
  recording: Recording,
  initialModel: string,
): Promise<unknown> {
  const form = new FormData()
  form.set('file', recordingFile(recording))
  form.set('model', filled(values.model) ?? initialModel)
  form.set('response_format', 'json')
  for (const name of ['language', 'prompt', 'temperature']) {
    const value = filled(values[name])
    if (value !== undefined) form.set(name, value)
  }
  const key: Record<string, string> = apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` }
  const answer = await send(`${baseURL}/audio/transcriptions`, await formRequest(form, key))
  return (await readJson(answer)).text
}

/** A form as a request of known length: some servers take no stream. */
export async function formRequest(form: FormData, headers: Record<string, string>): Promise<RequestInit> {
  const written = new Response(form)
  const contentType = written.headers.get('content-type') ?? ''
  return {
    method: 'POST',
    headers: { ...headers, 'content-type': contentType },
    body: new Uint8Array(await written.arrayBuffer()),
  }
}

/** A value as a form sends it; undefined when it is left empty. */
function filled(value: unknown): string | undefined {
  return value === undefined || value === null || value === '' ? undefined : String(value)
}
