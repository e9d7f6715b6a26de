import { expect, test } from 'vitest'
import { takeFiles } from './take-files.ts'

test('files of another type are not taken', async () => {
  const files = [new File(['a'], 'a.pdf'), new File(['b'], 'b.txt')]
  expect(await takeFiles(files, { fileType: '.pdf, .docx' })).toEqual({ fault: 'wrongType' })
})

test('files that are too large together are not taken', async () => {
  const half = new Uint8Array(16 * 1024 * 1024)
  const files = [new File([half], 'a.PDF'), new File([half], 'b.pdf')]
  expect(await takeFiles(files, { fileType: '.pdf' })).toEqual({ fault: 'tooLarge' })
})

test('files that wait for a save count with those that come to them', async () => {
  const held = [`data:application/pdf;base64,${'A'.repeat(30 * 1024 * 1024)},filename:a.pdf`]
  const files = [new File([new Uint8Array(16 * 1024 * 1024)], 'b.pdf')]
  expect(await takeFiles(files, { held })).toEqual({ fault: 'tooLarge' })
})
