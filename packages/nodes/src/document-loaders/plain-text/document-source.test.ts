import { createTestCallContext, createTestComponent } from '@runnel/node-kit/testing'
import { expect, test } from 'vitest'
import { loadPlainText } from './document-source.ts'
import { readPlainText } from './text.ts'

const splitter = createTestComponent(
  'splitter',
  {},
  {
    textSplitter: (_component, documents) =>
      documents.flatMap(({ pageContent, metadata }) =>
        pageContent
          .split('|')
          .map((part, n) => ({ pageContent: part, metadata: { ...metadata, n, deep: { a: 1, b: 2 } } })),
      ),
  },
)

const load = (values: Record<string, string>, anchors = {}) =>
  loadPlainText(createTestComponent('plainText', { values, anchors }), createTestCallContext().call)

test('a text is one document, cut by the splitter that is wired to it', async () => {
  expect(await load({ text: 'a|b' })).toEqual([{ pageContent: 'a|b', metadata: {} }])
  expect(await load({ text: 'a|b' }, { textSplitter: [splitter] })).toHaveLength(2)
  expect(await load({ text: ' ' })).toEqual([])
})

test('what is known of it is added, and left out by name', async () => {
  const values = { text: 'a', metadata: '{"topic":"tea"}' }
  const anchors = { textSplitter: [splitter] }
  const metadata = async (omitMetadataKeys: string) =>
    (await load({ ...values, omitMetadataKeys }, anchors))[0]?.metadata
  expect(await metadata('')).toEqual({ n: 0, deep: { a: 1, b: 2 }, topic: 'tea' })
  expect(await metadata('n, deep.a')).toEqual({ deep: { b: 2 }, topic: 'tea' })
  expect(await metadata('*')).toEqual({ topic: 'tea' })
})

test('its text fills a param', async () => {
  const component = createTestComponent('plainText', {
    values: { text: 'a|b' },
    anchors: { textSplitter: [splitter] },
    output: 'text',
  })
  expect(await readPlainText(component, createTestCallContext().call)).toBe('a\nb')
})
