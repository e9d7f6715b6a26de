import { fileURLToPath } from 'node:url'
import { campaignRounds } from '@runnel/contract/testing'
import { expect, test } from 'vitest'
import { createDocumentReader } from './create-document-reader.ts'
import { makePdf, makePdfBomb } from './make-pdf.fixture.ts'

const childPath = fileURLToPath(new URL('document-child.ts', import.meta.url))
const reader = createDocumentReader({ childPath })
/** Seconds of a processor, for which a reading that gives way to all others waits on a busy machine. */
const BUSY_MS = 300_000
const never = new AbortController().signal
const read = (bytes: Uint8Array, from = reader) =>
  from.read({ bytes, format: 'pdf', name: 'tea.pdf', signal: never })

test('a PDF gives the text of its pages, line by line', async () => {
  const { pages, metadata } = await read(makePdf([['Green tea', 'from (Uji)'], ['Black tea']]))
  expect(pages).toEqual(['Green tea\nfrom (Uji)', 'Black tea'])
  expect(metadata).toEqual({ totalPages: 2, info: {} })
})

test('what is no PDF, or broken off, is named', async () => {
  await expect(read(Buffer.from('Hello'))).rejects.toMatchObject({
    code: 'invalid_input',
    message: 'The PDF tea.pdf cannot be read: it is damaged, or no PDF.',
  })
  await expect(read(makePdf([['Tea']]).subarray(0, 60))).rejects.toMatchObject({ code: 'invalid_input' })
})

test('one that is locked, and one without text, say so', async () => {
  const zeros = `<${'00'.repeat(32)}>`
  const trailer = `/Encrypt << /Filter /Standard /V 1 /R 2 /O ${zeros} /U ${zeros} /P -4 >> /ID [${zeros} ${zeros}]`
  await expect(read(makePdf([['Tea']], { trailer }))).rejects.toThrow('locked with a password')
  await expect(read(makePdf([[]]))).rejects.toThrow('holds no text')
})

test('one that unfolds without end is ended, and the next one is read', { timeout: BUSY_MS }, async () => {
  const small = createDocumentReader({ childPath, cpuMs: 2_000 })
  await expect(read(makePdfBomb(300_000_000), small)).rejects.toMatchObject({ code: 'limit_exceeded' })
  expect((await read(makePdf([['Tea']]), small)).pages).toEqual(['Tea'])
})

test('a machine that is too busy is no fault of the file, which is read the next time', async () => {
  const options = { childPath, wallMs: 1 }
  await expect(read(makePdf([['Tea']]), createDocumentReader(options))).rejects.toMatchObject({
    code: 'timeout',
    message: 'The PDF tea.pdf was not read within 1 minutes: the machine is too busy. Try it again later.',
  })
  const patient = createDocumentReader({ childPath })
  expect((await read(makePdf([['Tea']]), patient)).pages).toEqual(['Tea'])
})

/** More than are read at once, many times over. */
const MANY_PAGES = campaignRounds(1_000, 10_000)

test(
  `a PDF of ${MANY_PAGES} pages is read, each page for itself`,
  async () => {
    const { pages, metadata } = await read(
      makePdf(Array.from({ length: MANY_PAGES }, (_, page) => [`Tea number ${page}`])),
    )
    expect(metadata).toMatchObject({ totalPages: MANY_PAGES })
    expect(pages).toEqual(Array.from({ length: MANY_PAGES }, (_, page) => `Tea number ${page}`))
  },
  BUSY_MS,
)

test('a reading ends when nobody waits for it', async () => {
  const leaving = new AbortController()
  const reading = reader.read({
    format: 'pdf',
    bytes: makePdf([['Tea']]),
    name: 'tea.pdf',
    signal: leaving.signal,
  })
  leaving.abort(new Error('Left'))
  await expect(reading).rejects.toThrow('Left')
})

test('a file that could not be read is not read again, whatever it is called', async () => {
  const options = { childPath }
  const forgetful = createDocumentReader(options)
  await expect(read(Buffer.from('Hello'), forgetful)).rejects.toThrow('The PDF tea.pdf cannot be read')
  options.childPath = '/nowhere/document-child.ts'
  const again = forgetful.read({
    format: 'pdf',
    bytes: Buffer.from('Hello'),
    name: 'coffee.pdf',
    signal: never,
  })
  await expect(again).rejects.toThrow('The PDF coffee.pdf cannot be read: it is damaged, or no PDF.')
  await expect(read(Buffer.from('Hello!'), forgetful)).rejects.not.toThrow('damaged')
})

test('the long files of one workspace do not hold up another', { timeout: BUSY_MS }, async () => {
  const leaving = new AbortController()
  const slow = createDocumentReader({ childPath })
  let ended = 0
  const bombs = [1, 2, 3, 4].map((n) =>
    slow
      .read({
        format: 'pdf',
        bytes: makePdfBomb(300_000_000 + n),
        name: 'x',
        owner: 'one',
        signal: leaving.signal,
      })
      .catch(() => {
        ended += 1
      }),
  )
  const reading = slow.read({
    format: 'pdf',
    bytes: makePdf([['Tea']]),
    name: 'tea',
    owner: 'two',
    signal: never,
  })
  expect((await reading).pages).toEqual(['Tea'])
  expect(ended).toBeLessThan(3)
  leaving.abort(new Error('Left'))
  await Promise.all(bombs)
})
