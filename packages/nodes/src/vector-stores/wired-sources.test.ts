import type { CallContext } from '@runnel/node-kit'
import { createTestComponent } from '@runnel/node-kit/testing'
import { expect, test } from 'vitest'
import { listWiredSources } from './wired-sources.ts'

/** A call that tells which files were looked at. */
function createCall() {
  const asked: unknown[] = []
  const stat = async (source: unknown) => {
    asked.push(source)
    return { name: 'a', mediaType: 'text/plain', sha256: 'h', size: 1 }
  }
  const call = { hash: (value: unknown) => JSON.stringify(value), file: { stat } } as unknown as CallContext
  return { call, asked }
}

test.each([
  'FILE-STORAGE::secret.pdf',
  'file:11111111-2222-4333-8444-555555555555',
  'data:text/plain;base64,QQ==',
])(
  'a file is looked at where the definition says that it is one, and a text like it nowhere else: %s',
  async (value) => {
    const { call, asked } = createCall()
    const values = { pdfFile: value, chosenName: value, metadata: value }
    const source = { ...createTestComponent('pdfFile', { values }), fileParams: ['pdfFile'] }
    const store = { ...createTestComponent('store', {}), anchors: { document: [source] } }
    const [described] = await listWiredSources(store, call)
    expect(asked).toHaveLength(1)
    expect(JSON.parse(described?.name ?? '')).toMatchObject({
      values: { pdfFile: [{ sha256: 'h' }], chosenName: value, metadata: value },
    })
  },
)

test('of the loaders of a store for chats only those without the file that they need are left out', async () => {
  const { call } = createCall()
  const loader = (type: string, fileParams: string[], needsFile: boolean) => ({
    ...createTestComponent(type, { values: { url: 'https://tea.example' } }),
    fileParams,
    ...(needsFile && { needsFile: true as const }),
  })
  const document = [loader('pdfFile', ['pdfFile'], true), loader('apiLoader', ['caFile'], false)]
  const store = { ...createTestComponent('store', { values: { fileUpload: true } }), anchors: { document } }
  const wired = await listWiredSources(store, call)
  expect(wired.map(({ component }) => component.type)).toEqual(['apiLoader'])
})
