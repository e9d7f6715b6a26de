import { expect, test } from 'vitest'
import { writeWave } from './encode-wave.ts'

test('two channels become a WAV of one, whose head says how it is read', () => {
  const bytes = writeWave([Float32Array.of(1, 0, -1, 2), Float32Array.of(1, 1, -1, 2)], 16_000)
  const view = new DataView(bytes.buffer)
  const text = (from: number, to: number) => new TextDecoder().decode(bytes.subarray(from, to))
  expect([text(0, 4), text(8, 16), text(36, 40)]).toEqual(['RIFF', 'WAVEfmt ', 'data'])
  expect(view.getUint32(4, true)).toBe(bytes.length - 8)
  expect([view.getUint16(20, true), view.getUint16(22, true)]).toEqual([1, 1])
  expect([view.getUint32(24, true), view.getUint32(28, true)]).toEqual([16_000, 32_000])
  expect(view.getUint32(40, true)).toBe(8)
  const samples = [44, 46, 48, 50].map((at) => view.getInt16(at, true))
  expect(samples).toEqual([32_767, 16_384, -32_767, 32_767])
})
