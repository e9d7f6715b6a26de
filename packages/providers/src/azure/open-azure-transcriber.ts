import { isJsonObject } from '@runnel/contract'
import { readText } from '@runnel/node-kit'
import { readJson } from '../ai-sdk/ask-vendor.ts'
import { formRequest, openTranscriber, recordingFile } from '../ai-sdk/open-transcriber.ts'
import { speechHomeOf } from './speech-home.ts'

const FIRST_VERSION = '2024-05-15-preview'

/** The numbers of the channels, as `0,1`. */
function readChannels(text: string): number[] {
  const channels = text.split(',').map((part) => Number(part.trim()))
  return text.trim() !== '' && channels.every((each) => Number.isInteger(each) && each >= 0) ? channels : []
}

/** Writes speech down by Azure's speech service: its credential says in which region. */
export const transcribeByAzure = openTranscriber({
  label: 'Azure',
  baseURLOf: speechHomeOf,
  key: { field: 'azureSubscriptionKey', needed: 'always' },
  hear: async ({ baseURL, apiKey, values, credential, send }, recording) => {
    const version = credential.apiVersion?.trim() || FIRST_VERSION
    const channels = readChannels(readText(values, 'channels'))
    const form = new FormData()
    form.set('audio', recordingFile(recording))
    form.set(
      'definition',
      JSON.stringify({
        locales: [readText(values, 'language') || 'en-US'],
        profanityFilterMode: readText(values, 'profanityFilterMode') || 'Masked',
        ...(channels.length > 0 && { channels }),
      }),
    )
    const url = `${baseURL}/speechtotext/transcriptions:transcribe?api-version=${encodeURIComponent(version)}`
    const answer = await send(url, await formRequest(form, { 'ocp-apim-subscription-key': apiKey }))
    const { combinedPhrases } = await readJson(answer)
    if (!Array.isArray(combinedPhrases)) return undefined
    return combinedPhrases.map((phrase) => (isJsonObject(phrase) ? String(phrase.text ?? '') : '')).join(' ')
  },
})
