import { createTestComponent } from '@runnel/node-kit/testing'
import { type FakeServer, type ToolCase, textReply } from '../tool-case.fixture.ts'

/** Twelve long paragraphs; the ninth is about tea. */
const paragraphs = Array.from({ length: 12 }, (_, n) => {
  const about = n === 8 ? 'Tea is served at four.' : `Paragraph ${n}.`
  return `<p>${about} ${'Words that say nothing. '.repeat(60)}</p>`
})

const server: FakeServer = {
  hosts: ['hotel.example'],
  answer: ({ method, url }) =>
    method === 'GET' && url.pathname === '/house'
      ? textReply(`<html><body>${paragraphs.join('')}</body></html>`, 'text/html; charset=utf-8')
      : { ...textReply('Not found'), status: 404 },
  huge: () => textReply(`<p>${'word '.repeat(100_000)}</p>`, 'text/html'),
  answersAnything: true,
}

/** A look at a page in the tests of the family: the model repeats what it was shown of tea, and has no end on a page without end. */
export const webBrowserCase: ToolCase = {
  node: 'webBrowser',
  anchors: { model: [createTestComponent('chatDemo')], embeddings: [createTestComponent('demoEmbeddings')] },
  input: { url: 'https://hotel.example/house', task: 'When is tea?' },
  says: 'Tea is served at four.',
  wrong: [
    [{}, '"url" is missing'],
    [{ url: 'file:///etc/passwd' }, 'is no address of a page'],
  ],
  server,
  world: {
    embed: (texts) => texts.map((text) => [/tea/i.test(text) ? 1 : 0, 1]),
    model: ({ messages }) => {
      const shown = JSON.stringify(messages)
      if (shown.includes('word word')) return { parts: [{ type: 'text', text: 'word '.repeat(100_000) }] }
      return { parts: [{ type: 'text', text: /Tea is served at four\./.exec(shown)?.[0] ?? 'Not there' }] }
    },
  },
}
