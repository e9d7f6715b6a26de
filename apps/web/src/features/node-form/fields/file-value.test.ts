import { expect, test } from 'vitest'
import { listFiles, withoutFile } from './file-value.ts'

test.each([
  ['', []],
  ['FILE-STORAGE::tea.pdf', [{ name: 'tea.pdf' }]],
  ['FILE-STORAGE::["tea.pdf","milk.pdf"]', [{ name: 'tea.pdf' }, { name: 'milk.pdf' }]],
  ['data:application/pdf;base64,AAAA,filename:tea.pdf', [{ name: 'tea.pdf', size: 3 }]],
  ['data:application/pdf;base64,AAA=,filename:tea.pdf', [{ name: 'tea.pdf', size: 2 }]],
  ['data:application/pdf;base64,AA==,filename:tea.pdf', [{ name: 'tea.pdf', size: 1 }]],
  [
    '["data:text/plain;base64,AAAAAAAA,filename:a.txt","data:text/plain;base64,,filename:b.txt"]',
    [
      { name: 'a.txt', size: 6 },
      { name: 'b.txt', size: 0 },
    ],
  ],
])('the value %s names its files', (value, files) => {
  expect(listFiles(value)).toEqual(files)
})

test.each([
  ['FILE-STORAGE::["tea.pdf","milk.pdf"]', 0, 'FILE-STORAGE::milk.pdf'],
  ['FILE-STORAGE::["tea.pdf","milk.pdf","oil.pdf"]', 1, 'FILE-STORAGE::["tea.pdf","oil.pdf"]'],
  ['FILE-STORAGE::tea.pdf', 0, ''],
  ['["data:,A,filename:a.txt","data:,B,filename:b.txt"]', 1, 'data:,A,filename:a.txt'],
  ['data:,A,filename:a.txt', 0, ''],
])('of %s the file at %i is taken out alone', (value, place, left) => {
  expect(withoutFile(value, place)).toBe(left)
})
