import { expect, test } from 'vitest'
import { detectMediaType } from '../files/detect-media-type.ts'
import { readUpload } from './read-upload.ts'

const place = { path: 'uploads[0]', taken: ['image/png', 'application/pdf'] }
const dataOf = (hex: string) => `data:text/html;base64,${Buffer.from(hex, 'hex').toString('base64')}`
const PNG = '89504e470d0a1a0a00'

test.each([
  [PNG, 'image/png'],
  ['ffd8ffe000', 'image/jpeg'],
  ['474946383961', 'image/gif'],
  ['52494646aabbccdd57454250', 'image/webp'],
  ['255044462d312e34', 'application/pdf'],
  ['3c737667', undefined],
  ['', undefined],
])('the first bytes %s are of %s', (hex, mediaType) => {
  expect(detectMediaType(Buffer.from(hex, 'hex'))).toBe(mediaType)
})

test('a file is what its content says, whatever it is called', () => {
  const upload = { type: 'file' as const, name: '../../a\u0000.html', mime: 'text/html', data: dataOf(PNG) }
  expect(readUpload(upload, place)).toMatchObject({ name: '.._.._a_.html', mediaType: 'image/png' })
})

test.each([
  ['4944330400', 'audio/mpeg'],
  ['52494646aabbccdd57415645', 'audio/wav'],
])('a recording that begins with %s is one where the models of the flow hear', (hex, mediaType) => {
  const upload = { type: 'file' as const, name: 'said', data: dataOf(hex) }
  expect(readUpload(upload, { ...place, taken: [mediaType] })).toMatchObject({ mediaType })
  expect(() => readUpload(upload, place)).toThrow('It takes image/png, application/pdf.')
})

test('a type that the flow does not take is refused with those that it takes', () => {
  const upload = { type: 'file' as const, name: 'a.gif', data: dataOf('474946383961') }
  expect(() => readUpload(upload, place)).toThrow('It takes image/png, application/pdf.')
})

test('an address stays one, an image when the caller does not say', () => {
  const upload = { type: 'url' as const, name: 'a', data: 'https://a.example/b c' }
  expect(readUpload(upload, place)).toEqual({
    name: 'a',
    mediaType: 'image/png',
    url: 'https://a.example/b%20c',
  })
})
