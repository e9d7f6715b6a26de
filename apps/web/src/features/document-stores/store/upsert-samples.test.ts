import { expect, test } from 'vitest'
import { sampleFields } from './upsert-samples.ts'

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

test('an example names the loader that is the base, and its own params but for files', () => {
  expect(sampleFields('l1', params, pdf)).toEqual({
    docId: 'l1',
    metadata: { department: 'sales' },
    replaceExisting: true,
    loader: { config: { usage: 'perPage' } },
  })
})
