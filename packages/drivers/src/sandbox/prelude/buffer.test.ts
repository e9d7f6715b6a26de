import { afterAll, describe, expect, test } from 'vitest'
import { expectSameAsNode, startTestSandbox } from './compare-with-node.fixture.ts'

const sandbox = startTestSandbox()
afterAll(() => sandbox.close())

const texts = [
  '',
  'a',
  'ab',
  'abc',
  'Grüße, 日本 🚀',
  'aGVsbG8=',
  'aGVsbG8',
  'a-_b',
  'not base64!',
  '00ff7f',
  '0g',
  'abc\u0000d',
  '\ud800x',
]

describe('Buffer', () => {
  test('turns texts into bytes and back in every encoding as Node does', async () => {
    await expectSameAsNode(sandbox, texts, (all) =>
      all.flatMap((text) =>
        (
          [
            'utf8',
            'utf-8',
            'UTF8',
            'hex',
            'base64',
            'base64url',
            'latin1',
            'binary',
            'ascii',
            'utf16le',
            'ucs2',
          ] as BufferEncoding[]
        ).map((encoding) => {
          const bytes = Buffer.from(text, encoding)
          return [
            text,
            encoding,
            [...bytes],
            bytes.toString('hex'),
            bytes.toString('base64'),
            bytes.toString('base64url'),
            bytes.toString(encoding),
            bytes.toString(),
          ]
        }),
      ),
    )
  })

  test('is made of lists, bytes and sizes, joined, cut, copied and compared as in Node', async () => {
    await expectSameAsNode(sandbox, [1, 255, 256, -1], (list) => {
      const bytes = Buffer.from(list)
      const joined = Buffer.concat([bytes, Buffer.from('xyz')])
      const target = Buffer.alloc(4, 'ab')
      const copied = joined.copy(target, 1, 4)
      return [
        bytes,
        joined.length,
        joined.slice(2, 5).toString('hex'),
        joined.subarray(-3).toString(),
        joined.toString('utf8', 4, 6),
        [target.toString('latin1'), copied],
        Buffer.concat([bytes, bytes], 5).toString('hex'),
        [Buffer.compare(bytes, joined), bytes.equals(Buffer.from(list)), bytes.equals(joined)],
        [joined.indexOf('yz'), joined.includes('zz'), joined.indexOf(255)],
        [
          Buffer.isBuffer(bytes),
          Buffer.isBuffer(new Uint8Array(1)),
          Buffer.byteLength('ü'),
          Buffer.isEncoding('hex'),
          Buffer.isEncoding('x'),
        ],
        Buffer.from(JSON.parse(JSON.stringify(bytes))).toString('hex'),
        Buffer.from(new Uint8Array([1, 2, 3]).buffer, 1).toString('hex'),
        Buffer.alloc(3, 7).toString('hex'),
        `${Buffer.from('text')}`,
        bytes instanceof Uint8Array,
      ]
    })
  })

  test('that cannot be made says why', async () => {
    const run = async (code: string) =>
      (
        await sandbox.run({
          code: `try { ${code} } catch (e) { return e.name + ': ' + e.message }`,
          globals: {},
        })
      ).value
    expect(await run('Buffer.from("a", "rot13")')).toBe('TypeError: Unknown encoding: rot13')
    expect(await run('Buffer.from(5)')).toMatch(/^TypeError: Buffer.from takes/)
  })

  test('goes by require, too', async () => {
    const code =
      "return require('buffer').Buffer === Buffer && require('node:url').URL === URL && require('util').TextEncoder === TextEncoder"
    expect((await sandbox.run({ code, globals: {} })).value).toBe(true)
  })

  test('reads large base64 within the time and memory of a function', async () => {
    const code = 'return Buffer.from(Buffer.from("x".repeat(300_000)).toString("base64"), "base64").length'
    expect((await sandbox.run({ code, globals: {} })).value).toBe(300_000)
  })
})
