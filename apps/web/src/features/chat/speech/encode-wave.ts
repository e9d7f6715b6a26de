/** Speech keeps nothing worth hearing above half of it. */
const SAMPLES_PER_SECOND = 16_000
const BYTES_PER_SAMPLE = 2
const HEAD_BYTES = 44
const PCM = 1
const BITS = 8
const HIGHEST = 0x7fff

/** What a browser recorded as a WAV of one channel. Rejects for what it cannot decode. */
export async function encodeWave(sound: Blob): Promise<Blob> {
  const context = new OfflineAudioContext(1, 1, SAMPLES_PER_SECOND)
  const decoded = await context.decodeAudioData(await sound.arrayBuffer())
  const channels = Array.from({ length: decoded.numberOfChannels }, (_, index) =>
    decoded.getChannelData(index),
  )
  return new Blob([writeWave(channels, decoded.sampleRate)], { type: 'audio/wav' })
}

/** The bytes of a WAV of 16 bits, in which all channels are mixed to one. */
export function writeWave(channels: readonly Float32Array[], sampleRate: number): Uint8Array<ArrayBuffer> {
  const length = channels[0]?.length ?? 0
  const bytes = new Uint8Array(HEAD_BYTES + length * BYTES_PER_SAMPLE)
  const view = new DataView(bytes.buffer)
  const text = (offset: number, words: string) => bytes.set(new TextEncoder().encode(words), offset)
  text(0, 'RIFF')
  view.setUint32(4, bytes.length - 8, true)
  text(8, 'WAVEfmt ')
  view.setUint32(16, 16, true)
  view.setUint16(20, PCM, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, sampleRate, true)
  view.setUint32(28, sampleRate * BYTES_PER_SAMPLE, true)
  view.setUint16(32, BYTES_PER_SAMPLE, true)
  view.setUint16(34, BYTES_PER_SAMPLE * BITS, true)
  text(36, 'data')
  view.setUint32(40, length * BYTES_PER_SAMPLE, true)
  for (let index = 0; index < length; index += 1) {
    const sum = channels.reduce((total, channel) => total + (channel[index] ?? 0), 0)
    const sample = Math.max(-1, Math.min(1, sum / channels.length))
    view.setInt16(HEAD_BYTES + index * BYTES_PER_SAMPLE, Math.round(sample * HIGHEST), true)
  }
  return bytes
}
