import { type PagePictures, RunnelError } from '@runnel/contract'
import { allDocuments, type ModelReply, type ModelRequest } from '@runnel/node-kit'
import { createTestCallContext, createTestComponent } from '@runnel/node-kit/testing'
import { expect, test } from 'vitest'
import { loadFiles } from './file-loader/load.ts'
import { loadPdfFiles } from './pdf-file/load.ts'

const reader = createTestComponent('chatTest', { label: 'Reader', values: { modelName: 'eyes' } })

interface Played {
  pages: string[]
  model?: (request: ModelRequest) => Partial<ModelReply>
  shown?: (pages: readonly number[]) => PagePictures
  values?: { usage: string }
  isAlone?: boolean
}

const reply = (text: string): Partial<ModelReply> => ({ parts: [{ type: 'text', text }] })
const allShown = (pages: readonly number[]): PagePictures => ({
  pictures: pages.map((page) => ({ page, png: `picture${page}` })),
  unreadable: [],
})

/** Which picture a request shows. */
function pictureOf({ messages }: ModelRequest): string {
  const content = messages[0]?.content
  const part = Array.isArray(content) ? content.find(({ type }) => type === 'file') : undefined
  return part?.type === 'file' && 'base64' in part.source ? part.source.base64 : ''
}

function play({ pages, model, shown = allShown, values, isAlone }: Played) {
  const kept = new Map<string, unknown>()
  const { call, requests } = createTestCallContext({
    pages: () => ({
      pages,
      facts: pages.map((_, index) => ({ loc: { pageNumber: index + 1 } })),
      metadata: {},
    }),
    pictures: shown,
    file: () => ({ bytes: new Uint8Array(), mediaType: 'application/pdf', name: 'scan.pdf' }),
    model: model ?? ((request) => reply(`Read ${pictureOf(request)}`)),
    replies: {
      find: (key) => kept.get(key) as string | undefined,
      keep: (key, text) => void kept.set(key, text),
    },
  })
  const component = createTestComponent('pdfFile', {
    values: { pdfFile: 'file:1', ...values },
    anchors: isAlone ? {} : { scanModel: [reader] },
  })
  return { requests, load: () => allDocuments(loadPdfFiles(component, call)) }
}

const textsOf = async (load: () => ReturnType<ReturnType<typeof play>['load']>) =>
  (await load()).map(({ pageContent }) => pageContent)

test('pages without text are read, in their places among the others', async () => {
  const pages = ['', 'Two', '', '', '', '', 'Seven', '']
  const { load } = play({ pages })
  const documents = await load()
  expect(documents.map(({ pageContent }) => pageContent)).toEqual(
    pages.map((page, index) => page || `Read picture${index + 1}`),
  )
  expect(documents.map(({ metadata }) => metadata.loc)).toEqual(
    pages.map((_, index) => ({ pageNumber: index + 1 })),
  )
})

test('a file that stays whole is one document of all its pages', async () => {
  const { load } = play({ pages: ['One', ''], values: { usage: 'perFile' } })
  expect(await textsOf(load)).toEqual(['One\n\nRead picture2'])
})

test('pages with text, and those that show nothing, are not asked about', async () => {
  const shown = () => ({ pictures: [], unreadable: [] })
  const { load, requests } = play({ pages: ['One', ''], shown })
  expect(await textsOf(load)).toEqual(['One', ''])
  expect(requests).toHaveLength(0)
})

test('where nothing is to be read on any page, that is said', async () => {
  await expect(play({ pages: [''], model: () => reply('(no text)') }).load()).rejects.toThrow(
    'holds no text, and no picture with text',
  )
  await expect(play({ pages: [''], isAlone: true }).load()).rejects.toThrow('“Read Scanned Pages With”')
})

test('a page that fails is named once the others are read, and is the only one asked about again', async () => {
  let fails = true
  const { load, requests } = play({
    pages: Array.from({ length: 6 }, () => ''),
    model: (request) => {
      if (fails && pictureOf(request) === 'picture2') throw new RunnelError('model_error', 'Too busy.')
      return reply('Read')
    },
  })
  await expect(load()).rejects.toThrow('Page 2 of scan.pdf could not be read: Too busy.')
  expect(requests).toHaveLength(6)
  fails = false
  expect(await textsOf(load)).toHaveLength(6)
  expect(requests).toHaveLength(7)
})

test('a vendor that answers nothing is not asked about every page', async () => {
  const { load, requests } = play({
    pages: Array.from({ length: 40 }, () => ''),
    model: () => {
      throw new RunnelError('model_error', 'Away.')
    },
  })
  await expect(load()).rejects.toThrow('Pages 1, 2, 3, 4 of scan.pdf could not be read: Away.')
  expect(requests).toHaveLength(4)
})

test.each([
  ['is cut off', { ...reply('Half'), finishReason: 'length' as const }, 'was cut off before the end'],
  ['is refused', { ...reply('No'), finishReason: 'content-filter' as const }, 'refuses to read'],
  ['is empty', reply(' '), 'says nothing of it'],
])('an answer that %s is not the text of a page', async (_kind, answer, said) => {
  await expect(play({ pages: [''], model: () => answer }).load()).rejects.toThrow(said)
})

test('a page whose picture cannot be read is named', async () => {
  const shown = (unreadable: readonly number[]) => ({ pictures: [], unreadable: [...unreadable] })
  await expect(play({ pages: ['One', ''], shown }).load()).rejects.toThrow(
    'Page 2 of scan.pdf could not be read: it shows a picture that is too large',
  )
})

test('a file of too many such pages is refused before anybody is asked', async () => {
  const { load, requests } = play({ pages: Array.from({ length: 501 }, () => '') })
  await expect(load()).rejects.toMatchObject({ code: 'limit_exceeded' })
  expect(requests).toHaveLength(0)
})

test('a picture is shown to the model as it is, and refused where it is none, is too large, or nobody reads it', async () => {
  const loadPicture = (size: number, mediaType: string, anchors = { scanModel: [reader] }) => {
    const { call, requests } = createTestCallContext({
      file: () => ({ bytes: new Uint8Array(size), mediaType, name: 'menu.png' }),
      model: () => reply('Sencha'),
    })
    const component = createTestComponent('fileLoader', { values: { file: 'file:1' }, anchors })
    return { requests, loaded: allDocuments(loadFiles(component, call)) }
  }
  const { loaded, requests } = loadPicture(10, 'image/png')
  expect(await loaded).toEqual([{ pageContent: 'Sencha', metadata: { source: 'menu.png' } }])
  expect(requests[0]?.messages[0]?.content).toMatchObject([
    { type: 'text' },
    { type: 'file', mediaType: 'image/png', source: { blob: '1' } },
  ])
  await expect(loadPicture(11 * 1024 * 1024, 'image/png').loaded).rejects.toThrow('larger than 10 MB')
  await expect(loadPicture(10, 'text/html').loaded).rejects.toThrow('not the picture that its name says')
  await expect(loadPicture(10, 'image/png', { scanModel: [] }).loaded).rejects.toThrow('is a picture. Choose')
})
