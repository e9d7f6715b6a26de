import { afterAll, expect, test } from 'vitest'
import { expectSameAsNode, startTestSandbox } from './compare-with-node.fixture.ts'

const sandbox = startTestSandbox()
afterAll(() => sandbox.close())

test('TextEncoder writes UTF-8 as Node does', async () => {
  await expectSameAsNode(sandbox, ['', 'abc', 'Grüße 日本 🚀', '\ud800', 'a\udc00b', '\u0000'], (texts) =>
    texts.map((text) => [
      [...new TextEncoder().encode(text)],
      new TextEncoder().encodeInto(text, new Uint8Array(4)),
      new TextEncoder().encoding,
    ]),
  )
})

test('TextDecoder reads UTF-8 as Node does, broken bytes too', async () => {
  const broken = [
    [],
    [0xef, 0xbb, 0xbf, 0x61],
    [0x61, 0xff, 0x62],
    [0xc0, 0x80],
    [0xc3],
    [0xc3, 0x28],
    [0xe2, 0x82],
    [0xe2, 0x82, 0x41],
    [0xe0, 0x80, 0x80],
    [0xed, 0xa0, 0x80],
    [0xf0, 0x9f, 0x9a, 0x80],
    [0xf0, 0x9f, 0x9a],
    [0xf0, 0x80, 0x80, 0x80],
    [0xf4, 0x90, 0x80, 0x80],
    [0xf8, 0x88, 0x80, 0x80, 0x80],
    [0x80, 0xbf],
  ]
  await expectSameAsNode(sandbox, broken, (lists) =>
    lists.map((bytes) => {
      const isValid = () => {
        try {
          return new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array(bytes))
        } catch (error) {
          return error instanceof TypeError
        }
      }
      const text = new TextDecoder().decode(new Uint8Array(bytes))
      return [
        text,
        new TextDecoder('utf8', { ignoreBOM: true }).decode(new Uint8Array(bytes).buffer),
        isValid(),
      ]
    }),
  )
})

test('TextDecoder reads UTF-16 and views, and refuses other encodings by name', async () => {
  await expectSameAsNode(sandbox, [0x61, 0, 0x3d, 0xd8, 0x80, 0xde], (bytes) => {
    const view = new DataView(new Uint8Array(bytes).buffer, 2)
    return [
      new TextDecoder('utf-16le').decode(new Uint8Array(bytes)),
      new TextDecoder('UTF-16LE').decode(view),
    ]
  })
  const code = 'try { new TextDecoder("koi8-r") } catch (e) { return e.message }'
  expect((await sandbox.run({ code, globals: {} })).value).toMatch(/utf-8 and utf-16le, not koi8-r/)
})
