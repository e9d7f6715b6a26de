import { type FakeServer, type ToolCase, textReply } from '../tool-case.fixture.ts'

const server: FakeServer = {
  hosts: ['pandas.example'],
  answer: ({ method, url }) =>
    method === 'GET' && url.pathname === '/red'
      ? textReply(
          '<html><head><title>Red pandas</title></head><body><h1>Red</h1><p>No &amp; bear.</p></body></html>',
          'text/html; charset=utf-8',
        )
      : { ...textReply('Not found'), status: 404 },
  huge: () => textReply(`<p>${'word '.repeat(100_000)}</p>`, 'text/html'),
  answersAnything: true,
}

/** A reader of pages in the tests of the family. */
export const webScraperToolCase: ToolCase = {
  node: 'webScraperTool',
  input: { input: 'https://pandas.example/red#top' },
  says: '[{"url":"https://pandas.example/red","title":"Red pandas","description":"","body_text":"Red\\nNo & bear."}]',
  wrong: [
    [{}, '"input" is missing'],
    [{ input: 'file:///etc/passwd' }, 'is no address of a page'],
    [{ input: 'http://' }, 'is no address of a page'],
  ],
  server,
}
