import { expect, test } from 'vitest'
import { createClient } from './create-client.ts'

const WORKSPACE = { id: '3f9c0a50-7e9b-4c53-9f3e-0d2c4e1b7a11', name: 'Lab' }

/** A client whose calls get these answers, one after the other, and the keys that they carried. */
function clientWith(...answers: (() => Promise<Response> | Response)[]) {
  const keys: (string | null)[] = []
  let made = 0
  const client = createClient({
    baseUrl: 'http://127.0.0.1',
    makeKey: () => `key ${++made}`,
    fetch: async (_address, init) => {
      keys.push(new Headers(init?.headers).get('idempotency-key'))
      const answer = answers.shift()
      if (!answer) throw new Error('No answer is left')
      return answer()
    },
  })
  const create = (name: string) =>
    client.createWorkspace({ body: { name } }).then(
      () => 'done',
      (error: { status?: number }) => error.status,
    )
  return { client, create, keys }
}

const done = () => Response.json(WORKSPACE, { status: 201 })
const refused = (status: number) => () => Response.json({ message: 'No.', code: 'conflict' }, { status })
const lost = () => Promise.reject(new TypeError('Failed to fetch'))
const cut = () =>
  new Response(
    new ReadableStream({
      start(stream) {
        stream.enqueue(new TextEncoder().encode('{"id":'))
        stream.error(new TypeError('terminated'))
      },
    }),
    { status: 201, headers: { 'content-type': 'application/json' } },
  )
const gateway = () => new Response('<h1>502</h1>', { status: 502, headers: { 'content-type': 'text/html' } })

test.each([
  ['did not come', lost, 0],
  ['was cut off in the middle', cut, 0],
  ['came from a proxy', gateway, 502],
  ['told of a fault', refused(500), 500],
])(
  'a creation whose answer %s carries its key once more when it is sent again',
  async (_what, answer, status) => {
    const { create, keys } = clientWith(answer, answer, done, done)
    expect([await create('Lab'), await create('Lab')]).toEqual([status, status])
    expect([await create('Lab'), await create('Lab')]).toEqual(['done', 'done'])
    expect(keys).toEqual(['key 1', 'key 1', 'key 1', 'key 2'])
  },
)

test('what was changed in between is a creation of its own, and so is one that was refused', async () => {
  const { create, keys } = clientWith(lost, lost, refused(409), done)
  await create('Lab')
  await create('Attic')
  expect([await create('Lab'), await create('Lab')]).toEqual([409, 'done'])
  expect(keys).toEqual(['key 1', 'key 2', 'key 1', 'key 3'])
})

test('two of the same at once are two', async () => {
  const { create, keys } = clientWith(done, done)
  await Promise.all([create('Lab'), create('Lab')])
  expect(keys).toEqual(['key 1', 'key 2'])
})

test('calls that create nothing, and those whose caller names them, are left as they are', async () => {
  const { client, keys } = clientWith(done, done)
  await client.getSession({})
  await client.createWorkspace({ body: { name: 'Lab' } }, { idempotencyKey: 'mine' })
  expect(keys).toEqual([null, 'mine'])
})
