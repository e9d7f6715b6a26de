import { expect, test } from 'vitest'
import { acceptOf, findUse, NO_UPLOADS, nameTypes, takesUploads, type UploadRules } from './upload-rules.ts'

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

const rules: UploadRules = {
  seen: ['image/png', 'application/pdf'],
  asText: ['text/markdown'],
  searched: ['.pdf', '.docx'],
}

test.each([
  ['a.png', 'image/png', { as: 'file', mime: 'image/png' }],
  ['a.PDF', 'application/pdf', { as: 'file:rag', mime: 'application/pdf' }],
  ['a.md', '', { as: 'file:full', mime: 'text/markdown' }],
  ['a.docx', 'application/x', { as: 'file:rag', mime: WORD }],
  ['a.gif', 'image/gif', undefined],
])('%s goes with a question as what its flow takes it', (name, type, use) => {
  expect(findUse(rules, { name, type })).toEqual(use)
})

test('a recording goes by its registered name, however the browser calls it', () => {
  const hearing = { ...rules, seen: ['audio/wav'] }
  expect(findUse(hearing, { name: 'a.wav', type: 'audio/x-wav' })).toEqual({ as: 'file', mime: 'audio/wav' })
})

test('text goes before search, and search before what a model sees', () => {
  const whole = { ...rules, asText: ['application/pdf'] }
  expect(findUse(whole, { name: 'a.pdf', type: 'application/pdf' })?.as).toBe('file:full')
  const seen = { ...rules, searched: [] }
  expect(findUse(seen, { name: 'a.pdf', type: 'application/pdf' })?.as).toBe('file')
})

test('kinds of files are named once, for people and for file choosers', () => {
  expect(nameTypes(rules)).toBe('PNG, PDF, MD, MARKDOWN, DOCX')
  expect(acceptOf(rules)).toBe('image/png,application/pdf,.md,.markdown,.pdf,.docx')
  expect([takesUploads(rules), takesUploads(NO_UPLOADS)]).toEqual([true, false])
})
