import { expect, test } from 'vitest'
import { readFileParam } from './file-param.ts'

test('files of the flow are named one by one or as a list', () => {
  expect(readFileParam('FILE-STORAGE::a.pdf')).toEqual([{ source: { stored: 'a.pdf' }, name: 'a.pdf' }])
  expect(readFileParam('FILE-STORAGE::["a.pdf","b.pdf"]')).toMatchObject([
    { name: 'a.pdf' },
    { name: 'b.pdf' },
  ])
})

test('kept files are named by id, alone or in a list', () => {
  expect(readFileParam('file:1')).toEqual([{ source: { blob: '1' } }])
  expect(readFileParam('["file:1","file:2"]')).toEqual([{ source: { blob: '1' } }, { source: { blob: '2' } }])
  expect(readFileParam(['file:1'])).toEqual([{ source: { blob: '1' } }])
})

test('a file inside the value brings its type and its name', () => {
  expect(readFileParam('data:application/pdf;base64,QUJD,filename:x.pdf')).toEqual([
    { source: { base64: 'QUJD' }, mediaType: 'application/pdf', name: 'x.pdf' },
  ])
})

test('anything else names no file', () => {
  for (const value of ['', '  ', 'x.pdf', 'data:broken', 7, null, undefined, '['])
    expect(readFileParam(value)).toEqual([])
})
