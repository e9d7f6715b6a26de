import type { ModelRequest } from '@runnel/node-kit'
import { expect, test } from 'vitest'
import { openToolCase } from '../play-tool.fixture.ts'
import { textReply } from '../tool-case.fixture.ts'
import { webBrowserCase } from './web-browser.case.fixture.ts'

function look(page?: string) {
  const asked: string[] = []
  const world = {
    ...webBrowserCase.world,
    model: (request: ModelRequest) => {
      asked.push(JSON.stringify(request.messages))
      return { parts: [{ type: 'text' as const, text: 'Said.' }] }
    },
  }
  const respond = page === undefined ? {} : { respond: () => textReply(page, 'text/html') }
  return { asked, ...openToolCase({ ...webBrowserCase, world }, respond) }
}

test('only the pieces that fit are shown to the model, in their order', async () => {
  const { ask, asked } = look()
  await ask()
  expect(asked[0]).toContain('Tea is served at four.')
  expect(asked[0]).not.toContain('Paragraph 11.')
})

test.each([[{ url: 'https://hotel.example/house' }], ['https://hotel.example/house']])(
  'without a task the page is summed up from its beginning: %j',
  async (input) => {
    const { ask, asked } = look()
    expect((await ask(input)).content).toBe('Said.')
    expect(asked[0]).toContain('Sum this page up.')
    expect(asked[0]).toContain('Paragraph 0.')
  },
)

test('an address and a task with a comma between are understood', async () => {
  const { ask, asked } = look()
  await ask('hotel.example/house, tea, and when')
  expect(asked[0]).toContain('Find this on the page: tea, and when')
})

test('a page without text is said to be empty, and no model is asked', async () => {
  const { ask, asked } = look('<html></html>')
  expect((await ask()).content).toBe('https://hotel.example/house shows no text.')
  expect(asked).toEqual([])
})
