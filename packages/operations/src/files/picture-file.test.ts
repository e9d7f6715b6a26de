import { expect, test } from 'vitest'
import { pictureFile } from './picture-file.ts'

const text = (content: string) => Buffer.from(content, 'latin1')

test.each([
  ['\x89PNG\r\n\x1a\nrest', 'image/png', 'png'],
  ['\xff\xd8\xff\xe0rest', 'image/jpeg', 'jpg'],
  ['GIF89arest', 'image/gif', 'gif'],
  ['RIFF\x00\x00\x00\x00WEBPVP8 ', 'image/webp', 'webp'],
])('%j is named by what it holds, the same each time', (content, mediaType, ending) => {
  const file = pictureFile(text(content))
  expect(file).toEqual({
    name: expect.stringMatching(new RegExp(`^picture-[0-9a-f]{10}\\.${ending}$`)),
    mediaType,
  })
  expect(pictureFile(text(content))).toEqual(file)
})

test.each([
  '<!doctype html><script>alert(1)</script>',
  '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
  ' \x89PNG\r\n\x1a\n',
  'PK\x03\x04 packed',
  '%PDF-1.7',
  'RIFF\x00\x00\x00\x00WAVE',
  'BM a bitmap',
  '',
])('%j is no picture', (content) => {
  expect(() => pictureFile(text(content))).toThrow('no picture')
})

test('a picture that is too large is refused with what to do', () => {
  const huge = Buffer.concat([text('\x89PNG\r\n\x1a\n'), Buffer.alloc(24 * 1024 * 1024)])
  expect(() => pictureFile(huge)).toThrow('Ask for a smaller one')
})
