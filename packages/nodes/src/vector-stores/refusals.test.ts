import { describe, expect, test } from 'vitest'
import { openStore } from './open-store.fixture.ts'
import { type StoreRefusal, storeRefusals } from './refusals.fixture.ts'
import type { StoreCase } from './store-case.fixture.ts'
import { storeCases } from './store-cases.fixture.ts'

const overHttp = storeCases.filter(({ speaks }) => speaks !== 'data')
const PAGE = '<html><head><title>404 Not Found</title></head><body><center>nginx</center></body></html>'

test('each store that speaks HTTP has its row', () => {
  expect(Object.keys(storeRefusals).sort()).toEqual(overHttp.map(({ node }) => node).sort())
})

/** What is thrown where the server answers one request by this: the one that the refusal is of. */
async function refuseOne(store: StoreCase, { status, body, of = 'search' }: StoreRefusal): Promise<Error> {
  const filled = openStore(store)
  await filled.ingest()
  const filling = filled.sent.length
  await filled.retrieve('green')
  const searched = filled.sent.length - filling
  const refused = openStore(store, {
    respond: (sent, n) => {
      const isIt =
        of === 'fill' ? sent.text.includes('green green tea') : n === (of === 'open' ? 0 : searched - 1)
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      return isIt ? { status, headers: {}, body: text } : of === 'fill' ? undefined : filled.fake.answer(sent)
    },
  })
  return (of === 'fill' ? refused.ingest() : refused.retrieve('green')).then(
    () => new Error('It was not refused.'),
    (fault: Error) => fault,
  )
}

describe.each(overHttp)('what $node refuses', (store) => {
  test.each(storeRefusals[store.node] ?? [])(
    'is told its author in the words of the server alone: $status $says',
    async (refusal) => {
      const error = await refuseOne(store, refusal)
      const { code = 'upstream_error', says } = refusal
      expect(error).toMatchObject({ code, message: expect.stringContaining(says) })
      expect(error.message).not.toMatch(/[{}[\]]\s*"|"message"/)
    },
  )

  test.each([403, 404, 502])('by the page of another server with %i is told as such', async (status) => {
    for (const work of ['open', 'search', 'fill'] as const) {
      const error = await refuseOne(store, { status, body: PAGE, says: '', of: work })
      const message = expect.stringContaining(`${store.node} answered with status ${status}`)
      expect(error).toMatchObject({ code: 'upstream_error', message })
      expect(error.message).not.toContain('<')
    }
  })
})
