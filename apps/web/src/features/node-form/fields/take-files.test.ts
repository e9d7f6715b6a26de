import { expect, test } from 'vitest'
import { takeFiles } from './take-files.ts'

test('files of another type are not taken', async () => {
  const files = [new File(['a'], 'a.pdf'), new File(['b'], 'b.txt')]
  expect(await takeFiles(files, '.pdf, .docx')).toEqual({ fault: 'wrongType' })
})

test('files that are too large together are not taken', async () => {
  const half = new Uint8Array(16 * 1024 * 1024)
  const files = [new File([half], 'a.PDF'), new File([half], 'b.pdf')]
  expect(await takeFiles(files, '.pdf')).toEqual({ fault: 'tooLarge' })
})
