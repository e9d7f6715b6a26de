import type { FakeChatBody, FakeDialect } from './fake-openai-reply.ts'

const ADDRESS = 'data:;base64,'

/** What is wrong with how the recordings of a call stand in it, in words of a vendor that has them otherwise than OpenAI. */
export function refuseOddSounds(
  { messages = [] }: FakeChatBody,
  { takesSoundsAs }: FakeDialect,
): string | undefined {
  if (takesSoundsAs === undefined) return undefined
  const parts = messages.flatMap(({ content }) => (Array.isArray(content) ? content : []))
  const sounds = parts.flatMap(({ type, input_audio: sound }) => (type === 'input_audio' ? [sound] : []))
  const fits = (sound: unknown) =>
    takesSoundsAs === 'bare text' ? typeof sound === 'string' : isAddress((sound as { data?: unknown })?.data)
  return sounds.every(fits) ? undefined : 'Input should be a valid input_audio'
}

const isAddress = (data: unknown) => typeof data === 'string' && data.startsWith(ADDRESS)

/** A recording as OpenAI has it; of bare base64 its bytes tell what it is. */
export function asSound(value: unknown, { takesSoundsAs }: FakeDialect): unknown {
  if (takesSoundsAs === 'bare text' && typeof value === 'string')
    return {
      data: value,
      format: value.startsWith('UklGR') ? 'wav' : value.startsWith('SUQz') ? 'mp3' : 'odd',
    }
  if (takesSoundsAs !== 'address') return value
  const { data = '', format } = value as { data?: string; format?: string }
  return { data: data.slice(ADDRESS.length), format }
}
