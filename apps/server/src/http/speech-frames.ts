import type { Speech } from '@runnel/operations'

/** One frame of a text that is read out. */
export interface SpeechFrame {
  event: 'tts_start' | 'tts_data' | 'tts_end' | 'tts_abort'
  data: { chatMessageId?: string; format?: string; audioChunk?: string }
}

/** What a text that is read out is told as, piece by piece; what breaks off is thrown. */
export async function* speechFrames(
  { format, audio }: Speech,
  chatMessageId: string | undefined,
): AsyncGenerator<SpeechFrame> {
  const named = chatMessageId === undefined ? {} : { chatMessageId }
  yield { event: 'tts_start', data: { ...named, format } }
  for await (const chunk of audio) {
    yield { event: 'tts_data', data: { ...named, audioChunk: Buffer.from(chunk).toString('base64') } }
  }
  yield { event: 'tts_end', data: named }
}
