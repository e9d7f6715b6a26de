import { type JsonObject, RunnelError } from '@runnel/contract'
import { readJson, type VendorAsking } from '../ai-sdk/ask-vendor.ts'
import { openTranscriber } from '../ai-sdk/open-transcriber.ts'

const BETWEEN_LOOKS_MS = 1_000

/** Looks until the transcript is there: the call's own signal ends what takes too long. */
async function waitFor(
  { baseURL, apiKey: authorization, send, sleep, signal }: VendorAsking,
  begun: JsonObject,
): Promise<JsonObject> {
  let transcript = begun
  while (transcript.status === 'queued' || transcript.status === 'processing') {
    await sleep(BETWEEN_LOOKS_MS, signal)
    const id = encodeURIComponent(String(transcript.id))
    transcript = await readJson(await send(`${baseURL}/transcript/${id}`, { headers: { authorization } }))
  }
  return transcript
}

/** Writes speech down by AssemblyAI: the recording is sent, then its transcript is asked for until it is there. */
export const transcribeByAssemblyAI = openTranscriber({
  label: 'AssemblyAI',
  baseURL: 'https://api.assemblyai.com/v2',
  key: { field: 'assemblyAIApiKey', needed: 'always' },
  hear: async (connection, { audio }) => {
    const { baseURL, apiKey: authorization, send } = connection
    const { upload_url } = await readJson(
      await send(`${baseURL}/upload`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/octet-stream' },
        body: new Uint8Array(audio),
      }),
    )
    const begun = await readJson(
      await send(`${baseURL}/transcript`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ audio_url: upload_url, language_detection: true }),
      }),
    )
    const { status, text, error } = await waitFor(connection, begun)
    if (status === 'error')
      throw new RunnelError('model_error', `AssemblyAI could not write it down: ${error}`)
    return text
  },
})
