import { expect, test } from 'vitest'
import { writeForm } from './form-body.ts'

const file = { blob: '1' }

test('a form is read as it was meant, whatever its names, texts and files hold', async () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, at) => at)
  const body = await writeForm(
    [
      { name: 'strategy', value: 'auto\r\n--form' },
      { name: 'files', file, fileName: 'tea "1"\r\nx: y.pdf' },
      { name: 'files', file, fileName: 'Grün.txt' },
    ],
    async () => bytes,
  )
  const form = await new Response(body.bytes, { headers: { 'content-type': body.contentType } }).formData()
  expect(form.get('strategy')).toBe('auto\r\n--form')
  const files = form.getAll('files') as File[]
  expect(files.map(({ name }) => name)).toEqual(['tea "1"\r\nx: y.pdf', 'Grün.txt'])
  expect(new Uint8Array((await files[0]?.arrayBuffer()) ?? new ArrayBuffer())).toEqual(bytes)
})

test('one that is too large is told', async () => {
  const part = { name: 'files', file, fileName: 'a' }
  const reading = writeForm([part, part, part], async () => new Uint8Array(40 * 1024 * 1024))
  await expect(reading).rejects.toMatchObject({ code: 'limit_exceeded' })
})
