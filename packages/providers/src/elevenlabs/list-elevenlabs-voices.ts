import { isJsonObject, type ParamOption } from '@runnel/contract'
import type { LoadOptions } from '@runnel/node-kit'
import { ELEVENLABS_HOME } from './elevenlabs-home.ts'

/** The voices of an account. */
export const listElevenLabsVoices: LoadOptions = async ({ credential = {}, fetch, signal }) => {
  const headers = { 'xi-api-key': credential.elevenLabsApiKey?.trim() ?? '' }
  const answer = await fetch(`${ELEVENLABS_HOME}/voices`, { headers, signal })
  if (!answer.ok) throw new Error(`ElevenLabs answered ${answer.status}.`)
  const listed = await answer.json()
  const voices = isJsonObject(listed) && Array.isArray(listed.voices) ? listed.voices : []
  return voices.filter(isJsonObject).map(({ voice_id: id, name, category }): ParamOption => {
    const description = typeof category === 'string' ? { description: category } : {}
    return { name: String(id), label: String(name ?? id), ...description }
  })
}
