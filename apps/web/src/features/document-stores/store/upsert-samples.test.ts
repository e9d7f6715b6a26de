import { expect, test } from 'vitest'
import { sampleFields, writeUpsert } from './upsert-samples.ts'

const params = [
  { node: 'Pdf File', nodeId: 'pdfFile_0', label: 'Pdf File', name: 'files', type: '.pdf' },
  { node: 'Pdf File', nodeId: 'pdfFile_0', label: 'Usage', name: 'usage', type: 'perPage, perFile' },
  { node: 'Splitter', nodeId: 's_0', label: 'Chunk Size', name: 'chunkSize', type: 'number' },
]
const pdf = {
  label: 'Pdf File',
  inputs: [
    { name: 'pdfFile', label: 'Pdf File', type: 'file' },
    { name: 'usage', label: 'Usage', type: 'options' },
  ],
}
const address = 'https://runnel.example/api/v1/document-store/upsert/1'

test('an example names the loader that is the base, and its own params but for files', () => {
  expect(sampleFields('l1', params, pdf)).toEqual({
    docId: 'l1',
    metadata: { department: 'sales' },
    replaceExisting: true,
    loader: { config: { usage: 'perPage' } },
  })
})

test('with files it is a form, whose objects are JSON text', () => {
  const sample = { address, fields: sampleFields('l1', params, pdf), hasFiles: true }
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
