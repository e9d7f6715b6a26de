import { expect, test } from 'vitest'
import { writeUpsert } from './write-upsert.ts'

const address = 'https://runnel.example/api/v1/document-store/upsert/1'

test('with files it is a form, whose objects are JSON text', () => {
  const sample = {
    address,
    fields: { metadata: { department: 'sales' }, replaceExisting: true },
    hasFiles: true,
  }
  expect(writeUpsert('curl', sample)).toContain(`-F 'metadata={"department":"sales"}'`)
  expect(writeUpsert('curl', sample)).toContain("-F 'files=@document.pdf'")
  expect(writeUpsert('python', sample)).toContain('"replaceExisting": "true"')
  expect(writeUpsert('javascript', sample)).toContain('body: form,')
  expect(writeUpsert('javascript', sample)).not.toContain('Content-Type')
})

test('without files it is JSON, in words of each language', () => {
  const sample = { address, fields: { docId: "l'1", replaceExisting: true }, hasFiles: false }
  expect(writeUpsert('curl', sample)).toContain(String.raw`{"docId":"l'\''1","replaceExisting":true}`)
  expect(writeUpsert('python', sample)).toContain('"replaceExisting": True')
  expect(writeUpsert('javascript', sample)).toContain("'Content-Type': 'application/json'")
})

test('a file may be called otherwise', () => {
  const sample = { address, fields: {}, hasFiles: true, fileName: "it's.csv" }
  expect(writeUpsert('curl', sample)).toContain(String.raw`-F 'files=@it'\''s.csv'`)
  expect(writeUpsert('python', sample)).toContain('open("it\'s.csv", "rb")')
})
